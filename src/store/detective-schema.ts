import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { FindingAnswer, FindingKind, FindingStatus } from '../core/finding.js';
import { instant, json, tenant } from './columns.js';

export const storyWalks = pgTable(
  'story_walks',
  {
    ...tenant(),
    seenUntil: instant('seen_until').notNull(),
    seenId: uuid('seen_id').notNull(),
    settledUntil: instant('settled_until').notNull(),
    lateAt: instant('late_at'),
    notBefore: instant('not_before').notNull(),
    attempts: integer('attempts').notNull().default(0),
    claimsRead: bigint('claims_read', { mode: 'number' }).notNull().default(0),
    pairsExamined: bigint('pairs_examined', { mode: 'number' }).notNull().default(0),
    pairsLeftOut: bigint('pairs_left_out', { mode: 'number' }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.project] })],
);

export const storyReads = pgTable(
  'story_reads',
  { ...tenant(), claimId: uuid('claim_id').notNull(), systemFrom: instant('system_from').notNull() },
  (t) => [primaryKey({ columns: [t.orgId, t.project, t.claimId] })],
);

export const storyFailures = pgTable(
  'story_failures',
  {
    ...tenant(),
    claimId: uuid('claim_id').notNull(),
    systemFrom: instant('system_from').notNull(),
    attempts: integer('attempts').notNull(),
    notBefore: instant('not_before'),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.project, t.claimId] })],
);

export const storyKeys = pgTable(
  'story_keys',
  { ...tenant(), key: text('key').notNull(), claimId: uuid('claim_id').notNull() },
  (t) => [
    primaryKey({ columns: [t.orgId, t.project, t.key, t.claimId] }),
    index('story_keys_of_claim').on(t.orgId, t.project, t.claimId),
  ],
);

export const findings = pgTable(
  'findings',
  {
    ...tenant(),
    id: uuid('id').notNull(),
    kind: text('kind').$type<FindingKind>().notNull(),
    status: text('status').$type<FindingStatus>().notNull(),
    claimsKey: text('claims_key').notNull(),
    claimIds: uuid('claim_ids').array().notNull(),
    question: text('question').notNull(),
    detail: json<{ asked: string | null; against: string | null }>('detail')
      .notNull()
      .default({ asked: null, against: null }),
    reader: text('reader').notNull(),
    contradictionId: uuid('contradiction_id'),
    foundAt: instant('found_at').notNull(),
    settledAt: instant('settled_at'),
    settledBy: text('settled_by'),
    settledReason: text('settled_reason'),
    answer: text('answer').$type<FindingAnswer>(),
    keyId: uuid('key_id'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.project, t.id] }),
    uniqueIndex('findings_claims').on(t.orgId, t.project, t.claimsKey),
    index('findings_by_status').on(t.orgId, t.project, t.status, t.id),
  ],
);

export const findingClaims = pgTable(
  'finding_claims',
  { ...tenant(), claimId: uuid('claim_id').notNull(), findingId: uuid('finding_id').notNull() },
  (t) => [primaryKey({ columns: [t.orgId, t.project, t.claimId, t.findingId] })],
);
