import { z } from 'zod';
import { CLAIM_KINDS, CLAIM_STATUSES, REMEMBERED_KINDS, STATEMENT_MAX } from '../core/claim.js';
import { FORCE_ROLES } from '../core/context.js';
import { ROLES } from '../core/role.js';
import { TENANT_NAME } from '../core/scope.js';
import { SOURCE_KINDS } from '../core/source.js';
import { REASON_CODES } from '../core/verdict.js';
import { normsFields, Scope, SpanSchema } from './norm-schemas.js';
import { StoryTimeSchema, StoryWindowSchema, Timestamp } from './time-schemas.js';
import { WARNING_CODES } from './warning-codes.js';

/** Shapes that several operations share, as they stand on the wire. */

const tenantName = z
  .string()
  .regex(
    TENANT_NAME,
    'must be 1 to 64 letters, digits, dots, hyphens or underscores, and begin with a letter or digit',
  );

/** For operations on the whole organisation. */
export const orgShape = { org_id: tenantName.nullish().describe("Organisation; default: the key's own.") };

export const tenantShape = {
  ...orgShape,
  project: tenantName.nullish().describe("Project; default: the key's own. Comes into being with its first write."),
};

export const pageShape = {
  limit: z.coerce.number().int().min(1).max(200).nullish().describe('Items on a page; default 50.'),
  cursor: z.string().max(200).nullish().describe('`next_cursor` of the page before.'),
};
export const PAGE_DEFAULT = 50;

/** An id as it is stored, whatever case it is sent in, so that it may be compared as text. */
export const idField = z.uuid().toLowerCase();

/**
 * An item of a list, each of which is checked by itself, so that a wrong one does not end the others.
 * @param id name of the schema that describes it
 */
export function checkedByItself(id: string) {
  return z.looseObject({}).meta({ $ref: id });
}

export const label = z.string().trim().min(1).max(200);

export const ScopeInput = z
  .strictObject({ env: label.nullish(), team: label.nullish() })
  .describe('Where it holds; a part that is left out means everywhere.');

/** A date of the project's calendar. */
const dateText = z.string().trim().min(1).max(200);

export const statementField = z
  .string()
  .max(STATEMENT_MAX)
  .refine((text) => text.trim() !== '', 'must hold more than white space')
  .describe('What is claimed, one sentence or a few, kept verbatim.');

export const whoField = label.describe('Who says so: a person, an agent, a team.');
export const reasonField = z.string().trim().min(1).max(4000);

export const kindField = z.enum(REMEMBERED_KINDS).nullish().describe('What sort of claim it is.');

/** A text that narrows a list. */
export const wordField = z.string().trim().min(1).max(200).nullish();

/** A system time, ISO 8601. */
export const instantField = z.iso.datetime({ offset: true }).nullish();

export const RelationInput = z
  .strictObject({
    type: label.describe('RULES, MEMBER_OF, BORN_ON …, or the name from the other end: RULED_BY.'),
    from: label.describe('Id or name of an entity. Who is not known yet becomes a provisional one.'),
    to: label.describe('Likewise; of an attribute its value: the date of BORN_ON.'),
    valid_from: dateText.nullish().describe('Default: that of the claim.'),
    valid_until: dateText.nullish().describe('Default: that of the claim.'),
  })
  .describe('The relation that it states, where the words are not to be relied on; stored beside the claim.');

export const claimFields = {
  scope: ScopeInput.nullish(),
  valid_from: dateText
    .nullish()
    .describe("When it begins to hold in the world, on the project's calendar: 2026, 2026-03, 340 TA, … Or `unknown`."),
  valid_until: dateText
    .nullish()
    .describe('When it ceases to hold. Left out: open; `unknown`: there is an end, and nobody knows when.'),
  entity: label.nullish().describe('The entity that it is about, when there is one.'),
  tags: z.array(label).max(32).nullish(),
  depends_on: z
    .array(idField)
    .max(50)
    .nullish()
    .describe('Claims that this one rests on; when one of them is closed, this one is listed as unsupported.'),
  said_at: instantField.describe('When it was said; default now, never in the future.'),
  relation: RelationInput.nullish(),
  force_exception: z
    .boolean()
    .nullish()
    .describe('Store it in spite of a conflict: both claims become disputed and a contradiction opens.'),
};

