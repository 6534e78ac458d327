import { z } from 'zod';
import { claimSourcesOf, contradictsAt, describeContradictions } from '../../flows/lore/contradictions.js';
import { timeOrAll } from '../../flows/lore/read/beside.js';
import { openQuestion } from '../../flows/lore/read/question.js';
import { compactPageOf, violationPage, violationPages } from '../consistency/violation-page.js';
import { severityField, statusField } from '../consistency/violation-schemas.js';
import { CompactContradictionSchema, ContradictionSchema } from '../contradiction-schemas.js';
import { defineTool } from '../define.js';
import { atTimeField } from '../envelope-schemas.js';
import { compactContradiction, presentContradiction } from '../present-contradiction.js';
import { instantField, label, pageShape, tenantShape } from '../schemas.js';

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
      ...violationPages(ContradictionSchema, 'ContradictionPage', CompactContradictionSchema),
    },
  },
  problems: ['ambiguous_entity', 'invalid_date'],
  run: async (context, { subject, atTime, ...asked }) => {
    const { deps, tenant } = context;
    const time = await timeOrAll(context, await openQuestion(context, asked.knownAt), atTime);
    const unit = atTime == null ? null : time.unit;
    const entity = subject == null ? null : { path: 'subject', name: subject };
    const of = { kind: 'contradiction', entity, time, ...asked } as const;
    const page = await violationPage(context, of, async (violations, told) => {
      const found = await describeContradictions(deps, tenant, violations, asked.knownAt ?? undefined, told);
      const fitting = unit === null ? found : found.filter((one) => contradictsAt(one, unit) !== 'false');
      return fitting.map((shown) => ({ violation: shown.violation, shown, sources: claimSourcesOf(shown) }));
    });
    const items = page.items.map((one) => presentContradiction(one, tenant, unit));
    return {
      status: 200,
      body: { view: 'full', ...page, items },
      short: () => compactPageOf(page, compactContradiction),
    };
  },
});
