import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { CalendarDefinition } from '../core/calendar-definition.js';
import type { ClaimKind, ClaimStatus, WriteRequest } from '../core/claim.js';
import type { Settings } from '../core/context.js';
import type { Decision, WriteResult } from '../core/decision.js';
import type { Reading } from '../core/norm.js';
import type { Role } from '../core/role.js';
import type {
  Severity,
  ViolationAbout,
  ViolationKind,
  ViolationResolution,
  ViolationStatus,
} from '../core/violation.js';
import { instant, json, tenant, tickRange } from './columns.js';

/** The tables as the code sees them. The migrations make them; a test holds the two together. */

export * from './consistency-schema.js';
export * from './detective-schema.js';
export * from './judge-schema.js';
export * from './lore-schema.js';

export const orgs = pgTable('orgs', {
  orgId: text('org_id').primaryKey(),
  createdAt: instant('created_at').notNull().default(sql`now()`),
});

export const projects = pgTable(
  'projects',
  {
    ...tenant(),
    contextVersion: bigint('context_version', { mode: 'number' }).notNull().default(0),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    settings: json<Partial<Settings>>('settings').notNull().default({}),
    calendar: json<CalendarDefinition>('calendar'),
    isDated: boolean('is_dated').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.project] })],
);

/** Keys of an organisation; one opens all of its projects. */
export const apiKeys = pgTable(
  'api_keys',
  {
    orgId: text('org_id').notNull(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    role: text('role').$type<Role>().notNull(),
    secretHash: text('secret_hash').notNull(),
    project: text('project').notNull(),
    projects: text('projects').array(),
    createdAt: instant('created_at').notNull(),
    createdBy: uuid('created_by'),
    expiresAt: instant('expires_at'),
    revokedAt: instant('revoked_at'),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] })],
);

export const claims = pgTable(
  'claims',
  {
    ...tenant(),
    id: uuid('id').notNull(),
    systemFrom: instant('system_from').notNull(),
    systemUntil: instant('system_until'),
    statement: text('statement').notNull(),
    kind: text('kind').$type<ClaimKind>().notNull(),
    status: text('status').$type<ClaimStatus>().notNull(),
    who: text('who').notNull(),
    reason: text('reason'),
    source: text('source'),
    entity: text('entity'),
    tags: text('tags').array().notNull().default([]),
    env: text('env'),
    team: text('team'),
    validFrom: text('valid_from'),
    validUntil: text('valid_until'),
    validCertain: tickRange('valid_certain').notNull(),
    validPossible: tickRange('valid_possible').notNull(),
    validTail: bigint('valid_tail', { mode: 'number' }).notNull().default(0),
    reading: json<Reading>('reading').notNull(),
    normVersion: integer('norm_version').notNull(),
    normalizerState: text('normalizer_state').$type<Reading['normalizerState']>().notNull(),
    lockKeys: text('lock_keys').array().notNull(),
    recallKeys: text('recall_keys').array().notNull(),
    isDisputed: boolean('is_disputed').notNull().default(false),
    disputedWith: uuid('disputed_with').array().notNull().default([]),
    supersededBy: uuid('superseded_by'),
    supersedes: uuid('supersedes').array().notNull().default([]),
    guarded: boolean('guarded').notNull().default(true),
    saidAt: instant('said_at').notNull(),
    decisionId: uuid('decision_id'),
    dependsOn: uuid('depends_on').array().notNull().default([]),
    unguarded: text('unguarded').$type<'failed_open' | 'forced' | 'advisory'>(),
    keyId: uuid('key_id'),
    words: text('words').array(),
    sourceId: uuid('source_id'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.project, t.id, t.systemFrom] }),
    uniqueIndex('claims_open_version').on(t.orgId, t.project, t.id).where(sql`system_until IS NULL`),
    index('claims_active').on(t.orgId, t.project, t.id).where(sql`system_until IS NULL AND status = 'active'`),
    index('claims_unguarded')
      .on(t.orgId, t.project, t.id)
      .where(sql`system_until IS NULL AND status = 'active' AND unguarded IS NOT NULL`),
    index('claims_disputed').on(t.orgId, t.project, t.id).where(sql`system_until IS NULL AND is_disputed`),
    index('claims_closed')
      .on(t.orgId, t.project, t.status, t.id)
      .where(sql`system_until IS NULL AND status <> 'active'`),
    index('claims_by_entity')
      .on(t.orgId, t.project, sql`lower(entity)`, t.id)
      .where(sql`system_until IS NULL AND entity IS NOT NULL`),
    index('claims_by_source')
      .on(t.orgId, t.project, t.source, t.id)
      .where(sql`system_until IS NULL AND source IS NOT NULL`),
    index('claims_by_lore_source')
      .on(t.orgId, t.project, t.sourceId, t.id)
      .where(sql`system_until IS NULL AND source_id IS NOT NULL`),
    index('claims_by_who').on(t.orgId, t.project, t.who, t.id).where(sql`system_until IS NULL`),
    index('claims_by_system_time').on(t.orgId, t.project, t.systemFrom, t.id),
    index('claims_ever_unguarded').on(t.orgId, t.project, t.id).where(sql`unguarded IS NOT NULL`),
    index('claims_without_words').on(t.orgId, t.project, t.id).where(sql`words IS NULL`),
  ],
);

