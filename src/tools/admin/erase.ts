import { z } from 'zod';
import { claimOfFact, erase as eraseClaim, eraseDecision } from '../../flows/erase.js';
import { defineTool } from '../define.js';
import { presentClaim } from '../present.js';
import { ClaimSchema, idField, reasonField, tenantShape, whoField } from '../schemas.js';

export const erase = defineTool({
  name: 'erase',
  method: 'POST',
  path: '/v1/erase',
  tag: 'admin',
  role: 'admin',
  isDestructive: true,
  summary: 'Take the words of a claim out of everything, for good',
  description:
    'Statement, reading, reason, source, entity and tags go from every version of the claim, from every decision that ' +
    'is about it, repeats its statement or cites it, from the reasons given for changing it and from the answers kept ' +
    'for retries; and so do the values and properties of relations that the claim said. What is left says that there was a claim, of what kind, who wrote and who erased it, and when. It is ' +
    'never compared again, and neither is a fact under its key ingested again nor a request that said the words done ' +
    'again when it is repeated with its Idempotency-Key: that answers 410. Again for an erased claim changes nothing. ' +
    'Reads the whole record of the project, so it takes longer the longer that is. What other claims say in words of ' +
    'their own stays, and so does what the database has not overwritten yet: dead rows until a VACUUM, write-ahead ' +
    'logs, replicas that lag, and backups.',
  useWhen: 'words must go for good, as the law or a person asks.',
  notFor: 'a claim that is wrong or no longer holds: use cancel or supersede, which keep its history.',
  body: z
    .strictObject({
      ...tenantShape,
      claim_id: idField.nullish().describe('The claim; or the key of its fact, or a decision.'),
      key: z.string().min(1).max(500).nullish().describe('Key of an ingested fact.'),
      decision_id: idField.nullish().describe('Decision that refused a write, of which there is no claim.'),
      source: z.string().trim().min(1).max(2000).nullish().describe('Source that the key belongs to.'),
      reason: reasonField.describe(
        'On what ground, such as a legal basis. Stays on the record: keep the words out of it.',
      ),
      who: whoField,
    })
    .superRefine(({ claim_id, key, decision_id }, context) => {
      if ([claim_id, key, decision_id].filter((name) => name != null).length === 1) return;
      context.addIssue({ code: 'custom', path: ['claim_id'], message: 'is required, or key or decision_id instead' });
    }),
  responses: {
    200: {
      description: 'What is left of the claim.',
      schema: z
        .object({
          result: z.literal('erased').describe('Its words are gone.'),
          claim: ClaimSchema.nullable().describe('null of a refused write.'),
        })
        .describe('What is left.')
        .meta({ id: 'Erased' }),
    },
  },
  problems: ['not_found'],
  run: async ({ deps, tenant, caller }, { claimId, key, decisionId, source, reason, who }) => {
    const { calendar } = await deps.contexts.of(tenant);
    const by = { tenant, reason, who: who ?? caller.name, keyId: caller.keyId };
    const ofClaim = async () => claimId ?? (await claimOfFact(deps, tenant, key ?? '', source ?? null));
    const claim =
      decisionId == null
        ? await eraseClaim(deps, { ...by, claimId: await ofClaim() })
        : await eraseDecision(deps, decisionId, by);
    return { status: 200, body: { result: 'erased', claim: claim === null ? null : presentClaim(claim, calendar) } };
  },
});