export const knownAtField = instantField.describe('Answer with what was believed at this system time; default: now.');

export const keyIdField = z
  .string()
  .nullable()
  .describe('The API key that it was written with; null for the bootstrap key.');

export const ApiKeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    role: z.enum(ROLES),
    project: z.string().describe('Project of requests that name none.'),
    created_at: Timestamp,
    created_by: z.string().nullable().describe('Id of the key that made it; null for the bootstrap key.'),
    expires_at: Timestamp.nullable(),
    revoked_at: Timestamp.nullable(),
    last_used_at: Timestamp.nullable().describe('To about a minute.'),
  })
  .describe('An API key, without its secret.')
  .meta({ id: 'ApiKey' });

/** The dates that bound a claim or a relation. */
export const boundsFields = {
  valid_from: StoryTimeSchema.nullable().describe('When it begins to hold in the world; null: open.'),
  valid_until: StoryTimeSchema.nullable().describe('When it ceases to hold, that time included; null: open.'),
};

export const ClaimSchema = z
  .object({
    id: z.string(),
    statement: z.string(),
    kind: z.enum(CLAIM_KINDS),
    status: z.enum(CLAIM_STATUSES),
    who: z.string(),
    reason: z.string().nullable(),
    source: z.string().nullable(),
    entity: z.string().nullable(),
    tags: z.array(z.string()),
    depends_on: z.array(z.string()),
    scope: Scope,
    ...boundsFields,
    ...normsFields,
    normalizer_state: z.enum(['read', 'failed_open']),
    is_disputed: z.boolean(),
    disputed_with: z.array(z.string()),
    supersedes: z.array(z.string()),
    superseded_by: z.string().nullable(),
    guarded: z.boolean(),
    key_id: keyIdField,
    said_at: Timestamp,
    system_from: Timestamp,
    system_until: Timestamp.nullable(),
  })
  .describe('One version of a claim.')
  .meta({ id: 'Claim' });

const SlotsSchema = z
  .record(
    z.string(),
    z
      .object({
        stored: z.string().nullable().describe('What the stored side says; null: nothing.'),
        incoming: z.string().nullable().describe('What the new statement says; null: nothing.'),
      })
      .meta({ id: 'SlotPair' }),
  )
  .describe('The slots of the two norms that were compared: subject, modality, value, state, …')
  .meta({ id: 'Slots' });
export const ConfidenceSchema = z.enum(['HIGH', 'MED', 'LOW']);
const StageSchema = z.enum(['normalize', 'structural', 'nli', 'store']);

const Named = z.object({ id: z.string(), name: z.string() });

export const ShownRelationSchema = z
  .object({
    id: z.string(),
    type: z.string(),
    from: Named,
    to: Named.nullable().describe('null of an attribute, which has a value.'),
    value: z.string().nullable().describe('Of an attribute its value; null of what has another end.'),
    ...boundsFields,
    source: z.object({ id: z.string(), uri: z.string(), title: z.string(), kind: z.enum(SOURCE_KINDS) }).nullable(),
    claim_id: z.string().nullable().describe('The claim that says it; null: a document or a curator does.'),
    who: z.string(),
  })
  .describe('A relation with its window as it was written.')
  .meta({ id: 'ShownRelation' });

