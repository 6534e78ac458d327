import { z } from 'zod';
import { MODALITIES } from '../core/modality.js';
import { StoryWindowSchema } from './time-schemas.js';

/** The reading of a statement, as it stands on the wire. */

export const Scope = z
  .object({
    env: z.string().nullable().describe('The environment; null: everywhere.'),
    team: z.string().nullable().describe('The team; null: every one.'),
  })
  .describe('Where it holds.')
  .meta({ id: 'Scope' });
export const SpanSchema = z
  .object({
    slot: z.string().describe('What stands there.'),
    start: z.number().int().describe('Where it begins.'),
    end: z.number().int().describe('Where it ends.'),
  })
  .describe('Offsets into the statement in UTF-16 code units, end exclusive.')
  .meta({ id: 'Span' });

const QuantitySchema = z
  .object({
    min: z.number().nullable().describe('The least; null: no end on that side.'),
    max: z.number().nullable().describe('The most; null: no end on that side.'),
    is_min_open: z.literal(true).optional().describe('The end is itself left out: "more than 5".'),
    is_max_open: z.literal(true).optional().describe('The end is itself left out: "under 10".'),
    unit: z.string().nullable().describe('The base unit of the dimension, or the noun that is counted.'),
    dimension: z.string().nullable().describe('duration, size, percent, count, size/duration …; null: a bare number.'),
  })
  .describe('Numbers as an interval: null is no end on that side, two equal ends are an exact number.')
  .meta({ id: 'Quantity' });

export const NormSchema = z
  .object({
    modality: z
      .enum(MODALITIES)
      .nullable()
      .describe('What it obliges to, forbids, permits, prefers or tells; null: nothing.'),
    subject: z.string().nullable().describe('The key of what it is about: base forms of its words, sorted.'),
    subject_kind: z
      .enum(['PRESENT', 'FUZZY', 'MISSING'])
      .describe('Whether that is said: `FUZZY`: not surely ("it"); `MISSING`: not at all.'),
    object: z
      .object({
        state: z.string().describe('enabled, required, open …'),
        polarity: z.enum(['positive', 'negative']).describe('Which of two opposite states it is.'),
      })
      .nullable()
      .describe('The state that it demands or tells; null: none.'),
    predicate: z.string().nullable().describe('The base form of its verb, where that carries meaning.'),
    value: z.string().nullable().describe('The value that it sets or names: blue, 8080, pnpm.'),
    value_class: z.string().nullable().describe('What sort of value that is: port, colour, duration …'),
    quantity: QuantitySchema.nullable().describe('The number that it sets, or the bounds of one; null: none.'),
    exclusive: z.boolean().describe('Whether it allows no other value: "only".'),
    conditions: z.array(z.string()).describe('What has to be for it to hold: "if", "when", "unless".'),
    preferred_over: z
      .string()
      .nullable()
      .describe('"Prefer A over B": B, where `value` is A; null where nothing is ranked.'),
    relation: z
      .object({
        type: z.string().describe('RULES, MEMBER_OF, BORN_ON …'),
        from: z.string().describe('Who or what it begins at, in lower case.'),
        to: z.string().describe('Who or what it leads to, or its value, in lower case.'),
        is_prophecy: z.boolean().describe('Told of what is to come by somebody who foresees it.'),
        period: StoryWindowSchema,
      })
      .optional()
      .describe('The lore reading: that one named thing stands in a known relation to another, and when.'),
    quantifier: z
      .enum(['all', 'none', 'some'])
      .optional()
      .describe('Of how many of its kind it speaks, where it says so: "every …", "no …", "some …".'),
    phase: z.enum(['over', 'still']).optional().describe('It tells that something is over, or still so.'),
    is_past: z.boolean().optional().describe('It tells what was, not what is.'),
    tense: z
      .enum(['past', 'perfect', 'present', 'progress'])
      .optional()
      .describe('When something is or was done: "ran", "has run", "runs", "is being run"; absent for states.'),
    is_future: z.boolean().optional().describe('It tells what will be, not what is.'),
    is_of_some: z
      .boolean()
      .optional()
      .describe(
        'It tells of some of its kind, of some times or places, or of what may be: "a friend of Lea", "sometimes".',
      ),
    is_of_one_time: z
      .boolean()
      .optional()
      .describe('It tells of one time only, which need not be so at another: "today", "not yet", "failed because …".'),
    whole: z
      .enum(['said', 'denied'])
      .optional()
      .describe('It says something of the whole ("always"), or denies but that, or the reason: "not always".'),
    persons: z
      .array(z.number().int())
      .optional()
      .describe(
        'Of whom it tells by pronouns, in their order: 0 the speaker, 1 who is spoken to, 2 he, 3 she, 4 they.',
      ),
    is_charge: z
      .boolean()
      .optional()
      .describe('It tells who is responsible for a thing, which need not be who owns it.'),
    is_change: z.boolean().optional().describe('It tells of a change: what it says took the place of something.'),
    is_opinion: z.boolean().optional().describe('A characterisation: never a contradiction.'),
    is_usual: z
      .boolean()
      .optional()
      .describe('True as a rule ("generally", "usually"): an exception does not contradict it.'),
    scope: Scope,
    period: StoryWindowSchema,
    spans: z.array(SpanSchema).describe('Where its slots stand in the statement.'),
  })
  .describe('The structured reading of one clause.')
  .meta({ id: 'Norm' });

/** The norms of a statement, as a part of what is shown of it. */
export const normsFields = {
  norms: z.array(NormSchema).describe('One a clause, in their order; the first 32.'),
  norms_left_out: z.number().int().optional().describe('How many more clauses were read than are shown; absent: none.'),
};
