import { z } from 'zod';
import { CLAIM_KINDS, CLAIM_STATUSES, REMEMBERED_KINDS, STATEMENT_MAX } from '../core/claim.js';
import { FORCE_ROLES } from '../core/context.js';
import { TIERS } from '../core/decision.js';
import { ROLES } from '../core/role.js';
import { TENANT_NAME } from '../core/scope.js';
import { SOURCE_KINDS } from '../core/source.js';
import { REASON_CODES } from '../core/verdict.js';
import { normsFields, Scope } from './norm-schemas.js';
import { StoryTimeSchema, Timestamp } from './time-schemas.js';

/** Shapes that several operations share, as they stand on the wire. */

export const tenantName = z
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

/** Most items on a page. */
export const PAGE_MAX = 200;

export const pageShape = {
  limit: z.coerce.number().int().min(1).max(PAGE_MAX).nullish().describe('Items on a page; default 50.'),
  cursor: z.string().max(200).nullish().describe('`next_cursor` of the page before.'),
};
export const PAGE_DEFAULT = 50;

export const nextCursorField = z.string().nullable().describe('`cursor` of the next page; null: this is the last one.');

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
  .strictObject({
    env: label.nullish().describe('An environment: prod, staging.'),
    team: label.nullish().describe('A team.'),
  })
  .describe('Where it holds; a part that is left out means everywhere.');

/** A date of the project's calendar. */
const dateText = z.string().trim().min(1).max(200);

export const statementField = z
  .string()
  .max(STATEMENT_MAX)
  .refine((text) => text.trim() !== '', 'must hold more than white space')
  .describe('What is claimed, one sentence or a few, kept verbatim.');

export const whoField = label
  .nullish()
  .describe('Who says so: a person, an agent, a team. Default: the name of the API key.');
export const reasonField = z.string().trim().min(1).max(4000);

export const kindField = z
  .enum(REMEMBERED_KINDS)
  .nullish()
  .describe('What sort of claim it is. A `rejection` says that what it names is not so, or not to be done.');

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
  .describe('The relation that it states; for where the words are not to be relied on. It is stored beside the claim.');

export const claimFields = {
  scope: ScopeInput.nullish(),
  valid_from: dateText
    .nullish()
    .describe("When it begins to hold in the world, on the project's calendar: 2026, 2026-03, 340 TA, … Or `unknown`."),
  valid_until: dateText
    .nullish()
    .describe('When it ceases to hold. Left out: open; `unknown`: there is an end, and nobody knows when.'),
  entity: label.nullish().describe('The entity that it is about, when there is one.'),
  tags: z.array(label).max(32).nullish().describe('Words to find it by.'),
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
    .describe('Store it in spite of a conflict; both claims become disputed and a contradiction opens.'),
};

/** A time in the world. */
export const atTimeField = wordField.describe('A time in the world: a date of the calendar.');

export const knownAtField = instantField.describe('Answer with what was believed at this system time; default: now.');

export const keyIdField = z
  .string()
  .nullable()
  .describe('The API key that it was written with; null for the bootstrap key.');

export const ApiKeySchema = z
  .object({
    id: z.string().describe('Of the key; not its secret.'),
    name: z.string().describe('What it was called when it was made: who uses it.'),
    role: z.enum(ROLES).describe('What it may do.'),
    project: z.string().describe('Project of requests that name none.'),
    projects: z
      .array(z.string())
      .nullable()
      .describe('The projects that it is bound to; null: all of the organisation.'),
    created_at: Timestamp,
    created_by: z.string().nullable().describe('Id of the key that made it; null for the bootstrap key.'),
    expires_at: Timestamp.nullable().describe('When it stops working; null: never.'),
    revoked_at: Timestamp.nullable().describe('When it was revoked; null: it was not.'),
    last_used_at: Timestamp.nullable().describe('To about a minute.'),
  })
  .describe('An API key, without its secret.')
  .meta({ id: 'ApiKey' });

/** The dates that bound a claim or a relation. */
export const boundsFields = {
  valid_from: StoryTimeSchema.nullable().describe('When it begins to hold in the world; null: open.'),
  valid_until: StoryTimeSchema.nullable().describe('When it ceases to hold, that time included; null: open.'),
};

