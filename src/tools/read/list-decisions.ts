import { z } from 'zod';
import { WRITE_OPS } from '../../core/claim.js';
import { TIERS, WRITE_RESULTS } from '../../core/decision.js';
import { REASON_CODES } from '../../core/verdict.js';
import {
  EXAMINED_MAX,
  listDecisions as findDecisions,
  type ListedDecision,
} from '../../store/queries/claims/decision-list.js';
import { cut } from '../compact.js';
import { compactPage, fullPage } from '../compact-schemas.js';
import { defineTool } from '../define.js';
import {
  idField,
  instantField,
  keyIdField,
  PAGE_DEFAULT,
  pageShape,
  TierSchema,
  tenantShape,
  wordField,
} from '../schemas.js';
import { Timestamp } from '../time-schemas.js';
import { WARNING_CODES } from '../warning-codes.js';

const codes = z.array(z.enum(WARNING_CODES)).describe('Why it was refused or warned; empty: neither.');
const claimId = z.string().nullable().describe('The claim that was stored, or that says the same; null: refused.');

const ListedDecisionSchema = z
  .object({
    id: z.string().describe('Of the decision: `/v1/decisions/{id}` tells all of it.'),
    op: z.enum(WRITE_OPS).describe('The operation that asked for it.'),
    made_at: Timestamp.describe('When it was made.'),
    who: z.string().describe('Who wanted to write.'),
    statement: z.string().describe('What was to be written, verbatim.'),
    reason: z.string().nullable().describe('Why, in the words of the writer; null: none was given.'),
    result: z.enum(WRITE_RESULTS).describe('`conflict`: it was refused.'),
    tier: TierSchema,
    forced: z.boolean().describe('Whether it was stored in spite of a conflict.'),
    codes,
    conflicts_total: z.number().int().describe('How many claims it contradicts.'),
    claim_id: claimId,
    key_id: keyIdField,
  })
  .describe('A decision of the guard.')
  .meta({ id: 'ListedDecision' });

const CompactDecisionSchema = ListedDecisionSchema.pick({ id: true, who: true, tier: true, codes: true })
  .extend({ statement: z.string().describe('What was to be written; a long one is cut, and ends with “…”.') })
  .describe('A decision of the guard, in short.')
  .meta({ id: 'CompactDecision' });

export const listDecisions = defineTool({
  name: 'list_decisions',
  method: 'GET',
  path: '/v1/decisions',
  tag: 'read',
  role: 'reader',
  summary: 'List what the guard decided, newest first',
  description:
    'Every decision, refusals included: `result=conflict` lists what was refused, `tier=forced` what was stored all the ' +
    `same. A page looks at ${EXAMINED_MAX} decisions at most: with a filter that few pass it may hold fewer than \`limit\`, or none.`,
  useWhen: 'you want to know what was refused, forced or warned about, by whom and why.',
  notFor: 'everything about one decision: use get_decision. For what was done without the guard use audit.',
  query: z.strictObject({
    ...tenantShape,
    result: z.enum(WRITE_RESULTS).nullish().describe('`conflict`: refused writes only.'),
    tier: z.enum(TIERS).nullish().describe('Decisions of this tier only.'),
    code: z.enum(REASON_CODES).nullish().describe('Decisions that were refused or warned for this reason only.'),
    who: wordField.describe('Decisions about what this author wanted to write only.'),
    op: z.enum(WRITE_OPS).nullish().describe('Decisions that this operation asked for only.'),
    claim_id: idField.nullish().describe('Decisions that stored this claim only.'),
    from: instantField.describe('System time from which on.'),
    until: instantField.describe('System time before which.'),
    ...pageShape,
  }),
  responses: {
    200: {
      description: 'One page.',
      schema: fullPage(ListedDecisionSchema, 'DecisionPage'),
      short: compactPage(CompactDecisionSchema, 'CompactDecisionPage'),
    },
  },
  problems: [],
  run: async ({ deps, tenant }, { limit, cursor, ...filters }) => {
    const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value != null));
    const filter = { ...given, limit: limit ?? PAGE_DEFAULT, cursor: cursor ?? undefined };
    const { items, nextCursor } = await deps.store.tenant(tenant.orgId, (db) => findDecisions(db, tenant, filter));
    const short = () => ({ view: 'compact', items: items.map(compact), nextCursor });
    return { status: 200, body: { view: 'full', items: items.map(present), nextCursor }, short };
  },
});

function present({ at, ...decision }: ListedDecision) {
  return { ...decision, madeAt: at, forced: decision.tier === 'forced' };
}

function compact({ id, who, tier, codes, statement }: ListedDecision) {
  return { id, who, tier, codes, statement: cut(statement) };
}
