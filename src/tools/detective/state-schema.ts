import { z } from 'zod';
import type { Diagnosis } from '../../flows/diagnose.js';
import { Timestamp } from '../time-schemas.js';
import { CoverageSchema } from './finding-schemas.js';

const FailureSchema = z.object({
  claim_id: z.string().describe('Whose story could not be read.'),
  attempts: z.number().int().describe('How often it was tried.'),
  retried_at: Timestamp.nullable().describe(
    'When it is tried again; null: not by itself. `investigate` tries all of them at once.',
  ),
});

export const DetectiveStateSchema = z
  .object({
    covered: CoverageSchema.describe('Of all runs.'),
    read_until: Timestamp.nullable().describe('What was stored until then is read; null: nothing is yet.'),
    is_behind: z.boolean().describe('Whether something is stored that was not read.'),
    failures: z
      .array(FailureSchema)
      .describe('Of `covered.claims_failed`, those first that are not tried again; at most 20.'),
    model: z
      .string()
      .nullable()
      .describe('The language model that reads stories beside the rules; null: off, none is configured.'),
  })
  .describe('How far the detective has read the story of the project.')
  .meta({ id: 'DetectiveState' });

export function presentState({ coverage, readUntil, isBehind, failures, model }: Diagnosis['detective']) {
  return { covered: coverage, readUntil, isBehind, failures, model };
}