export const ClaimSourceSchema = z
  .object({
    id: z.string().describe('Of the source.'),
    reliability: z
      .enum(SOURCE_KINDS)
      .describe('How reliable it is now; `prophetic`: nothing is refused for the claim.'),
  })
  .describe('A registered source of lore.')
  .meta({ id: 'ClaimSource' });

export const ClaimSchema = z
  .object({
    id: z.string().describe('The same for all versions of the claim.'),
    statement: z.string().describe('What is claimed, verbatim.'),
    kind: z.enum(CLAIM_KINDS).describe('What sort of claim it is.'),
    status: z.enum(CLAIM_STATUSES).describe('`active`: it is believed, and guarded against.'),
    who: z.string().describe('Who says so.'),
    reason: z.string().nullable().describe('Why; null: none was given.'),
    source: z.string().nullable().describe('Where it was learnt: file and line, URL, document id.'),
    lore_source: ClaimSourceSchema.nullable().describe('The registered source that `source` names; null: none.'),
    entity: z.string().nullable().describe('The entity that it is about, as it was written.'),
    tags: z.array(z.string()).describe('Words to find it by.'),
    depends_on: z.array(z.string()).describe('Ids of the claims that it rests on.'),
    scope: Scope,
    ...boundsFields,
    ...normsFields,
    normalizer_state: z
      .enum(['read', 'failed_open'])
      .describe('`failed_open`: reading it failed; it is stored, and read again later.'),
    unsupported_by: z
      .array(z.string())
      .optional()
      .describe('Closed claims that it rests on, directly or over others. Where it is read: absent: none is closed.'),
    is_disputed: z.boolean().describe('Whether a contradiction with another claim is open.'),
    disputed_with: z
      .array(z.string())
      .describe('Ids of the claims, and of the relations that no claim says, that contradict it.'),
    supersedes: z.array(z.string()).describe('Ids of the claims that it replaced.'),
    superseded_by: z.string().nullable().describe('Id of the claim that replaced it.'),
    guarded: z.boolean().describe('Whether the guard compared it with all that was stored, and let it pass.'),
    key_id: keyIdField,
    said_at: Timestamp.describe('When it was said.'),
    first_stored_at: Timestamp.describe('When the first version of it was stored.'),
    system_from: Timestamp.describe(
      'When this version was stored: a later one where it was disputed, ended or read again.',
    ),
    system_until: Timestamp.nullable().describe('When another version replaced this one; null: it is the current one.'),
  })
  .describe('One version of a claim.')
  .meta({ id: 'Claim' });

export const TierSchema = z
  .enum(TIERS)
  .describe("The guard's decision; `forced`: stored in spite of a conflict, as the writer insisted.");

export const PolicySchema = z
  .object({
    warn_kinds: z.array(z.enum(CLAIM_KINDS)).describe('Kinds of claims.'),
    warn_codes: z.array(z.enum(REASON_CODES)).describe('What a contradiction may be.'),
  })
  .describe('What would be refused and is stored with a warning: by the kind of either claim, or by the reason.')
  .meta({ id: 'Policy' });

export const SettingsSchema = z
  .object({
    version: z.number().int().describe('Rises with every change; the ETag. 0: nothing was ever set.'),
    policy: PolicySchema,
    force_role: z.enum(FORCE_ROLES).describe('Least role of a key that may force an exception.'),
    parents_may_share_gender: z.boolean().describe('Whether both parents of a child may be of one gender.'),
    consistency: z
      .object({
        disabled_rules: z.array(z.string()).describe('Ids of rules that no run goes by.'),
        min_confidence: z.number().describe('What is told less surely than this clashes with nothing in a run.'),
        many_violations: z.number().int().describe('Open violations from which on answers say so.'),
        time_zone: z.string().describe('IANA name of the zone in which the nightly schedule is meant.'),
      })
      .describe('How the consistency engine looks at the project.'),
    detective: z
      .object({
        session_window_minutes: z
          .number()
          .int()
          .describe('What was said within so many minutes in one scope is of one conversation; 0: nothing is.'),
      })
      .describe('How the detective reads the story of the project.'),
  })
  .describe('What a project sets for itself.')
  .meta({ id: 'Settings' });
