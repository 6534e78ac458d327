import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ClaimsMode } from '../core/document.js';
import type { RelationStatus } from '../core/lore.js';
import type { SourceKind } from '../core/source.js';
import type { TypeTemplate } from '../core/type-template.js';
import { instant, instantRanges, json, tenant, tickRange } from './columns.js';

/** The tables of the lore store, as the code sees them. */

/** `identity` tells two entities apart; `mergedInto` is the entity that this one turned out to be, never another merged one. */
export const entities = pgTable(
  'entities',
  {
    ...tenant(),
    id: uuid('id').notNull(),
    identity: text('identity').notNull(),
    type: text('type').notNull(),
    name: text('name').notNull(),
    loreVerified: boolean('lore_verified').notNull().default(false),
    verifiedBy: text('verified_by'),
    verifiedAt: instant('verified_at'),
    properties: json<Record<string, unknown>>('properties').notNull().default({}),
    mergedInto: uuid('merged_into'),
    createdAt: instant('created_at').notNull(),
    who: text('who').notNull(),
    keyId: uuid('key_id'),
    provisionalSince: instant('provisional_since'),
    wasProvisional: instantRanges('was_provisional'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.project, t.id] }),
    uniqueIndex('entities_identity').on(t.orgId, t.project, t.identity),
    index('entities_by_type').on(t.orgId, t.project, t.type, t.id).where(sql`merged_into IS NULL`),
    index('entities_provisional').on(t.orgId, t.project, t.id).where(sql`merged_into IS NULL AND NOT lore_verified`),
    index('entities_once_provisional').on(t.orgId, t.project, t.id).where(sql`was_provisional IS NOT NULL`),
    index('entities_by_time').on(t.orgId, t.project, t.createdAt, t.id),
    index('entities_merged').on(t.orgId, t.project, t.mergedInto).where(sql`merged_into IS NOT NULL`),
  ],
);

/** ref: an id that a document gives it, to speak of it again. */
export type NameKind = 'name' | 'alias' | 'ref';

export const entityNames = pgTable(
  'entity_names',
  {
    ...tenant(),
    key: text('key').notNull(),
    entityId: uuid('entity_id').notNull(),
    documentId: uuid('document_id').notNull(),
    name: text('name').notNull(),
    kind: text('kind').$type<NameKind>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.project, t.key, t.entityId, t.documentId] }),
    index('entity_names_by_entity').on(t.orgId, t.project, t.entityId),
  ],
);

export const entityGrams = pgTable(
  'entity_grams',
  { ...tenant(), gram: text('gram').notNull(), key: text('key').notNull() },
  (t) => [primaryKey({ columns: [t.orgId, t.project, t.gram, t.key] })],
);

export const entityDeclarations = pgTable(
  'entity_declarations',
  {
    ...tenant(),
    documentId: uuid('document_id').notNull(),
    entityId: uuid('entity_id').notNull(),
    properties: json<Record<string, unknown>>('properties').notNull().default({}),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.project, t.documentId, t.entityId] }),
    index('entity_declarations_by_entity').on(t.orgId, t.project, t.entityId),
  ],
);

export const typeTemplates = pgTable(
  'type_templates',
  {
    ...tenant(),
    type: text('type').notNull(),
    template: json<TypeTemplate>('template').notNull(),
    updatedAt: instant('updated_at').notNull(),
    who: text('who').notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.project, t.type] })],
);

export const loreSources = pgTable(
  'lore_sources',
  {
    ...tenant(),
    id: uuid('id').notNull(),
    uri: text('uri').notNull(),
    title: text('title').notNull(),
    kind: text('kind').$type<SourceKind>().notNull(),
    createdAt: instant('created_at').notNull(),
    who: text('who').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.project, t.id] }),
    uniqueIndex('lore_sources_uri').on(t.orgId, t.project, t.uri),
  ],
);

export const documents = pgTable(
  'documents',
  {
    ...tenant(),
    id: uuid('id').notNull(),
    path: text('path').notNull(),
    sourceId: uuid('source_id').notNull(),
    title: text('title').notNull(),
    format: text('format').notNull(),
    hash: text('hash').notNull(),
    ingestedAt: instant('ingested_at').notNull(),
    who: text('who').notNull(),
    claims: text('claims').$type<ClaimsMode>().notNull().default('none'),
    properties: json<Record<string, unknown>>('properties').notNull().default({}),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.project, t.id] }),
    uniqueIndex('documents_path').on(t.orgId, t.project, t.path),
  ],
);

export const documentClaims = pgTable(
  'document_claims',
  {
    ...tenant(),
    documentId: uuid('document_id').notNull(),
    key: text('key').notNull(),
    headingKey: text('heading_key').notNull(),
    textKey: text('text_key').notNull(),
    claimId: uuid('claim_id').notNull(),
    isSaid: boolean('is_said').notNull(),
    line: integer('line').notNull(),
    starts: integer('starts').notNull(),
    ends: integer('ends').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.project, t.documentId, t.key] }),
    index('document_claims_by_claim').on(t.orgId, t.project, t.claimId),
  ],
);