const ClashSchema = z
  .object({
    incoming: ShownRelationSchema,
    stored: z.array(ShownRelationSchema).describe('What it can not stand beside: a least set.'),
    anachronism: z
      .object({
        claim: z.enum(['EXISTED_BEFORE', 'EXISTED_AFTER', 'EXISTED_DURING_MISMATCH']),
        entity: Named.describe('Who does not exist at the time.'),
        relation_id: z.string().describe('The relation by which it would have to.'),
        expected: StoryWindowSchema.describe('When it exists.'),
        actual: StoryWindowSchema.describe('When it would have to.'),
      })
      .nullable(),
  })
  .describe('Relations that can not all stand.')
  .meta({ id: 'RelationClash' });

export const ConflictSchema = z
  .object({
    claim: z
      .object({
        id: z.string(),
        statement: z.string(),
        who: z.string(),
        reason: z.string().nullable(),
        kind: z.enum(CLAIM_KINDS),
        system_from: Timestamp,
      })
      .nullable()
      .describe('null where relations conflict that no claim says.'),
    relations: ClashSchema.optional().describe('Present where relations conflict.'),
    tier: z.enum(['block', 'warn']),
    code: z.enum(REASON_CODES),
    confidence: ConfidenceSchema,
    stage: StageSchema,
    score: z.number(),
    slots: SlotsSchema,
    shared: z.object({ scope: Scope, period: StoryWindowSchema }),
    spans: z.object({ stored: z.array(SpanSchema), incoming: z.array(SpanSchema) }),
    reason: z.string(),
  })
  .meta({ id: 'Conflict' });

export const WarningSchema = z
  .object({
    code: z
      .enum(WARNING_CODES)
      .describe('`not_fully_read`, `not_fully_compared`: `reason` says how much was left out, and what to do.'),
    claim: z.object({ id: z.string(), statement: z.string() }).nullable(),
    relations: ClashSchema.optional(),
    confidence: ConfidenceSchema,
    stage: StageSchema,
    slots: SlotsSchema,
    reason: z.string(),
    lowered_by: z
      .enum(['kind', 'code', 'length'])
      .optional()
      .describe(
        'Only where it would be a conflict but for the policy of the project: what of the policy applies. `length`: but ' +
          'for the length of the statement; it is compared again once it is stored, and then disputed.',
      ),
  })
  .meta({ id: 'Warning' });

export const TierSchema = z
  .enum(['unchanged', 'clean', 'warn', 'block'])
  .describe("The guard's decision; a forced write is stored although its tier is block.");

export const StoredSchema = z
  .object({
    view: z.literal('full').describe('The whole answer.'),
    result: z.enum(['stored', 'unchanged']),
    tier: TierSchema,
    claim: ClaimSchema,
    relations: z
      .array(ShownRelationSchema)
      .optional()
      .describe('Present where the statement states relations: they are stored beside the claim.'),
    warnings: z.array(WarningSchema),
    decision_id: z.string(),
  })
  .meta({ id: 'Stored' });

export const unsupportedField = z
  .array(ClaimSchema)
  .describe('Active claims that depend on what was closed; look at them again.');

export const closedField = z
  .array(ClaimSchema)
  .describe('Claims that said nothing but what was taken back, as they are now: they stand no longer.');

export const SupersededSchema = StoredSchema.extend({
  closed: z.array(ClaimSchema).describe('The claims that were replaced, as they are now.'),
  unsupported: unsupportedField,
}).meta({ id: 'Superseded' });

export const PolicySchema = z
  .object({ warn_kinds: z.array(z.enum(CLAIM_KINDS)), warn_codes: z.array(z.enum(REASON_CODES)) })
  .describe('What would be refused and is stored with a warning: by the kind of either claim, or by the reason.')
  .meta({ id: 'Policy' });

export const SettingsSchema = z
  .object({
    version: z.number().int().describe('Rises with every change; the ETag. 0: nothing was ever set.'),
    policy: PolicySchema,
    force_role: z.enum(FORCE_ROLES).describe('Least role of a key that may force an exception.'),
    parents_may_share_gender: z.boolean().describe('Whether both parents of a child may be of one gender.'),
  })
  .meta({ id: 'Settings' });
