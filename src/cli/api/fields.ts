import { z } from 'zod';
import type { ApiField, FieldKind } from './command.js';

/** A JSON Schema, as far as it matters for options. */
interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  description?: string;
  default?: unknown;
}

/** Objects whose texts are options of their own too, by their last names; every object may be written as JSON. */
const FLATTENED: ReadonlySet<string> = new Set(['scope']);

type Place = ApiField['place'];

/** The fields of a part of a request, in their order. */
export function fieldsOf(schema: z.ZodType | undefined, place: Place): ApiField[] {
  if (schema === undefined) return [];
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema;
  const resolve = resolver(root.$defs ?? {});
  const { properties, required } = objectOf(resolve(root), resolve);
  return Object.entries(properties).flatMap(([name, field]) => {
    const isRequired = required.includes(name);
    const whole = fieldOf([name], place, resolve(field), isRequired);
    return FLATTENED.has(name) ? [whole, ...partsOf(whole, resolve(field), resolve)] : [whole];
  });
}

type Resolve = (schema: Schema) => Schema;

/** Follows references, and leaves out that a value may be null, which no command line says. */
function resolver(definitions: Record<string, Schema>): Resolve {
  const resolve: Resolve = (schema) => {
    const { $ref, ...rest } = schema;
    const named = $ref === undefined ? undefined : definitions[$ref.replace('#/$defs/', '')];
    if (named !== undefined) return { ...resolve(named), ...rest };
    const choices = schema.anyOf?.filter(({ type }) => type !== 'null');
    const [only, ...others] = choices ?? [];
    if (only === undefined || others.length > 0) return schema;
    const { anyOf: _, ...said } = schema;
    return { ...resolve(only), ...said };
  };
  return resolve;
}

/** The fields of an object; of a choice between objects those of all, where what all require is required. */
function objectOf(schema: Schema, resolve: Resolve): { properties: Record<string, Schema>; required: string[] } {
  const members = (schema.oneOf ?? schema.anyOf ?? []).map((member) => objectOf(resolve(member), resolve));
  if (members.length === 0) return { properties: schema.properties ?? {}, required: schema.required ?? [] };
  const names = [...new Set(members.flatMap(({ properties }) => Object.keys(properties)))];
  const merged = names.map((name) => [name, merge(members.flatMap(({ properties }) => properties[name] ?? []))]);
  const isCommon = (name: string) => members.every(({ required }) => required.includes(name));
  return { properties: Object.fromEntries(merged), required: names.filter(isCommon) };
}

/** A field that several objects have: the one that tells them apart may have the values of each, and is that of the first. */
function merge(schemas: readonly Schema[]): Schema {
  const [first = {}] = schemas;
  const values = [...new Set(schemas.flatMap((schema) => (schema.const === undefined ? [] : [schema.const])))];
  if (values.length === 0) return first;
  const { const: _, ...rest } = first;
  return { ...rest, enum: values, default: values[0] };
}

function* partsOf(whole: ApiField, schema: Schema, resolve: Resolve): Generator<ApiField> {
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    yield fieldOf([...whole.path, name], whole.place, resolve(part), false);
  }
}

function fieldOf(path: readonly string[], place: Place, schema: Schema, isRequired: boolean): ApiField {
  const option = (path.at(-1) ?? '').replaceAll('_', '-');
  const kind = kindOf(schema);
  const values = schema.enum ?? (kind === 'list' ? schema.items?.enum : undefined) ?? [];
  const choices = kind === 'text' || kind === 'list' ? values.map(String) : [];
  const fallback = schema.default === undefined ? null : String(schema.default);
  const description = [schema.description ?? '', fallback === null ? '' : `Default: ${fallback}.`].join(' ').trim();
  return { path, place, option, kind, choices, fallback, isRequired: isRequired && fallback === null, description };
}

const KINDS: Record<string, FieldKind> = { integer: 'number', number: 'number', boolean: 'flag', string: 'text' };

function kindOf({ type, items, enum: values, const: only, anyOf }: Schema): FieldKind {
  const name = Array.isArray(type) ? type.find((one) => one !== 'null') : type;
  if (name === 'array') return items?.type === 'string' ? 'list' : 'json';
  if (name !== undefined) return KINDS[name] ?? 'json';
  // One text, or several: an option that may be there again says both.
  const kinds = new Set(anyOf?.map(kindOf));
  if (kinds.has('list') && [...kinds].every((kind) => kind === 'list' || kind === 'text')) return 'list';
  return values !== undefined || only !== undefined ? 'text' : 'json';
}
