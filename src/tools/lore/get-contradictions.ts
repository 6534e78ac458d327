import { z } from 'zod';
import { contradictsAt, describeContradictions } from '../../flows/lore/contradictions.js';
import { timeAsked } from '../../flows/window.js';
import { compactPage, fullPage } from '../compact-schemas.js';
import { violationPage } from '../consistency/violation-page.js';
import { openTotal, severityField, statusField } from '../consistency/violation-schemas.js';
import { CompactContradictionSchema, ContradictionSchema } from '../contradiction-schemas.js';
import { defineTool } from '../define.js';
import { compactContradiction, presentContradiction } from '../present-contradiction.js';
import { atTimeField, instantField, label, pageShape, tenantShape } from '../schemas.js';

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
    severity: severityField,
    source: z
      .string()
      .trim()
      .min(1)
      .max(2000)
      .nullish()
      .describe('Id, uri or name of a source, or the source of a claim.'),
    status: statusField,
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
  run: async (context, { subject, atTime, ...asked }) => {
    const { deps, tenant } = context;
    const { unit } = await timeAsked(deps, tenant, atTime);
    const entity = subject == null ? null : { path: 'subject', name: subject };
    const page = await violationPage(context, { kind: 'contradiction', entity, ...asked }, async (violations) => {
      const found = await describeContradictions(deps, tenant, violations, asked.knownAt ?? undefined);
      return unit === null ? found : found.filter((one) => contradictsAt(one, unit) !== 'false');
    });
    const short = () => ({ view: 'compact', ...page, items: page.items.map(compactContradiction) });
    const items = page.items.map((one) => presentContradiction(one, tenant, unit));
    return { status: 200, body: { view: 'full', ...page, items }, short };
  },
});
