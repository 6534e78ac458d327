import { z } from 'zod';
import { SOURCE_TYPES, type SourceType } from '../../core/document.js';
import { SOURCE_KINDS } from '../../core/source.js';
import { FIELDS, type Field, SECTIONS } from './fields.js';

/** The shapes of the documents, made from the table of fields. Strict: a field that is not known is an error. */

export const NAME_MAX = 200;
const LIST_MAX = 5000;

const isText = expected('must be a text; put numbers and true, false or null in quotes');

function expected(what: string) {
  return { error: ({ input }: { input?: unknown }) => (input === undefined ? 'must be given' : what) };
}

/** A map without other fields; the message about another one lists those that there are. */
function fields<S extends z.core.$ZodLooseShape>(shape: S, what = 'must be a map of fields') {
  return z.strictObject(shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? Object.keys(shape).join(', ') : what),
  });
}

const text = (max: number) =>
  z
    .string(isText)
    .trim()
    .min(1, 'must hold more than white space')
    .max(max, `must be no longer than ${max} characters`);

const name = text(NAME_MAX).regex(/[\p{L}\p{N}]/u, 'must hold a letter or a digit');

/** 340 is a year as well as "340". */
const date = z.preprocess(
  (value) => (Number.isSafeInteger(value) ? String(value) : value),
  z
    .string(expected('must be a date such as 340 TA, or unknown'))
    .trim()
    .min(1, 'must be a date')
    .max(64, 'must be a date, of at most 64 characters'),
);

/** One or a list of them. */
const listOf = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value) => (value === null || Array.isArray(value) ? value : [value]),
    z.array(item).max(LIST_MAX, `must name at most ${LIST_MAX}`).nullable(),
  );

const propertyValue = z.custom<string | number | boolean>(
  (value) => ['string', 'number', 'boolean'].includes(typeof value),
  'must be a text, a number, true or false',
);

const properties = z
  .record(z.string().max(NAME_MAX), propertyValue, { error: 'must be a map of names to values' })
  .nullish();

const time = {
  on: date.nullish(),
  valid_from: date.nullish(),
  valid_until: date.nullish(),
};

/** `on` stands for both bounds. */
function withOneTime<T extends z.ZodType<Times>>(schema: T): T {
  return schema.refine(({ on, valid_from, valid_until }) => on == null || (valid_from == null && valid_until == null), {
    path: ['on'],
    error: 'stands for both bounds; leave out valid_from and valid_until, or this',
  });
}

type Times = { [bound in keyof typeof time]?: string | null | undefined };

const isShare = { error: 'must be a number above 0 and up to 1' };

const claim = {
  ...time,
  confidence: z.number(isShare).positive(isShare).max(1, isShare).nullish(),
  properties,
};

const link = z.preprocess(
  (value) => (typeof value === 'string' ? { name: value } : value),
  withOneTime(fields({ name, ...claim }, 'must be a name, a map with a name, or a list of those')),
);

const relationType = z
  .string(isText)
  .regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'must be a type in capitals such as RULES or MEMBER_OF');

const relationShape = { type: relationType, from: name.nullish(), to: name.nullish(), ...claim };

/** A relation within an entity, which is one of its ends. */
const ownRelation = withOneTime(fields(relationShape)).refine(({ from, to }) => (from == null) !== (to == null), {
  path: ['to'],
  error: 'must be given, or from: the other end is the entity itself',
});

/** A relation that stands by itself. */
export const relationSchema = withOneTime(fields({ ...relationShape, from: name, to: name }));

function fieldSchema({ kind }: Field): z.ZodType {
  if (kind === 'link') return listOf(link).optional();
  return kind === 'text' ? text(NAME_MAX).nullish() : date.nullish();
}

const common = {
  name,
  aliases: listOf(name).optional(),
  description: text(20_000).nullish(),
  properties,
  attributes: z
    .record(z.string().regex(/^[a-z][a-z0-9_]{0,63}$/), propertyValue, { error: 'must be a map of names to values' })
    .nullish(),
  relations: z.array(ownRelation, { error: 'must be a list of relations' }).max(LIST_MAX).nullish(),
};

/** What an entity of a type is told by; one of a type that is not built in has what every entity has. */
function entityShape(type: string) {
  const own = Object.entries(FIELDS[type] ?? {}).flatMap(([field, spec]) => [
    [field, fieldSchema(spec)],
    ...(spec.kind === 'link' || spec.end === undefined ? [] : [[spec.end, date.nullish()]]),
  ]);
  return { ...common, ...(Object.fromEntries(own) as Record<string, z.ZodType>) };
}

const bodies = new Map(Object.keys(FIELDS).map((type) => [type, fields(entityShape(type))] as const));
const anyBody = fields(common);

/** The schema of an entity without its type. */
export function entityBody(type: string): z.ZodType {
  return bodies.get(type) ?? anyBody;
}

/**
 * The type that an item names, checked by itself, as its fields follow from it.
 * @param usual what it is when it doesn't say; null: it must
 */
export function typeField(types: readonly string[], usual: string | null) {
  const isOneOf = `must be one of ${types.join(', ')}`;
  const known = z.string(expected(isOneOf)).refine((type) => types.includes(type), isOneOf);
  return usual === null ? known : known.nullish().transform((type) => type ?? usual);
}

/** What stands at the top of every document, whatever its kind. */
const head = {
  source_type: z.enum(SOURCE_TYPES, { error: `must be one of ${SOURCE_TYPES.join(', ')}` }).nullish(),
  title: text(NAME_MAX).nullish(),
  source: text(2000).nullish(),
  reliability: z.enum(SOURCE_KINDS, { error: `must be one of ${SOURCE_KINDS.join(', ')}` }).nullish(),
};

const items = z
  .array(z.unknown(), { error: 'must be a list' })
  .max(LIST_MAX, `must hold at most ${LIST_MAX}`)
  .nullish();

/** A document as a whole; what stands in its lists is checked item by item. */
export function documentSchema(sourceType: SourceType) {
  const lists = Object.keys(SECTIONS[sourceType]).map((section) => [section, items]);
  const relations = z.array(relationSchema, { error: 'must be a list of relations' }).max(LIST_MAX).nullish();
  return fields({ ...head, ...Object.fromEntries(lists), relations });
}

/** A document about one entity, whose fields stand at its top. */
export const pageSchema = fields({ ...head, events: items });

export type LinkInput = z.infer<typeof link>;
export type RelationInput = z.infer<typeof relationSchema>;
export type OwnRelationInput = z.infer<typeof ownRelation>;
export type CommonInput = z.infer<typeof anyBody>;
export type HeadInput = z.infer<z.ZodObject<typeof head>>;

/** The fields that an entity of a type can have, and those that stand at the top of every document. */
export function fieldsOf(type: string): string[] {
  return Object.keys(entityShape(type));
}

export const HEAD_FIELDS: readonly string[] = Object.keys(head);
