import { z } from 'zod';
import { REASON_KINDS, type RelationRequest, type WriteRequest } from '../../core/claim.js';
import type { Fact } from '../../core/fact.js';
import type { Caller } from '../../core/role.js';
import { EVERYWHERE, type Scope, type Tenant } from '../../core/scope.js';
import type { SupersedeRequest } from '../../flows/supersede.js';
import { claimFields, idField, kindField, reasonField, statementField, tenantShape, whoField } from '../schemas.js';
import type { Camel } from '../wire.js';

/** The bodies of the guarded writes, shared with check, and their way into a request. */

export const rememberBody = {
  ...tenantShape,
  statement: statementField,
  who: whoField,
  kind: kindField.describe(
    'What sort of claim it is; default: decision. A `rejection` says that what it names is not to be done.',
  ),
  reason: reasonField.nullish().describe('Why. Required for every kind but `fact`.'),
  ...claimFields,
};
export type RememberInput = Camel<z.infer<z.ZodObject<typeof rememberBody>>>;
export const RememberRequestSchema = z
  .strictObject(rememberBody)
  .superRefine(requireReason)
  .describe('A claim to store.')
  .meta({ id: 'RememberRequest' });

/** Every kind of claim but a plain fact says why. */
export function requireReason(
  body: { kind?: string | null | undefined; reason?: string | null | undefined },
  context: z.RefinementCtx,
): void {
  if (body.reason != null || body.kind === 'fact') return;
  context.addIssue({ code: 'custom', path: ['reason'], message: 'is required for every kind but fact' });
}

const sourceField = z
  .string()
  .trim()
  .min(1)
  .max(2000)
  .describe(
    'Where it was learnt: file and line, URL, document id; or the id, uri or name of a registered source, whose reliability ' +
      'goes with the claim: what a prophetic one says warns at most. Its text is never compared.',
  );

export const learnBody = {
  ...tenantShape,
  statement: statementField,
  who: whoField,
  source: sourceField,
  reason: reasonField.nullish().describe('Why it is believed.'),
  ...claimFields,
};
export type LearnInput = Camel<z.infer<z.ZodObject<typeof learnBody>>>;
export const LearnRequestSchema = z
  .strictObject(learnBody)
  .describe('What a source says.')
  .meta({ id: 'LearnRequest' });

export const supersedeBody = {
  ...tenantShape,
  claim_id: idField.nullish().describe('The claim that is replaced; or claim_ids.'),
  claim_ids: z.array(idField).min(1).max(20).nullish().describe('Several claims that one statement replaces.'),
  statement: statementField,
  reason: reasonField.describe('Why the new claim holds.'),
  why_replaced: reasonField.nullish().describe('Why the old claim no longer stands, where that is another reason.'),
  who: whoField,
  reason_kind: z
    .enum(REASON_KINDS)
    .nullish()
    .describe(
      '`update`: the world changed; the old claim stays true until the new one begins (valid_from, default now). ' +
        '`revision` (default): the old claim was wrong and is no longer believed.',
    ),
  kind: kindField.describe('What sort of claim it is; default: that of the claim that is replaced.'),
  source: sourceField.nullish(),
  ...claimFields,
};

export const SupersedeRequestSchema = z
  .strictObject(supersedeBody)
  .superRefine(requireTarget)
  .describe('A claim to store in place of others.')
  .meta({ id: 'SupersedeRequest' });

export const cancelBody = {
  ...tenantShape,
  claim_id: idField.describe('The claim to retract.'),
  reason: reasonField.describe('Why it no longer stands.'),
  who: whoField,
};

export function requireTarget(
  body: { claim_id?: string | null | undefined; claim_ids?: string[] | null | undefined },
  context: z.RefinementCtx,
): void {
  if (body.claim_id != null || body.claim_ids != null) return;
  context.addIssue({ code: 'custom', path: ['claim_id'], message: 'is required, or claim_ids' });
}

export type SupersedeInput = Camel<z.infer<z.ZodObject<typeof supersedeBody>>>;

export function rememberRequest(by: Writer, input: RememberInput): WriteRequest {
  return { op: 'remember', ...claimRequest(by, input), kind: input.kind ?? 'decision', source: null };
}

export function learnRequest(by: Writer, input: LearnInput): WriteRequest {
  return { op: 'learn', ...claimRequest(by, input), kind: 'belief', source: input.source };
}

/** Whose write it is: a part of what a tool gets. */
export interface Writer {
  tenant: Tenant;
  caller: Pick<Caller, 'keyId' | 'role' | 'name'>;
}

function writtenBy({ tenant, caller: { keyId, role } }: Writer): Pick<WriteRequest, 'tenant' | 'keyId' | 'role'> {
  return { tenant, keyId, role };
}

/** What every write of a new claim has in common. */
function claimRequest(by: Writer, input: Omit<LearnInput, 'source'>): Omit<WriteRequest, 'op' | 'kind' | 'source'> {
  return {
    ...writtenBy(by),
    ...toldOf(input),
    who: input.who ?? by.caller.name,
    forceException: input.forceException ?? false,
    reasonKind: null,
    targets: [],
    dependsOn: input.dependsOn ?? [],
    relation: relationOf(input.relation),
  };
}

function relationOf(relation: RememberInput['relation']): RelationRequest | null {
  if (relation == null) return null;
  const { type, from, to, validFrom = null, validUntil = null } = relation;
  return { type, from, to, validFrom, validUntil };
}

/** What a statement is told with, guarded or not; null means absent. */
export function toldOf(
  input: Omit<LearnInput, 'who' | 'source' | 'relation'>,
): Pick<Fact, 'statement' | 'reason' | 'scope' | 'validFrom' | 'validUntil' | 'entity' | 'tags' | 'saidAt'> {
  return {
    statement: input.statement,
    reason: input.reason ?? null,
    scope: scopeOf(input.scope) ?? EVERYWHERE,
    validFrom: input.validFrom ?? null,
    validUntil: input.validUntil ?? null,
    entity: input.entity ?? null,
    tags: input.tags ?? [],
    saidAt: input.saidAt ?? null,
  };
}

/** What a supersede leaves out it inherits from the first claim that it replaces. */
export function supersedeRequest(by: Writer, input: SupersedeInput): SupersedeRequest {
  return {
    ...writtenBy(by),
    targets: [...new Set([...(input.claimId ? [input.claimId] : []), ...(input.claimIds ?? [])])],
    statement: input.statement,
    who: input.who ?? by.caller.name,
    reason: input.reason,
    whyReplaced: input.whyReplaced ?? null,
    reasonKind: input.reasonKind ?? 'revision',
    source: input.source ?? null,
    kind: input.kind ?? null,
    scope: scopeOf(input.scope),
    validFrom: input.validFrom ?? null,
    validUntil: input.validUntil ?? null,
    entity: input.entity ?? null,
    tags: input.tags ?? null,
    dependsOn: input.dependsOn ?? null,
    saidAt: input.saidAt ?? null,
    forceException: input.forceException ?? false,
    relation: relationOf(input.relation),
  };
}

function scopeOf(scope: RememberInput['scope']): Scope | null {
  return scope == null ? null : { env: scope.env ?? null, team: scope.team ?? null };
}
