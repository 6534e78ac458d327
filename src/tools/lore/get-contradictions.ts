import { z } from 'zod';
import { SEVERITIES, VIOLATION_STATUSES, type ViolationStatus } from '../../core/violation.js';
import { contradictsAt, describeContradictions } from '../../flows/lore/contradictions.js';
import { findEntity } from '../../flows/lore/resolve.js';
import { timeAsked } from '../../flows/window.js';
import { idsOfEntity } from '../../store/queries/entities.js';
import { findSource } from '../../store/queries/source-names.js';
import { listViolations } from '../../store/queries/violation-list.js';
import { countOpen, flagViolations, OPEN_COUNTED_MAX } from '../../store/queries/violations.js';
import { compactPage, fullPage } from '../compact-schemas.js';
import { CompactContradictionSchema, ContradictionSchema } from '../contradiction-schemas.js';
import { defineTool } from '../define.js';
import { compactContradiction, presentContradiction } from '../present-contradiction.js';
import { atTimeField, instantField, label, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';

const openTotal = z
  .number()
  .int()
  .describe(`How many are open in the project, whatever is asked for; counted up to ${OPEN_COUNTED_MAX}.`);

function statusOf(status: ViolationStatus | 'all' | null | undefined): ViolationStatus | undefined {
  return status === 'all' ? undefined : (status ?? 'open');
}

export const getContradictions = defineTool({
  name: 'get_contradictions',
  method: 'GET',
  path: '/v1/contradictions',
  alias: { path: '/v1/lore/get-contradictions', since: '2026-11-24', sunset: '2027-06-30' },
  tag: 'lore',
  toolsets: ['memory', 'lore'],
  role: 'reader',
  summary: 'List contradictions between claims or relations that are stored',
  description:
    'Oldest first: what the contradiction is, both sides with who says so and why, the decision that let it in, and ways ' +
    'out as requests. What an answer of this operation delivered is `flagged` from then on. With `at_time` a page may hold ' +
    'fewer than `limit`, or none.',
  useWhen: 'you want to know what is disputed, or work through what is to be settled.',
  notFor: 'what a write would contradict: use check. What was refused and never stored: use list_decisions.',
  query: z.strictObject({
    ...tenantShape,
    subject: label.nullish().describe('Id or name of an entity on either end of a side, or what claims are about.'),
    severity: z.enum(SEVERITIES).nullish().describe('At least so severe; default: any.'),
    source: z
      .string()
      .trim()
      .min(1)
      .max(2000)
      .nullish()
      .describe('Id, uri or name of a source, or the source of a claim.'),
    status: z
      .enum([...VIOLATION_STATUSES, 'all'])
      .nullish()
      .describe('Default: open.'),
    at_time: atTimeField.describe('Only those of which all sides hold at this time in the world, surely or perhaps.'),
    known_at: instantField.describe('Answer with what was open, or settled, at this system time; default: now.'),
    ...pageShape,
  }),
  responses: {
    200: {
      description: 'One page.',
      schema: fullPage(ContradictionSchema, 'ContradictionPage', { open_total: openTotal }),
      short: compactPage(CompactContradictionSchema, 'CompactContradictionPage', { open_total: openTotal }),
    },
  },
  problems: ['ambiguous_entity', 'invalid_date'],
  run: async ({ deps, tenant, report }, { subject, severity, source, status, atTime, knownAt, limit, cursor }) => {
    const { unit } = await timeAsked(deps, tenant, atTime);
    const named = subject == null ? null : await findEntity(deps, tenant, { path: 'subject', name: subject });
    const { page, openTotal } = await deps.store.tenant(tenant.orgId, async (db) => {
      const ids = named === null ? [] : await idsOfEntity(db, tenant, named.id);
      const said = source == null ? null : await findSource(db, tenant, source);
      const found = await listViolations(db, tenant, {
        ...{ kind: 'contradiction', severity: severity ?? undefined, status: statusOf(status) },
        ...(subject == null ? {} : { subject: { ids, text: subject } }),
        ...(source == null ? {} : { source: { id: said?.id ?? null, text: source } }),
        ...{ knownAt: knownAt ?? undefined, limit: limit ?? PAGE_DEFAULT, cursor: cursor ?? undefined },
      });
      return { page: found, openTotal: (await countOpen(db, tenant)).contradiction };
    });
    const found = await describeContradictions(deps, tenant, page.items, knownAt ?? undefined);
    const described = unit === null ? found : found.filter((one) => contradictsAt(one, unit) !== 'false');
    const unflagged = described.flatMap(({ violation: { id, flagged } }) => (flagged ? [] : [id]));
    if (unflagged.length > 0 && knownAt == null) {
      // Not waited for: the answer does not depend on it.
      deps.store.tenant(tenant.orgId, (db) => flagViolations(db, tenant, unflagged)).catch(report);
    }
    const { nextCursor } = page;
    const items = described.map((one) => presentContradiction(one, tenant, unit));
    const short = () => ({ view: 'compact', items: described.map(compactContradiction), nextCursor, openTotal });
    return { status: 200, body: { view: 'full', items, nextCursor, openTotal }, short };
  },
});
