import { z } from 'zod';
import { Problem } from '../../core/errors.js';
import { why as findReason, type Link, WHY_REFUSALS } from '../../flows/asking/why.js';
import { compactClaim } from '../compact.js';
import { CompactClaimSchema, compactView, fullView } from '../compact-schemas.js';
import { defineTool } from '../define.js';
import { FindingNoteSchema } from '../detective/finding-schemas.js';
import { noteOf } from '../detective/present-finding.js';
import { presentClaim } from '../present.js';
import { ClaimSchema, idField, knownAtField, tenantShape, wordField } from '../schemas.js';
import { Timestamp } from '../time-schemas.js';

const QUESTION_MAX = 8000;

const query = z.strictObject({
  ...tenantShape,
  q: z.string().trim().min(1).max(QUESTION_MAX).nullish().describe('What you want to know the reason of, in words.'),
  claim_id: idField.nullish().describe('The claim that you want to know the reason of; instead of `q`.'),
  env: wordField.describe('With `q`: claims of this environment, and those of all environments, only.'),
  team: wordField.describe('With `q`: claims of this team, and those of all teams, only.'),
  at_time: wordField.describe(
    'With `q`: what held at this time in the world, surely or perhaps: a date of the calendar.',
  ),
  known_at: knownAtField,
});

const LinkSchema = z
  .object({
    id: z.string().describe('Of the claim.'),
    statement: z.string().describe('What it claims, verbatim.'),
    status: ClaimSchema.shape.status,
    who: z.string().describe('Who said so.'),
    reason: z.string().nullable().describe('Why it was said; null: no reason was given.'),
    stored_at: Timestamp.describe('When it was first stored.'),
    decision_id: z.string().nullable().describe('The decision that let it in; null: it was ingested.'),
    superseded_by: z.string().nullable().describe('The claim that took its place; null: none did.'),
    why_replaced: z.string().nullable().describe('Why that took its place, where it was said.'),
    cancelled: z
      .object({
        who: z.string().describe('Who took it back.'),
        reason: z.string().nullable().describe('Why.'),
        at: Timestamp.describe('When.'),
      })
      .nullable()
      .describe('Present where it was taken back.'),
  })
  .describe('A claim of the line of the answer.')
  .meta({ id: 'WhyLink' });

const refusal = z
  .enum(WHY_REFUSALS)
  .nullable()
  .describe('Why there is no answer. `no_reason`: the claims that fit give none; nothing is answered from them.');
const chain = z.array(LinkSchema).describe('What it replaced, itself, and what replaced it, oldest first.');
const rationale = z.string().nullable().describe('The reason of the answer, verbatim.');

export const why = defineTool({
  name: 'why',
  method: 'GET',
  path: '/v1/why',
  tag: 'read',
  role: 'reader',
  takesSession: true,
  toolsets: ['memory'],
  summary: 'Ask for the reason of what is believed',
  description:
    'The claim with a reason that fits best, its reason, and all that it replaced or that replaced it, with who, when and ' +
    'why. Claims without a reason are never the answer: where only such fit, `answer` is null, `refusal` says so, and ' +
    '`without_reason` lists them.',
  useWhen: 'you want to know why something was decided, by whom, and what was decided before.',
  notFor: 'what is believed, with or without a reason: use recall. The versions of one claim: use claim_history.',
  query,
  responses: {
    200: {
      description: 'The answer, or that there is none.',
      schema: z
        .object({
          view: fullView,
          answer: ClaimSchema.nullable().describe('The claim; null: there is none with a reason.'),
          ...{ rationale, refusal },
          without_reason: z.array(ClaimSchema).describe('Claims that fit better, and give no reason; at most 5.'),
          chain,
          findings: z.array(FindingNoteSchema).describe('Questions that are open about the chain; empty: none.'),
        })
        .describe('Why it is believed.')
        .meta({ id: 'Why' }),
      short: z
        .object({
          view: compactView,
          answer: CompactClaimSchema.nullable().describe('The claim; null: there is none with a reason.'),
          ...{ rationale, refusal },
          without_reason: z.array(z.string()).describe('Ids of claims that fit better, and give no reason.'),
          chain: z.array(z.string()).describe('Ids of what it replaced, itself, and what replaced it, oldest first.'),
        })
        .describe('Why it is believed, in short.')
        .meta({ id: 'WhyInShort' }),
    },
  },
  problems: ['not_found', 'invalid_date'],
  run: async ({ deps, tenant, session }, input) => {
    const { q = null, claimId = null, atTime = null, knownAt = null, env = null, team = null } = input;
    if ((q === null) === (claimId === null)) {
      const message = 'give either q or claim_id';
      throw new Problem('invalid_request', 'One of the two is needed.', [{ path: 'q', message }]);
    }
    const { answer, withoutReason, ...found } = await findReason(deps, tenant, {
      q,
      claimId,
      atTime,
      knownAt,
      env,
      team,
    });
    session?.touch(
      [answer, ...withoutReason, ...found.chain.map(({ claim }) => claim)].flatMap((one) => one?.id ?? []),
    );
    const { calendar } = await deps.contexts.of(tenant);
    const base = { rationale: answer?.reason ?? null, refusal: found.refusal };
    const short = () => ({
      ...{ view: 'compact', answer: answer && compactClaim(answer), ...base },
      withoutReason: withoutReason.map(({ id }) => id),
      chain: found.chain.map(({ claim }) => claim.id),
    });
    const body = {
      ...{ view: 'full', answer: answer && presentClaim(answer, calendar), ...base },
      withoutReason: withoutReason.map((claim) => presentClaim(claim, calendar)),
      chain: found.chain.map(presentLink),
      findings: found.findings.map(noteOf),
    };
    return { status: 200, body, short };
  },
});

function presentLink({ claim, told, whyReplaced }: Link) {
  const { id, statement, status, who, reason, firstStoredAt: storedAt, supersededBy } = claim;
  const said = { decisionId: told?.decisionId ?? null, cancelled: told?.cancelled ?? null };
  return { id, statement, status, who, reason, storedAt, supersededBy, whyReplaced, ...said };
}
