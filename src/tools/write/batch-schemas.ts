import { z } from 'zod';
import { PROBLEMS, type ProblemCode } from '../../core/errors.js';
import {
  fullView,
  MinimalConflictProblemSchema,
  MinimalStoredSchema,
  minimalProblem,
  minimalView,
} from '../compact-schemas.js';
import { plainProblem, problemSchema } from '../problem-schemas.js';
import { ConflictProblemSchema } from '../refusal-schemas.js';
import { StoredSchema, SupersededSchema } from '../stored-schemas.js';

/** What a batch answers. */

/** Why an item may not be stored, beside a conflict. */
const ITEM_PROBLEMS: readonly ProblemCode[] = [
  ...(['invalid_request', 'invalid_date', 'invalid_period', 'unknown_dependency', 'forbidden', 'not_found'] as const),
  ...(['not_active', 'not_stored', 'internal', 'unavailable'] as const),
];

const index = z.number().int().describe('Of the item, from 0.');

const StoredItem = z
  .object({
    index,
    status: z.union([z.literal(200), z.literal(201)]).describe('That the item would have had by itself.'),
    body: z.union([SupersededSchema, StoredSchema]).describe('What it would have been answered by itself.'),
  })
  .describe('An item that is stored, or that is so already.')
  .meta({ id: 'StoredItem' });

const refused = [ConflictProblemSchema, ...ITEM_PROBLEMS.map(plainProblem)] as const;

const statuses = [...new Set([409, ...ITEM_PROBLEMS.map((code) => PROBLEMS[code].status)])].sort((a, b) => a - b);

const RefusedItem = z
  .object({
    index,
    status: z.literal(statuses).describe('That the item would have had by itself.'),
    body: z.discriminatedUnion('code', refused).describe('What it would have been answered by itself.'),
  })
  .describe('An item that is not stored.')
  .meta({ id: 'RefusedItem' });

const results = z.array(z.union([StoredItem, RefusedItem])).describe('One result an item, in their order.');

export const BatchResultsSchema = z
  .object({ view: fullView, results })
  .describe('What became of every item.')
  .meta({ id: 'BatchResults' });

export const BatchRefusedSchema = problemSchema('batch_refused', { view: fullView, results })
  .describe('The refusal of an atomic batch: nothing of it is stored.')
  .meta({ id: 'BatchRefusedProblem' });

const MinimalStoredItem = StoredItem.extend({ body: MinimalStoredSchema })
  .describe('An item that is stored, in short.')
  .meta({ id: 'MinimalStoredItem' });

const MinimalRefusedItem = RefusedItem.extend({
  body: z
    .discriminatedUnion('code', [MinimalConflictProblemSchema, ...ITEM_PROBLEMS.map(plainProblem)])
    .describe('What it would have been answered by itself.'),
})
  .describe('An item that is not stored, in short.')
  .meta({ id: 'MinimalRefusedItem' });

const minimalResults = z
  .array(z.union([MinimalStoredItem, MinimalRefusedItem]))
  .describe('One result an item, in their order.');

export const MinimalBatchResultsSchema = z
  .object({ view: minimalView, results: minimalResults })
  .describe('What became of every item, in short.')
  .meta({ id: 'MinimalBatchResults' });

export const MinimalBatchRefusedSchema = z
  .object({ view: minimalView, ...minimalProblem('batch_refused'), results: minimalResults })
  .describe('The refusal of an atomic batch, in short.')
  .meta({ id: 'MinimalBatchRefusedProblem' });
