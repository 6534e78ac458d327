import { closest, distance } from 'fastest-levenshtein';
import { SOURCE_TYPES, type SourceType } from '../../core/document.js';
import { SOURCE_KINDS } from '../../core/source.js';
import { SECTIONS } from './fields.js';
import { fieldsOf, HEAD_FIELDS } from './schema.js';

/** What the front matter of Markdown says, in the form of a document of lore, and what other programs put there. */
export interface LooseFields {
  value: unknown;
  /** Of the document; those of an entity are among its own. */
  properties: Record<string, Property>;
  /** Sentences about keys that are no fields. */
  notes: string[];
}

type Property = string | number | boolean;
type Fields = Record<string, unknown>;

const PROPERTIES_MAX = 100;
const NAME_MAX = 200;
const VALUE_MAX = 2000;
const SHOWN_MAX = 10;

/**
 * The front matter of Markdown as people write it, for a wiki, a site or a record of decisions: what is no field of lore is
 * kept as a property, and said. What is one stays as it is, to be read as strictly as ever.
 * @param types the types of entities that there are
 */
export function looseFields(value: unknown, types: readonly string[]): LooseFields {
  if (!isMap(value)) return { value, properties: {}, notes: [] };
  const isPage = types.includes(String(value.type));
  const known = new Set(isPage ? pageFields(String(value.type)) : documentFields(value.source_type));
  const all = Object.entries(value);
  const own = all.filter(([key, field]) => known.has(key) && isFitting(key, field));
  const rest = all.filter(([key, field]) => !known.has(key) || !isFitting(key, field));
  const properties = propertiesOf(rest);
  const fields = Object.fromEntries(own.map(([key, field]) => [key, key === 'title' ? textOf(field) : field]));
  const notes =
    rest.length === 0
      ? []
      : [
          noteOf(
            rest.map(([key]) => key),
            [...known],
          ),
        ];
  if (!isPage) return { value: fields, properties, notes };
  const given = isMap(fields.properties) ? fields.properties : {};
  const merged = Object.keys(properties).length === 0 ? {} : { properties: { ...properties, ...given } };
  return { value: { ...fields, ...merged }, properties: {}, notes };
}

function pageFields(type: string): string[] {
  return ['type', 'events', ...HEAD_FIELDS, ...fieldsOf(type)];
}

function documentFields(named: unknown): string[] {
  const sourceType: SourceType = SOURCE_TYPES.find((type) => type === named) ?? 'lore';
  return [...HEAD_FIELDS, ...Object.keys(SECTIONS[sourceType]), 'relations'];
}

/** A head field with a value that is none for lore is one of another program: `source: { … }`, `reliability: high`. */
function isFitting(key: string, field: unknown): boolean {
  if (field === null) return true;
  if (key === 'source_type') return SOURCE_TYPES.some((type) => type === field);
  if (key === 'reliability') return SOURCE_KINDS.some((kind) => kind === field);
  if (key === 'source') return typeof field === 'string' && field.trim() !== '';
  return key !== 'title' || (isProperty(field) && String(field).trim() !== '');
}

function textOf(field: unknown): unknown {
  return typeof field === 'number' || typeof field === 'boolean' ? String(field) : field;
}

function propertiesOf(rest: readonly [string, unknown][]): Record<string, Property> {
  const found = rest.slice(0, PROPERTIES_MAX).flatMap(([key, field]): [string, Property][] => {
    if (key.length > NAME_MAX || field === null) return [];
    const said = isProperty(field) ? field : flattened(field);
    return [[key, typeof said === 'string' ? said.slice(0, VALUE_MAX) : said]];
  });
  return Object.fromEntries(found);
}

/** `tags: [a, b]` is "a, b"; what is nested more deeply is kept as JSON. */
function flattened(field: unknown): string {
  return Array.isArray(field) && field.every(isProperty) ? field.join(', ') : JSON.stringify(field);
}

function noteOf(keys: readonly string[], known: readonly string[]): string {
  const shown = keys.slice(0, SHOWN_MAX).map((key) => {
    const meant = closest(key, [...known]);
    return !known.includes(key) && key.length > 3 && distance(key, meant) <= 2
      ? `${key} (did you mean ${meant}?)`
      : key;
  });
  const more = keys.length > SHOWN_MAX ? ` and ${keys.length - SHOWN_MAX} more` : '';
  return `Not fields of lore, and kept as properties: ${shown.join(', ')}${more}.`;
}

function isProperty(field: unknown): field is Property {
  return ['string', 'number', 'boolean'].includes(typeof field);
}

function isMap(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
