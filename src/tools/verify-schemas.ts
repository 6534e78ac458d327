import { z } from 'zod';
import { CAVEAT_CODES } from '../core/record.js';
import { REASON_CODES } from '../core/verdict.js';
import { SENTENCE_CODES, VERDICTS } from '../flows/lore/verify/verdict.js';
import { AnswerSourceSchema, CaveatSchema, FactSchema, TruthSchema } from './envelope-schemas.js';
import { CandidateSchema } from './problem-schemas.js';

/** What is said of a draft answer, as it stands on the wire. */

const SpanSchema = z
  .object({ start: z.number().int().describe('Offset.'), end: z.number().int().describe('Offset after the last.') })
  .describe('Where it stands in the text, in UTF-16 code units.')
  .meta({ id: 'AnswerSpan' });

export const verdictField = z
  .enum(VERDICTS)
  .describe('`unknown`: nothing decides; see `code`. Never `supported` by what is disputed without `is_disputed`.');

export const sentenceCodeField = z
  .enum(SENTENCE_CODES)
  .describe(
    '`recorded`; `other_recorded`: another has its place; `other_time`, `other_bounds`, `not_then`: at another time; ' +
      '`denied`: the record says so or not; `impossible`: it can not stand beside `against`; `claim`: `claims` decide; ' +
      '`silent`: nothing is recorded; `unsure_when`; `foretold` only; `unknown_name`; `ambiguous_name`; `not_read`.',
  );

const CheckedRelationSchema = z
  .object({
    type: z.string().describe('RULES, BORN_ON …'),
    truth: TruthSchema.describe('Whether the record says so.'),
    code: sentenceCodeField,
    name: z.string().nullable().describe('The name that is not known, or that several bear; null: all are known.'),
    candidates: z.array(CandidateSchema).describe('Those that bear it.'),
    facts: z.array(FactSchema).describe('The relations that decide.'),
    against: z.array(z.string()).describe('Ids of relations beside which it can not stand.'),
    sources: z.array(AnswerSourceSchema).describe('Who says so, and in which passages.'),
    caveats: z.array(CaveatSchema).describe('What has to be said with it.'),
    is_disputed: z.boolean().describe('Whether what decides is disputed.'),
  })
  .describe('A relation that a sentence states.')
  .meta({ id: 'CheckedRelation' });

const ClaimSaidSchema = z
  .object({
    id: z.string().describe('Of the claim.'),
    statement: z.string().describe('What it says.'),
    who: z.string().describe('Who says so.'),
    side: z.enum(['supports', 'contradicts', 'may_contradict']).describe('`may_contradict` decides nothing.'),
    code: z.enum(REASON_CODES).describe('Why, by the comparison of the guard.'),
    is_disputed: z.boolean().describe('Whether a contradiction of it is open.'),
  })
  .describe('A claim that says the same as a sentence, or what contradicts it.')
  .meta({ id: 'ClaimSaid' });

export const CheckedSentenceSchema = z
  .object({
    text: z.string().describe('The sentence.'),
    span: SpanSchema,
    verdict: verdictField,
    code: sentenceCodeField,
    is_disputed: z.boolean().describe('Whether something that decides is disputed: say so.'),
    is_read: z.boolean().describe('Whether all that it says was read as relations.'),
    was_returned: z
      .boolean()
      .nullable()
      .describe(
        'Whether a call of the session returned a relation or a claim that decides; null: no session, or nothing that is ' +
          'recorded was read.',
      ),
    entities: z.array(z.string()).describe('Ids of what it names.'),
    relations: z.array(CheckedRelationSchema).describe('What it states.'),
    claims: z.array(ClaimSaidSchema).describe('Claims on either side.'),
  })
  .describe('What the record says of a sentence.')
  .meta({ id: 'CheckedSentence' });

export const skippedField = z
  .array(SpanSchema)
  .describe('Sentences that were not looked at: there are too many, or they are too long.');

export const unsaidField = z
  .array(z.enum(CAVEAT_CODES))
  .nullable()
  .describe('Caveats that the session was answered with and the draft leaves unsaid; null: no session.');
