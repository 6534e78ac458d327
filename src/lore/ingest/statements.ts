import { closest, distance } from 'fastest-levenshtein';
import type { z } from 'zod';
import { SOURCE_TYPES, type SourceType, type StatedDate } from '../../core/document.js';
import type { Collector } from './collector.js';
import { type AttributeField, FIELDS, type Field, type LinkField, SECTIONS } from './fields.js';
import {
  type CommonInput,
  documentSchema,
  entityBody,
  type HeadInput,
  type LinkInput,
  type OwnRelationInput,
  pageSchema,
  type RelationInput,
  relationSchema,
  typeField,
} from './schema.js';
import type { Step } from './yaml.js';

type Entity = CommonInput & Record<string, unknown>;
type Path = readonly Step[];

/**
 * Takes what the fields of a document say, and its errors, into the collector. The answer is what stands at its top;
 * empty where that is wrong.
 */
export function readFields(value: unknown, sourceType: SourceType, collector: Collector): Partial<HeadInput> {
  return isPage(value) && sourceType === 'lore' ? readPage(value, collector) : readLists(value, sourceType, collector);
}

/** The kind of a document, when it names a good one; the schema says what is wrong with another. */
export function sourceTypeOf(value: unknown): SourceType {
  const named = (value as { source_type?: unknown } | null)?.source_type;
  return SOURCE_TYPES.find((type) => type === named) ?? 'lore';
}

/** A document with a type at its top is about one entity. */
function isPage(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && 'type' in value;
}

const PAGE_HEAD = Object.keys(pageSchema.shape);

function readPage(value: Record<string, unknown>, collector: Collector): Partial<HeadInput> {
  const own = (isHead: boolean) =>
    Object.fromEntries(Object.entries(value).filter(([key]) => PAGE_HEAD.includes(key) === isHead));
  const head = checked(pageSchema, own(true), [], collector);
  readEntity(own(false), null, [], collector);
  readItems(head?.events, SECTIONS.lore.events.types, 'events', collector);
  return head ?? {};
}

function readLists(value: unknown, sourceType: SourceType, collector: Collector): Partial<HeadInput> {
  const document = checked(documentSchema(sourceType), value ?? {}, [], collector) as Record<string, unknown> | null;
  if (document === null) return {};
  for (const [section, { types }] of Object.entries(SECTIONS[sourceType])) {
    readItems(document[section] as unknown[] | null | undefined, types, section, collector);
  }
  const relations = document.relations as RelationInput[] | null | undefined;
  for (const [index, relation] of (relations ?? []).entries()) relate(relation, ['relations', index], collector);
  return document;
}

function readItems(
  items: readonly unknown[] | null | undefined,
  types: readonly string[] | null,
  section: string,
  collector: Collector,
): void {
  for (const [index, item] of (items ?? []).entries()) {
    if (!collector.isFull) readEntity(item, types, [section, index], collector);
  }
}

/** @param types what it may be, the first of which it is when it doesn't say; null for anything that it names */
export function readEntity(item: unknown, types: readonly string[] | null, path: Path, collector: Collector): void {
  const { type: given, ...rest } = (isObject(item) ? item : { item }) as Record<string, unknown>;
  const type = checked(typeField(types ?? collector.types, types?.[0] ?? null), given, [...path, 'type'], collector);
  if (type === null) return;
  const entity = checked(entityBody(type), isObject(item) ? rest : item, path, collector) as Entity | null;
  if (entity === null) return;
  const { name, aliases, description, properties } = entity;
  const said = { name, types: [type], aliases: aliases ?? [], description: description ?? null };
  const self = collector.declare({ ...said, properties: properties ?? {} }, path);
  for (const [key, field] of Object.entries(FIELDS[type] ?? {}))
    readField(entity, key, field, { self, path }, collector);
  for (const [key, value] of Object.entries(entity.attributes ?? {})) {
    const said = { type: key.toUpperCase(), from: self, to: null, value: String(value), confidence: 1, properties: {} };
    collector.relate({ ...said, validFrom: null, validUntil: null }, [...path, 'attributes', key]);
  }
  for (const [index, relation] of (entity.relations ?? []).entries()) {
    readOwnRelation(relation, self, [...path, 'relations', index], collector);
  }
}

