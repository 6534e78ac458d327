import { z } from 'zod';
import { CLAIM_KINDS, CLAIM_STATUSES } from '../../core/claim.js';
import { closedSupports } from '../../flows/asking/supports.js';
import { timeAsked } from '../../flows/window.js';
import { type ClaimFilter, EXAMINED_MAX, listClaims as findClaims } from '../../store/queries/claims/claim-list.js';
import { compactClaim } from '../compact.js';
import { CompactClaimSchema, compactPage, fullPage } from '../compact-schemas.js';
import { defineTool } from '../define.js';
import { presentClaim } from '../present.js';
import { ClaimSchema, idField, knownAtField, PAGE_DEFAULT, pageShape, tenantShape, wordField } from '../schemas.js';
import type { Camel } from '../wire.js';

const flagField = z.enum(['true', 'false']).nullish();

function flagOf(text: 'true' | 'false' | null | undefined): boolean | undefined {
  return text == null ? undefined : text === 'true';
}

const query = z.strictObject({
  ...tenantShape,
  status: z.enum(CLAIM_STATUSES).nullish().describe('Default: active.'),
  kind: z.enum(CLAIM_KINDS).nullish().describe('Claims of this kind only.'),
  disputed: flagField.describe('true: claims that an open contradiction is about only; false: all others.'),
  guarded: flagField.describe('false: claims that the guard did not vouch for only; true: all others.'),
  entity: wordField.describe('Claims about this entity only, as it was written with them.'),
  source: z.string().trim().min(1).max(2000).nullish().describe('Claims with exactly this source only.'),
  lore_source: idField.nullish().describe('Claims whose `source` names this registered source only; its id.'),
  who: wordField.describe('Claims of this author only.'),
  tag: wordField.describe('Claims with this tag only.'),
  q: wordField.describe('Part of the statement, in any case.'),
  env: wordField.describe('Claims of this environment only.'),
  team: wordField.describe('Claims of this team only.'),
  at_time: wordField.describe(
    'Claims that hold at this time in the world, surely or perhaps: a date of the calendar; at some point in it.',
  ),
  known_at: knownAtField,
  ...pageShape,
});

export const listClaims = defineTool({
  name: 'list_claims',
  method: 'GET',
  path: '/v1/claims',
  tag: 'read',
  role: 'reader',
  takesSession: true,
  summary: 'List claims, newest first',
  description:
    'Pages through the claims of a project. Pass `next_cursor` back as `cursor` for the next page, until it is null. ' +
    `A page looks at ${EXAMINED_MAX} claims at most: with a filter that few pass it may hold fewer than \`limit\`, or none.`,
  useWhen: 'you look for claims by author, tag, entity, source, words, or the time at which they hold.',
  notFor: 'one claim: use get_claim. What may contradict a statement: use check.',
  query,
  responses: {
    200: {
      description: 'One page.',
      schema: fullPage(ClaimSchema, 'ClaimPage'),
      short: compactPage(CompactClaimSchema, 'CompactClaimPage'),
    },
  },
  problems: ['invalid_date'],
  run: async ({ deps, tenant, session }, input) => {
    const { calendar, unit } = await timeAsked(deps, tenant, input.atTime);
    const filter = { ...filterOf(input), atTime: unit ?? undefined };
    const { page, closed } = await deps.store.tenant(tenant.orgId, async (db) => {
      const found = await findClaims(db, tenant, filter);
      return { page: found, closed: await closedSupports(db, tenant, found.items, input.knownAt ?? null) };
    });
    session?.touch(page.items.map(({ id }) => id));
    const items = page.items.map((claim) => presentClaim(claim, calendar, closed.get(claim.id)));
    const { nextCursor } = page;
    const inShort = () => page.items.map((claim) => compactClaim(claim, closed.get(claim.id)));
    const short = () => ({ view: 'compact', items: inShort(), nextCursor });
    return { status: 200, body: { view: 'full', items, nextCursor }, short };
  },
});

function filterOf(input: Camel<z.infer<typeof query>>): ClaimFilter {
  return {
    status: input.status ?? 'active',
    kind: input.kind ?? undefined,
    isDisputed: flagOf(input.disputed),
    guarded: flagOf(input.guarded),
    entity: input.entity ?? undefined,
    source: input.source ?? undefined,
    sourceId: input.loreSource ?? undefined,
    who: input.who ?? undefined,
    tag: input.tag ?? undefined,
    env: input.env ?? undefined,
    team: input.team ?? undefined,
    q: input.q ?? undefined,
    knownAt: input.knownAt ?? undefined,
    limit: input.limit ?? PAGE_DEFAULT,
    cursor: input.cursor ?? undefined,
  };
}