export const recallKeys = pgTable(
  'recall_keys',
  { ...tenant(), key: text('key').notNull(), claimId: uuid('claim_id').notNull(), size: smallint('size').notNull() },
  (t) => [primaryKey({ columns: [t.orgId, t.project, t.key, t.claimId] })],
);

export const claimWords = pgTable(
  'claim_words',
  { ...tenant(), word: text('word').notNull(), claimId: uuid('claim_id').notNull() },
  (t) => [primaryKey({ columns: [t.orgId, t.project, t.word, t.claimId] })],
);

export const pastWords = pgTable(
  'past_words',
  { ...tenant(), word: text('word').notNull(), claimId: uuid('claim_id').notNull() },
  (t) => [primaryKey({ columns: [t.orgId, t.project, t.word, t.claimId] })],
);

export const guardHead = pgTable(
  'guard_head',
  {
    ...tenant(),
    key: text('key').notNull(),
    version: bigint('version', { mode: 'number' }).notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.project, t.key] })],
);

export const decisions = pgTable(
  'decisions',
  {
    ...tenant(),
    id: uuid('id').notNull(),
    madeAt: instant('made_at').notNull(),
    op: text('op').$type<WriteRequest['op']>().notNull(),
    who: text('who').notNull(),
    statement: text('statement').notNull(),
    result: text('result').$type<WriteResult>().notNull(),
    tier: text('tier').$type<Decision['tier']>().notNull(),
    claimId: uuid('claim_id'),
    claimSystemFrom: instant('claim_system_from'),
    record: json<Decision>('record').notNull(),
    request: json<WriteRequest>('request').notNull(),
    timings: json<Record<string, number>>('timings').notNull(),
    keyId: uuid('key_id'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.project, t.id] }),
    index('decisions_by_time').on(t.orgId, t.project, t.madeAt, t.id),
    index('decisions_by_who').on(t.orgId, t.project, t.who, t.madeAt, t.id),
    index('decisions_by_op').on(t.orgId, t.project, t.op, t.madeAt, t.id),
    index('decisions_by_claim').on(t.orgId, t.project, t.claimId, t.madeAt, t.id).where(sql`claim_id IS NOT NULL`),
    index('decisions_refused').on(t.orgId, t.project, t.madeAt, t.id).where(sql`result = 'conflict'`),
    index('decisions_forced').on(t.orgId, t.project, t.madeAt, t.id).where(sql`tier = 'forced'`),
    index('decisions_warned').on(t.orgId, t.project, t.madeAt, t.id).where(sql`tier = 'warn'`),
  ],
);

export const actions = pgTable(
  'actions',
  {
    ...tenant(),
    id: uuid('id').notNull(),
    at: instant('at').notNull(),
    who: text('who').notNull(),
    action: text('action').notNull(),
    claimId: uuid('claim_id'),
    reason: text('reason'),
    detail: json<Record<string, unknown>>('detail').notNull().default({}),
    keyId: uuid('key_id'),
    nodeId: uuid('node_id'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.project, t.id] }),
    index('actions_by_time').on(t.orgId, t.project, t.at, t.id),
    index('actions_by_who').on(t.orgId, t.project, t.who, t.at, t.id),
    index('actions_by_action').on(t.orgId, t.project, t.action, t.at, t.id),
    index('actions_by_claim').on(t.orgId, t.project, t.claimId, t.at, t.id).where(sql`claim_id IS NOT NULL`),
    index('actions_by_node').on(t.orgId, t.project, t.nodeId, t.at, t.id).where(sql`node_id IS NOT NULL`),
  ],
);

