import type { z } from 'zod';
import type { ProblemCode } from '../core/errors.js';
import { PLAIN_PROBLEMS } from './problem-schemas.js';
import { ConflictProblemSchema } from './refusal-schemas.js';
import { BatchRefusedSchema } from './write/batch-schemas.js';

/** The schema of every problem that the API answers with. */
export const PROBLEM_SCHEMAS: ReadonlyMap<ProblemCode, z.ZodObject> = new Map<ProblemCode, z.ZodObject>([
  ...PLAIN_PROBLEMS,
  ['conflict', ConflictProblemSchema],
  ['batch_refused', BatchRefusedSchema],
]);
