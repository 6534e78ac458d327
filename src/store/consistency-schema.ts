import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { RunError, RunMode, RunScope, RunStatus } from '../core/consistency.js';
import type { RuleValue } from '../core/ontology.js';
import type { ReviewAbout, Severity } from '../core/violation.js';
import { instant, json, tenant } from './columns.js';

export const consistencyRuns = pgTable(
  'consistency_runs',
  {
    ...tenant(),
    id: uuid('id').notNull(),
    mode: text('mode').$type<RunMode>().notNull(),
    scope: text('scope').$type<RunScope>().notNull(),
    scopeId: uuid('scope_id'),
    dueKey: text('due_key'),
    status: text('status').$type<RunStatus>().notNull(),
    who: text('who').notNull(),
    keyId: uuid('key_id'),
    requestedAt: instant('requested_at').notNull(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    leaseUntil: instant('lease_until'),
    attempts: integer('attempts').notNull().default(0),
    stepsDone: integer('steps_done').notNull().default(0),
    stepsTotal: integer('steps_total').notNull().default(0),
    rulesRun: integer('rules_run').notNull().default(0),
    violationsFound: integer('violations_found').notNull().default(0),
    anachronismsFound: integer('anachronisms_found').notNull().default(0),
    orphansFound: integer('orphans_found').notNull().default(0),
    errors: json<RunError[]>('errors').notNull().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.project, t.id] }),
    uniqueIndex('consistency_runs_one').on(t.orgId, t.project).where(sql`status = 'running'`),
    uniqueIndex('consistency_runs_asked').on(t.orgId, t.project, t.scope, t.scopeId).where(sql`status = 'queued'`),
    uniqueIndex('consistency_runs_due').on(t.orgId, t.project, t.dueKey).where(sql`due_key IS NOT NULL`),
    index('consistency_runs_waiting').on(t.orgId, t.requestedAt).where(sql`status IN ('queued', 'running')`),
    index('consistency_runs_latest').on(t.orgId, t.project, t.finishedAt).where(sql`status = 'finished'`),
    index('consistency_runs_full')
      .on(t.orgId, t.project, t.finishedAt)
      .where(sql`status = 'finished' AND scope = 'full'`),
    index('consistency_runs_requested').on(t.orgId, t.project, t.requestedAt),
  ],
);

export const reviews = pgTable(
  'reviews',
  {
    ...tenant(),
    id: uuid('id').notNull(),
    about: text('about').$type<ReviewAbout>().notNull(),
    nodeId: uuid('node_id').notNull(),
    reason: text('reason').notNull(),
    who: text('who').notNull(),
    keyId: uuid('key_id'),
    createdAt: instant('created_at').notNull(),
    closedAt: instant('closed_at'),
    closedBy: text('closed_by'),
    closingReason: text('closing_reason'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.project, t.id] }),
    index('reviews_open').on(t.orgId, t.project, t.id).where(sql`closed_at IS NULL`),
    index('reviews_by_node').on(t.orgId, t.project, t.nodeId, t.id),
  ],
);

export const ontologyRules = pgTable(
  'ontology_rules',
  {
    ...tenant(),
    id: text('id').notNull(),
    cypher: text('cypher'),
    description: text('description'),
    parameters: json<Record<string, RuleValue>>('parameters').notNull().default({}),
    severity: text('severity').$type<Severity>().notNull(),
    enabled: boolean('enabled').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    who: text('who').notNull(),
    keyId: uuid('key_id'),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.project, t.id] })],
);

export const ontologyRuleRuns = pgTable(
  'ontology_rule_runs',
  {
    ...tenant(),
    ruleId: text('rule_id').notNull(),
    runId: uuid('run_id').notNull(),
    at: instant('at').notNull(),
    durationMs: doublePrecision('duration_ms').notNull(),
    found: integer('found').notNull(),
    isCut: boolean('is_cut').notNull(),
    error: text('error'),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.project, t.ruleId] })],
);
