import { z } from 'zod';
import { RUN_MODES, RUN_SCOPES, RUN_STATUSES } from '../../core/consistency.js';
import type { Run } from '../../store/queries/consistency/runs.js';
import { Timestamp } from '../time-schemas.js';

/** Runs as they stand on the wire. */

const count = z.number().int();

export const RunSchema = z
  .object({
    id: z.string().describe('Of the run; violations that it found have it as run_id.'),
    mode: z.enum(RUN_MODES).describe('`live`: right after a write, over what it touched. `batch`: all others.'),
    scope: z.enum(RUN_SCOPES).describe('What it looks at.'),
    scope_id: z.string().nullable().describe('The entity or era; null of other scopes.'),
    status: z.enum(RUN_STATUSES).describe('`failed`: whoever did it fell silent; it was begun again as another run.'),
    who: z.string().describe('Who asked for it; `schedule` did every night.'),
    requested_at: Timestamp,
    started_at: Timestamp.nullable().describe('null: it waits.'),
    finished_at: Timestamp.nullable().describe('null: it waits or runs.'),
    duration_ms: count.nullable().describe('null: it waits or runs.'),
    progress: z
      .object({ done: count.describe('Steps that are done.'), total: count.describe('All steps; 0: not known yet.') })
      .describe('How far it is.'),
    rules_run: count.describe('Rules that it went by.'),
    violations_found: count.describe('Contradictions that it opened.'),
    anachronisms_found: count.describe('Anachronisms that it opened.'),
    orphans_found: count.describe('Orphans that it opened.'),
    errors: z
      .array(z.object({ rule: z.string().describe('The rule.'), message: z.string().describe('What went wrong.') }))
      .describe('Rules that could not be run; the others were.'),
  })
  .describe('A run of the consistency engine.')
  .meta({ id: 'ConsistencyRun' });

export function presentRun({ stepsDone, stepsTotal, attempts: _, ...run }: Run) {
  const { startedAt, finishedAt } = run;
  const isEnded = startedAt !== null && finishedAt !== null;
  const durationMs = isEnded ? Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt)) : null;
  return { ...run, durationMs, progress: { done: stepsDone, total: stepsTotal } };
}