interface Owner {
  self: number;
  path: Path;
}

function readField(entity: Entity, key: string, field: Field, { self, path }: Owner, collector: Collector): void {
  const value = entity[key];
  if (value === null || value === undefined) return;
  if (field.kind !== 'link') {
    readAttribute(entity, key, field, { self, path }, collector);
    return;
  }
  for (const [index, link] of (value as LinkInput[]).entries()) {
    readLink(link, field, { self, path: [...path, key, index] }, collector);
  }
}

/** A date happens at itself, or until the field for its end; any other attribute holds at all times. */
function readAttribute(
  entity: Entity,
  key: string,
  { kind, relation, end }: AttributeField,
  { self, path }: Owner,
  collector: Collector,
): void {
  const bound = (field: string) => dateAt(entity[field] as string | null | undefined, [...path, field], collector);
  const begins = kind === 'date' ? bound(key) : null;
  const ends = end === undefined ? null : bound(end);
  const said = { type: relation, from: self, to: null, value: entity[key] as string, confidence: 1, properties: {} };
  collector.relate({ ...said, validFrom: begins, validUntil: ends ?? begins }, [...path, key]);
}

function readLink(link: LinkInput, field: LinkField, { self, path }: Owner, collector: Collector): void {
  const other = collector.mention({ name: link.name, types: field.types }, [...path, 'name']);
  const [from, to] = field.direction === 'out' ? [self, other] : [other, self];
  collector.relate({ type: field.relation, from, to, value: null, ...claimOf(link, path, collector) }, path);
}

function readOwnRelation(relation: OwnRelationInput, self: number, path: Path, collector: Collector): void {
  const end = (name: string | null | undefined, key: string) =>
    name == null ? self : collector.mention({ name, types: [] }, [...path, key]);
  const [from, to] = [end(relation.from, 'from'), end(relation.to, 'to')];
  collector.relate({ type: relation.type, from, to, value: null, ...claimOf(relation, path, collector) }, path);
}

/** Takes a relation that stands by itself. */
export function readRelation(item: unknown, path: Path, collector: Collector): void {
  const relation = checked(relationSchema, item, path, collector);
  if (relation !== null) relate(relation, path, collector);
}

function relate(relation: RelationInput, path: Path, collector: Collector): void {
  const from = collector.mention({ name: relation.from, types: [] }, [...path, 'from']);
  const to = collector.mention({ name: relation.to, types: [] }, [...path, 'to']);
  collector.relate({ type: relation.type, from, to, value: null, ...claimOf(relation, path, collector) }, path);
}

function claimOf(
  {
    on,
    valid_from,
    valid_until,
    confidence,
    properties,
  }: Pick<LinkInput, 'on' | 'valid_from' | 'valid_until' | 'confidence' | 'properties'>,
  path: Path,
  collector: Collector,
) {
  const bound = (key: 'valid_from' | 'valid_until', text: string | null | undefined) =>
    on == null ? dateAt(text, [...path, key], collector) : dateAt(on, [...path, 'on'], collector);
  return {
    validFrom: bound('valid_from', valid_from),
    validUntil: bound('valid_until', valid_until),
    confidence: confidence ?? 1,
    properties: properties ?? {},
  };
}

function dateAt(text: string | null | undefined, path: Path, collector: Collector): StatedDate | null {
  return text == null ? null : { text, place: collector.at(path).place };
}

/** The value in the shape of the schema; null, and errors, where it has another. */
function checked<S extends z.ZodType>(schema: S, value: unknown, path: Path, collector: Collector): z.infer<S> | null {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const at = [...path, ...issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))];
    if (issue.code !== 'unrecognized_keys') collector.error(at, issue.message);
    else unknownFields(at, issue, collector);
  }
  return null;
}

function unknownFields(path: Path, { keys, message }: z.core.$ZodIssueUnrecognizedKeys, collector: Collector): void {
  for (const key of keys) {
    if (collector.isFull) return;
    collector.unknownKey(path, key, unknownField(key, message));
  }
}

/** Names the field that was probably meant; `known` are those that there are, by comma. */
function unknownField(key: string, known: string): string {
  const meant = closest(key, known.split(', '));
  return `is not a field here; ${distance(key, meant) <= 3 ? `did you mean ${meant}?` : `there are ${known}`}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
