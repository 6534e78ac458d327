import { z } from 'zod';
import { RELATION_STATUSES } from '../core/lore.js';
import { CAVEAT_CODES } from '../core/record.js';
import { SOURCE_KINDS } from '../core/source.js';
import { compactView, fullView } from './compact-schemas.js';
import { EntityRefSchema } from './lore-schemas.js';
import { boundsFields } from './schemas.js';
import { StoryTimeSchema, StoryWindowSchema, Timestamp } from './time-schemas.js';

/** What every answer about the world has, as it stands on the wire. */

export const timeField = z.string().trim().min(1).max(200).nullish();
export const atTimeField = timeField.describe(
  'A time in the world: `340 TA`, an era, `current`; or the name or id of an event or era that has a date. Default: current.',
);
export const eraField = timeField.describe('An era, or the name or id of an event that has a date.');
export const fromField = timeField.describe('From this time on, itself included. Left out: from the beginning.');
export const untilField = timeField.describe('Until this time, itself included. Left out: to the end.');
export const toField = timeField.describe('Another name of `until`.');

export const TruthSchema = z.enum(['true', 'false', 'unknown']);
export const heldField = TruthSchema.nullable().describe(
  'Whether it held at the time asked about; null: no time was, or it is foretold or no longer believed.',
);
export const coversField = z
  .enum(['all', 'part'])
  .nullable()
  .describe('Of a coarse time: whether it held in all of it or in a part; null: it did not surely hold.');

export const FactSchema = z
  .object({
    id: z.string().describe('Of the relation.'),
    type: z.string().describe('RULES, MEMBER_OF, BORN_ON …'),
    from: EntityRefSchema.describe('Where it begins.'),
    to: EntityRefSchema.nullable().describe('null of an attribute, which has a value.'),
    value: z.string().nullable().describe('Of an attribute its value; null of what has another end.'),
    ...boundsFields,
    when: StoryWindowSchema.nullable().describe(
      'When it held or took place, by the lives and events that it is about where it says nothing; null: nobody tells.',
    ),
    held: heldField,
    covers: coversField,
    confidence: z
      .number()
      .nullable()
      .describe('How surely it was read × how reliable its source is; null: a prophecy.'),
    is_disputed: z.boolean().describe('Whether something that contradicts it is open.'),
    disputed_with: z.array(z.string()).describe('Ids of the relations that contradict it.'),
    prophetic: z.boolean().describe('Told of what is to come by somebody who foresees it.'),
    status: z.enum(RELATION_STATUSES).describe('`active`: it is believed.'),
    source_id: z.string().nullable().describe('One of `sources`; null: none is named.'),
    document: z.string().nullable().describe('Path of the document that says it; null: none.'),
    claim_id: z.string().nullable().describe('The claim that said it.'),
    who: z.string().describe('Who says so.'),
  })
  .describe('A relation as the record has it.')
  .meta({ id: 'LoreFact' });

export const AnswerSourceSchema = z
  .object({
    id: z.string().nullable().describe('Of the source; null: none is named, and who wrote it stands for it.'),
    uri: z.string().nullable().describe('What names it: a path, an address.'),
    title: z.string().describe('What it is called; of no source, who says it.'),
    reliability: z.enum(SOURCE_KINDS).nullable().describe('How far it can be trusted; null of no source.'),
    weight: z.number().nullable().describe('What the reliability counts, from 0 to 1; null of a prophecy.'),
    open_contradictions: z.number().int().describe('Open contradictions that what it says here is a side of.'),
    passages: z
      .array(
        z
          .object({
            relation_id: z.string().describe('What it says.'),
            document: z.string().nullable().describe('Path of the document; null: none.'),
            heading: z.string().nullable().describe('The heading that the passage stands under; null: none.'),
            line: z.number().int().nullable().describe('Line on which the passage begins, from 1; null: not known.'),
            chunk_id: z.string().nullable().describe('The passage; null: none, or a field of a document.'),
            claim_id: z.string().nullable().describe('The claim that said it; null: none.'),
          })
          .describe('Where a source says something.')
          .meta({ id: 'SourcePassage' }),
      )
      .describe('Where it says it.'),
  })
  .describe('Who says what an answer rests on.')
  .meta({ id: 'AnswerSource' });

export const CaveatSchema = z
  .object({
    code: z.enum(CAVEAT_CODES).describe('What has to be said with the answer.'),
    sentence: z.string().describe('The same in words.'),
    ids: z.array(z.string()).describe('The relations, entities or sources that it is about.'),
    age_seconds: z
      .number()
      .int()
      .nullish()
      .describe('Of `stale_run` and `many_violations`: since everything was looked at; null: nothing ever did.'),
    open: z
      .number()
      .int()
      .nullish()
      .describe('Of these two: open violations that no curator acknowledged, orphans not counted.'),
  })
  .describe('What has to be said with an answer.')
  .meta({ id: 'Caveat' });

const RetconSchema = z
  .object({
    before: FactSchema.describe('As it was believed.'),
    after: FactSchema.nullable().describe('What took its place; null: nothing did.'),
  })
  .describe('Something that was declared to be otherwise.')
  .meta({ id: 'RetconnedFact' });

const hintField = z.string().nullable().describe('What to ask instead; null: the question fits what it is about.');
const outcomeField = z
  .enum(['answered', 'not_applicable'])
  .describe('`not_applicable`: this is not asked of such a thing; `hint` says what is.');
const violationsField = z
  .object({
    contradictions: z.number().int().describe('Open contradictions.'),
    anachronisms: z.number().int().describe('Open anachronisms.'),
    ontology_violations: z.number().int().describe('Open violations of rules of the project.'),
    orphans: z.number().int().describe('Whether things are not told that should be.'),
  })
  .describe('What is open against the entities that the question names; where it names none, in the project.')
  .meta({ id: 'OpenViolations' });

/** What every answer about the world says beside what was asked. */
export const besideFields = {
  outcome: outcomeField,
  hint: hintField,
  at_time: StoryTimeSchema.nullable().describe('The time that was asked about; null: none, or a stretch of time.'),
  during: StoryWindowSchema.nullable().describe('The stretch of time that was asked about; null: none.'),
  known_at: Timestamp.describe('What was believed then is answered.'),
  time_defaulted: z
    .boolean()
    .describe('Whether the question named no time, so that the current one, or all, was taken.'),
  confidence: z.number().nullable().describe('The least of what the answer rests on; null: nothing, or prophecies.'),
  is_disputed: z.boolean().describe('Whether something that the answer rests on is disputed.'),
  sources: z.array(AnswerSourceSchema).describe('Who says what the answer rests on.'),
  caveats: z.array(CaveatSchema).describe('What has to be said with it; empty: nothing.'),
  violations: violationsField,
  retcons: z.array(RetconSchema).describe('What of the answer was otherwise before, or is by now: both states.'),
};

/** The same of an answer that there is a short form of. */
export const envelopeFields = { view: fullView, ...besideFields };

/** What every answer in short has. */
export const compactEnvelopeFields = {
  view: compactView,
  hint: hintField.optional().describe('Present where the question does not fit: what to ask instead.'),
  at_time: z.string().optional().describe('The time that was asked about.'),
  confidence: z.number().nullable().describe('The least of what the answer rests on; null: nothing, or prophecies.'),
  is_disputed: z.literal(true).optional().describe('Present where something that it rests on is disputed.'),
  caveats: z.array(z.enum(CAVEAT_CODES)).describe('What has to be said with it.'),
  sources: z.array(z.string()).describe('Titles of the sources.'),
};
