import { z } from 'zod';
import { CLAIM_KINDS } from '../core/claim.js';
import { SOURCE_KINDS } from '../core/source.js';
import { REASON_CODES } from '../core/verdict.js';
import { Scope, SpanSchema } from './norm-schemas.js';
import { boundsFields } from './schemas.js';
import { StoryWindowSchema, Timestamp } from './time-schemas.js';
import { WARNING_CODES } from './warning-codes.js';

/** What contradicts a statement, or makes it doubtful, as it stands on the wire. */

export const SlotsSchema = z
  .record(
    z.string(),
    z
      .object({
        stored: z.string().nullable().describe('What the stored side says; null: nothing.'),
        incoming: z.string().nullable().describe('What the new statement says; null: nothing.'),
      })
      .describe('One slot of the two norms.')
      .meta({ id: 'SlotPair' }),
  )
  .describe('The slots of the two norms that were compared: subject, modality, value, state, …')
  .meta({ id: 'Slots' });
export const ConfidenceSchema = z
  .enum(['HIGH', 'MED', 'LOW'])
  .describe('How sure the comparison is of its verdict; not a probability of truth.');
const StageSchema = z
  .enum(['normalize', 'structural', 'nli', 'judge', 'store'])
  .describe('The stage that found it: reading, comparing norms, the model of inference, a judge, storing.');

export const QuotesSchema = z
  .object({
    stored: z.string().describe('Of the stored statement.'),
    incoming: z.string().describe('Of the new statement.'),
  })
  .describe('The words of either side that a judge takes to decide, verbatim.')
  .meta({ id: 'Quotes' });

const Named = z
  .object({ id: z.string().describe('Of the entity.'), name: z.string().describe('Its own name.') })
  .describe('An entity.')
  .meta({ id: 'NamedEntity' });

export const ShownRelationSchema = z
  .object({
    id: z.string().describe('Of the relation.'),
    type: z.string().describe('RULES, MEMBER_OF, BORN_ON …'),
    from: Named.describe('The entity that it begins at.'),
    to: Named.nullable().describe('null of an attribute, which has a value.'),
    value: z.string().nullable().describe('Of an attribute its value; null of what has another end.'),
    ...boundsFields,
    source: z
      .object({
        id: z.string().describe('Of the source.'),
        uri: z.string().describe('What names it: a path, an address.'),
        title: z.string().describe('What it is called.'),
        kind: z.enum(SOURCE_KINDS).describe('How reliable it is.'),
      })
      .nullable()
      .describe('The source that says it; null: none.'),
    claim_id: z.string().nullable().describe('The claim that says it; null: a document or a curator does.'),
    who: z.string().describe('Who says so.'),
  })
  .describe('A relation with its window as it was written.')
  .meta({ id: 'ShownRelation' });

const ClashSchema = z
  .object({
    incoming: ShownRelationSchema.describe('What the new statement says.'),
    stored: z.array(ShownRelationSchema).describe('What it can not stand beside: a least set.'),
    anachronism: z
      .object({
        claim: z
          .enum(['EXISTED_BEFORE', 'EXISTED_AFTER', 'EXISTED_DURING_MISMATCH'])
          .describe('What would have to be: that it existed before it began, after it ended, or at another time.'),
        entity: Named.describe('Who does not exist at the time.'),
        relation_id: z.string().describe('The relation by which it would have to.'),
        expected: StoryWindowSchema.describe('When it exists.'),
        actual: StoryWindowSchema.describe('When it would have to.'),
      })
      .nullable()
      .describe('Of something done outside an existence: who, and when it exists; else null.'),
    rule: z
      .object({
        id: z.string().describe('Of the rule.'),
        description: z.string().describe('What it demands.'),
        cypher: z.string().describe('The rule as it is written.'),
      })
      .optional()
      .describe('Present where they break a rule of this world.'),
  })
  .describe('Relations that can not all stand.')
  .meta({ id: 'RelationClash' });

export const ConflictSchema = z
  .object({
    claim: z
      .object({
        id: z.string().describe('Of the claim.'),
        statement: z.string().describe('What it claims, verbatim.'),
        who: z.string().describe('Who says so.'),
        reason: z.string().nullable().describe('Why; null: none was given.'),
        kind: z.enum(CLAIM_KINDS).describe('What sort of claim it is.'),
        system_from: Timestamp.describe('When the version that it was compared with was stored.'),
      })
      .nullable()
      .describe('null where relations conflict that no claim says.'),
    relations: ClashSchema.optional().describe('Present where relations conflict.'),
    tier: z.enum(['block', 'warn']).describe('`block`: surely a contradiction; `warn`: perhaps.'),
    code: z.enum(REASON_CODES).describe('What the contradiction is; stable.'),
    confidence: ConfidenceSchema,
    stage: StageSchema,
    score: z
      .number()
      .describe('1 for a verdict by norms, else the smaller of the two scores of the model, or how sure a judge is.'),
    slots: SlotsSchema,
    shared: z
      .object({ scope: Scope, period: StoryWindowSchema })
      .describe('Where and when both hold: there they contradict each other.'),
    spans: z
      .object({
        stored: z.array(SpanSchema).describe('In the stored statement.'),
        incoming: z.array(SpanSchema).describe('In the new statement.'),
      })
      .describe('Where what decided stands in the two texts.'),
    quotes: QuotesSchema.optional().describe('Present where a judge quotes what decides.'),
    reason: z.string().describe('The contradiction in words.'),
  })
  .describe('What the new statement contradicts, surely or perhaps, and why.')
  .meta({ id: 'Conflict' });

export const WarningSchema = z
  .object({
    code: z
      .enum(WARNING_CODES)
      .describe('`not_fully_read`, `not_fully_compared`: `reason` says how much was left out, and what to do.'),
    claim: z
      .object({ id: z.string().describe('Of the claim.'), statement: z.string().describe('What it claims, verbatim.') })
      .nullable()
      .describe('The claim that it is doubtful beside; null: none in particular.'),
    relations: ClashSchema.optional().describe('Present where relations may conflict.'),
    confidence: ConfidenceSchema,
    stage: StageSchema,
    slots: SlotsSchema,
    quotes: QuotesSchema.optional().describe('Present where a judge quotes what decides.'),
    reason: z.string().describe('Why, in words.'),
    lowered_by: z
      .enum(['kind', 'code', 'length', 'source', 'prophecy'])
      .optional()
      .describe(
        'Only where it would be a conflict but for the policy of the project: what of the policy applies. `length`: but ' +
          'for the length of the statement; it is compared again once it is stored, and then disputed. `source`: but that only a ' +
          'document says the other claim; vouch for that one to have it refused; of relations, that only rumour or talk ' +
          'says the other one. `prophecy`: but that a prophetic source ' +
          'says one of the two, which is refused for nothing.',
      ),
  })
  .describe('What is doubtful about a statement that is stored all the same.')
  .meta({ id: 'Warning' });
