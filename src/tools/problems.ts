import { z } from 'zod';
import type { ProblemCode } from '../core/errors.js';
import { MinimalConflictProblemSchema } from './compact-schemas.js';
import { PLAIN_PROBLEMS } from './problem-schemas.js';
import { ConflictProblemSchema } from './refusal-schemas.js';
import { BatchRefusedSchema, MinimalBatchRefusedSchema } from './write/batch-schemas.js';

/** A problem, in one view or in two that are told apart by their `view`. */
export type ProblemSchema = z.ZodObject | z.ZodDiscriminatedUnion<readonly [z.ZodObject, z.ZodObject], 'view'>;

/** The schema of every problem that the API answers with. */
export const PROBLEM_SCHEMAS: ReadonlyMap<ProblemCode, ProblemSchema> = new Map<ProblemCode, ProblemSchema>([
  ...PLAIN_PROBLEMS,
  ['conflict', inBothViews('ConflictAnswer', ConflictProblemSchema, MinimalConflictProblemSchema)],
  ['batch_refused', inBothViews('BatchRefusedAnswer', BatchRefusedSchema, MinimalBatchRefusedSchema)],
]);

/** That it is open holds anyway; unsaid, linters close the union to what it names itself, and count the fields of its views as unknown. */
function inBothViews(id: string, full: z.ZodObject, minimal: z.ZodObject) {
  return z
    .discriminatedUnion('view', [full, minimal])
    .describe('In full, or in short where that was preferred.')
    .meta({ id, unevaluatedProperties: true });
}