export const violations = pgTable(
  'violations',
  {
    ...tenant(),
    id: uuid('id').notNull(),
    kind: text('kind').$type<ViolationKind>().notNull(),
    pairKey: text('pair_key').notNull(),
    severity: text('severity').$type<Severity>().notNull(),
    status: text('status').$type<ViolationStatus>().notNull().default('open'),
    flagged: boolean('flagged').notNull().default(false),
    runId: uuid('run_id'),
    detectedAt: instant('detected_at').notNull(),
    sides: uuid('sides').array().notNull(),
    detail: json<Record<string, unknown>>('detail').notNull().default({}),
    about: text('about').$type<ViolationAbout>().notNull().default('claim'),
    resolution: text('resolution').$type<ViolationResolution>(),
    resolvedAt: instant('resolved_at'),
    ruleId: text('rule_id'),
    acknowledgedAt: instant('acknowledged_at'),
    alsoRuleIds: text('also_rule_ids').array().notNull().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.project, t.id] }),
    uniqueIndex('violations_pair').on(t.orgId, t.project, t.kind, t.pairKey),
    index('violations_open').on(t.orgId, t.project, t.id).where(sql`status = 'open'`),
    index('violations_open_kind').on(t.orgId, t.project, t.kind, t.id).where(sql`status = 'open'`),
    index('violations_open_rule').on(t.orgId, t.project, t.kind, t.ruleId, t.id).where(sql`status = 'open'`),
    index('violations_open_error')
      .on(t.orgId, t.project, t.kind, t.id)
      .where(sql`status = 'open' AND severity = 'error'`),
    index('violations_error').on(t.orgId, t.project, t.kind, t.id).where(sql`severity = 'error'`),
    index('violations_of_claims').on(t.orgId, t.project, t.id).where(sql`about = 'claim'`),
    index('violations_new').on(t.orgId, t.project, t.kind).where(sql`status = 'open' AND acknowledged_at IS NULL`),
    index('violations_acknowledged')
      .on(t.orgId, t.project, t.kind)
      .where(sql`status = 'open' AND acknowledged_at IS NOT NULL`),
    index('violations_by_run').on(t.orgId, t.project, t.runId).where(sql`run_id IS NOT NULL`),
    index('violations_by_status').on(t.orgId, t.project, t.kind, t.status, t.id).where(sql`status <> 'open'`),
  ],
);

export const violationSides = pgTable(
  'violation_sides',
  { ...tenant(), sideId: uuid('side_id').notNull(), violationId: uuid('violation_id').notNull() },
  (t) => [primaryKey({ columns: [t.orgId, t.project, t.sideId, t.violationId] })],
);

export const dependencies = pgTable(
  'dependencies',
  { ...tenant(), dependsOn: uuid('depends_on').notNull(), claimId: uuid('claim_id').notNull() },
  (t) => [primaryKey({ columns: [t.orgId, t.project, t.dependsOn, t.claimId] })],
);

export const pastDependencies = pgTable(
  'past_dependencies',
  { ...tenant(), dependsOn: uuid('depends_on').notNull(), claimId: uuid('claim_id').notNull() },
  (t) => [primaryKey({ columns: [t.orgId, t.project, t.dependsOn, t.claimId] })],
);

/**
 * recheck: compare the claim, and the relations that it says, again with what was stored while it was written.
 * recheck_relation: the same for one relation that no claim says, or whose rivals changed. renormalise: read it, which failed when it
 * was stored, and then compare it. erase: look for words of an erased claim that were on their way when it was erased.
 * judge: have a judge say what it is to those that the rules left open.
 */
export type JobKind = 'recheck' | 'recheck_relation' | 'renormalise' | 'erase' | 'judge' | 'story';

export const jobs = pgTable(
  'jobs',
  {
    ...tenant(),
    kind: text('kind').$type<JobKind>().notNull(),
    claimId: uuid('claim_id').notNull(),
    createdAt: instant('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    notBefore: instant('not_before').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.project, t.kind, t.claimId] }),
    index('jobs_due').on(t.orgId, t.notBefore, t.kind),
  ],
);

export const idempotency = pgTable(
  'idempotency',
  {
    ...tenant(),
    caller: text('caller').notNull(),
    key: text('key').notNull(),
    fingerprint: text('fingerprint').notNull(),
    holder: uuid('holder').notNull(),
    claimedAt: instant('claimed_at').notNull(),
    leasedUntil: instant('leased_until').notNull(),
    status: integer('status'),
    contentType: text('content_type'),
    body: text('body'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.project, t.caller, t.key] }),
    index('idempotency_age').on(t.orgId, t.project, t.claimedAt),
  ],
);

export const rereads = pgTable(
  'rereads',
  {
    ...tenant(),
    normVersion: integer('norm_version').notNull(),
    startedAt: instant('started_at').notNull(),
    leasedUntil: instant('leased_until').notNull(),
    cursor: uuid('cursor').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.project, t.normVersion] })],
);

/** `key` is a SHA-256, so that nothing of a fact stays in it when its claim is erased. */
export const naturalKeys = pgTable(
  'natural_keys',
  { ...tenant(), key: text('key').notNull(), claimId: uuid('claim_id').notNull() },
  (t) => [primaryKey({ columns: [t.orgId, t.project, t.key] })],
);
