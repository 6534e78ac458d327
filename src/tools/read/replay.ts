import { z } from 'zod';
import type { Calendar } from '../../core/calendar.js';
import type { Projection } from '../../core/projection.js';
import { replay as replayDecision } from '../../flows/replay.js';
import { ReplaySchema } from '../decision-schemas.js';
import { defineTool } from '../define.js';
import { presentNorm, presentShared, presentSlots } from '../present.js';
import { idField, tenantShape } from '../schemas.js';

export const replay = defineTool({
  name: 'replay',
  method: 'POST',
  path: '/v1/decisions/{decision_id}/replay',
  tag: 'read',
  role: 'reader',
  summary: 'Decide a recorded write again and compare',
  description:
    'Runs the guard as it is now over the versions of the claims and relations that the decision was compared with, and ' +
    'says which parts come out differently. Nothing is written and no model is asked: its scores are taken from the record.',
  useWhen: 'you changed the lexicon, the model or the version and want to know whether a decision would still be made.',
  notFor: 'a write that was never made: use check.',
  params: z.strictObject({ decision_id: idField.describe('Of the decision.') }),
  body: z.strictObject(tenantShape),
  responses: { 200: { description: 'Both decisions, and what differs.', schema: ReplaySchema } },
  problems: ['not_found', 'erased'],
  run: async ({ deps, tenant }, { decisionId }) => {
    const { recorded, replayed, ...rest } = await replayDecision(deps, tenant, decisionId);
    const { calendar } = await deps.contexts.of(tenant);
    const [before, now] = [present(recorded, calendar), present(replayed, calendar)];
    return { status: 200, body: { ...rest, recorded: before, replayed: now } };
  },
});

function present(projection: Projection, calendar: Calendar) {
  return {
    ...projection,
    norms: projection.norms.map((norm) => presentNorm(norm, calendar)),
    conflicts: projection.conflicts.map((conflict) => presentShared(conflict, calendar)),
    warnings: projection.warnings.map((warning) => ({ ...warning, slots: presentSlots(warning.slots) })),
  };
}
