import { z } from 'zod';
import { FINDING_KINDS, FINDING_STATUSES } from '../../core/finding.js';
import { describeFindings } from '../../flows/detective/describe.js';
import { listFindings as list } from '../../store/queries/detective/findings.js';
import { defineTool } from '../define.js';
import { idField, nextCursorField, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';
import { FindingSchema } from './finding-schemas.js';
import { presentFinding } from './present-finding.js';

export const listFindings = defineTool({
  name: 'list_findings',
  method: 'GET',
  path: '/v1/findings',
  tag: 'read',
  role: 'reader',
  summary: 'List what may confuse a reader of the whole story',
  description:
    'Oldest first: reversals, ambiguities and stale claims that no single pair shows, each with all claims that it is ' +
    'about and a question that a person can answer by yes or no, and ways out as requests.',
  useWhen: 'you want to know which claims leave open what is true now, or to work through what is to be answered.',
  notFor: 'two claims that contradict each other: use get_contradictions. Looking right now: use investigate.',
  query: z.strictObject({
    ...tenantShape,
    status: z
      .enum([...FINDING_STATUSES, 'all'])
      .nullish()
      .describe('Default: open.'),
    kind: z.enum(FINDING_KINDS).nullish().describe('Only of this kind.'),
    claim_id: idField.nullish().describe('Only about this claim.'),
    ...pageShape,
  }),
  responses: {
    200: {
      description: 'One page.',
      schema: z
        .object({ items: z.array(FindingSchema).describe('Oldest first.'), next_cursor: nextCursorField })
        .describe('One page.')
        .meta({ id: 'Findings' }),
    },
  },
  problems: [],
  run: async ({ deps, tenant }, { status, kind, claimId, limit, cursor }) => {
    const filter = { status: status ?? 'open', kind: kind ?? undefined, claimId: claimId ?? undefined };
    const paged = { ...filter, limit: limit ?? PAGE_DEFAULT, cursor: cursor ?? undefined };
    const { items, nextCursor } = await deps.store.tenant(tenant.orgId, (db) => list(db, tenant, paged));
    const described = await describeFindings(deps, tenant, items);
    return { status: 200, body: { items: described.map((one) => presentFinding(one, tenant)), nextCursor } };
  },
});