export const chunks = pgTable(
  'chunks',
  {
    ...tenant(),
    id: uuid('id').notNull(),
    documentId: uuid('document_id').notNull(),
    ordinal: integer('ordinal').notNull(),
    starts: integer('starts').notNull(),
    heading: text('heading'),
    text: text('text').notNull(),
    words: integer('words').notNull(),
    systemFrom: instant('system_from').notNull(),
    systemUntil: instant('system_until'),
    line: integer('line'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.project, t.id] }),
    index('chunks_by_document').on(t.orgId, t.project, t.documentId, t.ordinal).where(sql`system_until IS NULL`),
  ],
);

export const chunkWords = pgTable(
  'chunk_words',
  { ...tenant(), word: text('word').notNull(), chunkId: uuid('chunk_id').notNull(), hits: integer('hits').notNull() },
  (t) => [primaryKey({ columns: [t.orgId, t.project, t.word, t.chunkId] })],
);

export const relations = pgTable(
  'relations',
  {
    ...tenant(),
    id: uuid('id').notNull(),
    systemFrom: instant('system_from').notNull(),
    systemUntil: instant('system_until'),
    status: text('status').$type<RelationStatus>().notNull(),
    type: text('type').notNull(),
    fromId: uuid('from_id').notNull(),
    toId: uuid('to_id'),
    value: text('value'),
    validFrom: text('valid_from'),
    validUntil: text('valid_until'),
    validCertain: tickRange('valid_certain').notNull(),
    validPossible: tickRange('valid_possible').notNull(),
    validTail: bigint('valid_tail', { mode: 'number' }).notNull().default(0),
    extraction: real('extraction').notNull(),
    prophetic: boolean('prophetic').notNull(),
    sourceId: uuid('source_id'),
    documentId: uuid('document_id'),
    chunkId: uuid('chunk_id'),
    spanStart: integer('span_start'),
    spanEnd: integer('span_end'),
    saidKey: text('said_key'),
    claimId: uuid('claim_id'),
    isDisputed: boolean('is_disputed').notNull().default(false),
    disputedWith: uuid('disputed_with').array().notNull().default([]),
    supersededBy: uuid('superseded_by'),
    supersedes: uuid('supersedes').array().notNull().default([]),
    properties: json<Record<string, unknown>>('properties').notNull().default({}),
    guarded: boolean('guarded').notNull(),
    who: text('who').notNull(),
    keyId: uuid('key_id'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.project, t.id, t.systemFrom] }),
    uniqueIndex('relations_open_version').on(t.orgId, t.project, t.id).where(sql`system_until IS NULL`),
    index('relations_from').on(t.orgId, t.project, t.fromId, t.type),
    index('relations_to').on(t.orgId, t.project, t.toId, t.type).where(sql`to_id IS NOT NULL`),
    uniqueIndex('relations_said')
      .on(t.orgId, t.project, t.documentId, t.saidKey)
      .where(sql`system_until IS NULL AND status <> 'withdrawn' AND document_id IS NOT NULL`),
    index('relations_by_system_time').on(t.orgId, t.project, t.systemFrom, t.id),
    index('relations_by_claim').on(t.orgId, t.project, t.claimId).where(sql`claim_id IS NOT NULL`),
    index('relations_disputed_from')
      .on(t.orgId, t.project, t.fromId, t.id)
      .where(sql`system_until IS NULL AND is_disputed`),
    index('relations_disputed_to')
      .on(t.orgId, t.project, t.toId, t.id)
      .where(sql`system_until IS NULL AND is_disputed AND to_id IS NOT NULL`),
    index('relations_disputed_source')
      .on(t.orgId, t.project, t.sourceId, t.id)
      .where(sql`system_until IS NULL AND is_disputed AND source_id IS NOT NULL`),
    index('relations_from_page')
      .on(t.orgId, t.project, t.fromId, t.id)
      .where(sql`system_until IS NULL AND status = 'active'`),
    index('relations_to_page')
      .on(t.orgId, t.project, t.toId, t.id)
      .where(sql`system_until IS NULL AND status = 'active' AND to_id IS NOT NULL`),
    index('relations_by_type').on(t.orgId, t.project, t.type, t.id).where(sql`system_until IS NULL`),
    index('relations_dating')
      .on(t.orgId, t.project, t.type, t.id)
      .where(sql`type IN ('OCCURRED_ON', 'OCCURRED_DURING')`),
  ],
);

/** A conversation. `caller` is the API key, '' for the bootstrap key; `entities` and `claims` are in it latest first. */
export const loreSessions = pgTable(
  'lore_sessions',
  {
    ...tenant(),
    session: text('session').notNull(),
    caller: text('caller').notNull(),
    startedAt: instant('started_at').notNull(),
    usedAt: instant('used_at').notNull(),
    entities: uuid('entities').array().notNull().default([]),
    claims: uuid('claims').array().notNull().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.project, t.session, t.caller] }),
    index('lore_sessions_age').on(t.orgId, t.project, t.usedAt),
  ],
);

export const loreCalls = pgTable(
  'lore_calls',
  {
    ...tenant(),
    session: text('session').notNull(),
    caller: text('caller').notNull(),
    id: uuid('id').notNull(),
    at: instant('at').notNull(),
    tool: text('tool').notNull(),
    query: json<Record<string, unknown>>('query').notNull().default({}),
    status: integer('status').notNull(),
    entities: uuid('entities').array().notNull().default([]),
    caveats: text('caveats').array().notNull().default([]),
    relations: uuid('relations').array().notNull().default([]),
    unmet: text('unmet').array().notNull().default([]),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.project, t.session, t.caller, t.id] })],
);
