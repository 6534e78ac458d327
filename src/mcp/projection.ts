import type { JSONObject, JSONValue } from '@modelcontextprotocol/server';

/**
 * What a list of tools shows of an input schema: what an agent has to know to fill it in. The full schema still holds what
 * it sends, so nothing here decides what is valid.
 */

/** A schema as JSON; a part of JSON Schema. */
export type Json = JSONObject;

export type ObjectSchema = Json & { type: 'object'; properties: Record<string, Json> };

/** Said by the key or the address; or, of how many related claims it is shown, well left to the default. An agent may send them. */
const HIDDEN = new Set(['org_id', 'project', 'related']);

/** What stays of a schema, beside its parts. */
const KEPT = new Set(['type', 'enum', 'const', 'minimum', 'maximum']);

/** Which references lead where. */
type Definitions = Readonly<Record<string, Json>>;

/** The listed form of an input, of which every part is an object. Its fields are described, and what is within them isn't. */
export function projectInput(parts: readonly Json[]): ObjectSchema {
  const projected = parts.map((part) => project(part, (part.$defs ?? {}) as Definitions));
  const { properties, ...input } = merged(projected, (lists) => lists.flat());
  return { ...input, properties: eachOf(properties, (part) => ({ ...undescribed(part), ...said(part) })) };
}

function project(schema: Json, definitions: Definitions): Json {
  if (typeof schema.$ref === 'string') return projectReference(schema, schema.$ref, definitions);
  const options = (schema.anyOf ?? schema.oneOf) as readonly Json[] | undefined;
  if (options !== undefined) return projectOptions(schema, options, definitions);
  return {
    ...Object.fromEntries(Object.entries(schema).filter(([key, value]) => isTelling(schema, key, value))),
    ...(Array.isArray(schema.type) && { type: schema.type.filter((type) => type !== 'null')[0] ?? 'null' }),
    ...said(schema),
    ...(isJson(schema.items) && { items: project(schema.items, definitions) }),
    ...(isJson(schema.properties) && projectProperties(schema, definitions)),
  };
}

/** What is not told here is any object, and so is what would lead back to itself. */
function projectReference(schema: Json, ref: string, definitions: Definitions): Json {
  const name = ref.slice(ref.lastIndexOf('/') + 1);
  const { [name]: target, ...others } = definitions;
  const found: Json = target === undefined ? { type: 'object' } : project(target, others);
  return { ...found, ...said({ ...found, ...schema }) };
}

/**
 * Null is what is left out. One of several objects is shown as one that has the fields of all, which are described where
 * each of them is an input of its own.
 */
function projectOptions(schema: Json, options: readonly Json[], definitions: Definitions): Json {
  const shown = options.filter(({ type }) => type !== 'null').map((option) => project(option, definitions));
  const [first, ...others] = shown;
  if (first === undefined) return said(schema);
  if (others.length === 0) return { ...first, ...said({ ...first, ...schema }) };
  if (shown.every(({ properties }) => properties !== undefined)) {
    return { ...merged(shown.map(undescribed), inAll), ...said(schema) };
  }
  return { anyOf: shown, ...said(schema) };
}

function projectProperties(schema: Json, definitions: Definitions): Json {
  const entries = Object.entries(schema.properties as Record<string, Json>).filter(([name]) => !HIDDEN.has(name));
  const required = (schema.required as string[] | undefined) ?? [];
  return {
    properties: Object.fromEntries(entries.map(([name, part]) => [name, project(part, definitions)])),
    ...(required.length > 0 && { required }),
  };
}

/** Without a word, at any depth. */
function undescribed(schema: Json): Json {
  const { description: _said, items, properties, ...rest } = schema;
  return {
    ...rest,
    ...(isJson(items) && { items: undescribed(items) }),
    ...(isJson(properties) && { properties: eachOf(properties as Record<string, Json>, undescribed) }),
  };
}

function eachOf(properties: Record<string, Json>, change: (part: Json) => Json): Record<string, Json> {
  return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, change(part)]));
}

/** One object for several. A field that has a constant in each takes any of them. */
function merged(schemas: readonly Json[], joined: (lists: readonly string[][]) => string[]): ObjectSchema {
  const properties: Record<string, Json> = {};
  for (const schema of schemas) {
    for (const [name, part] of Object.entries((schema.properties ?? {}) as Record<string, Json>)) {
      properties[name] = joinedField(properties[name], part);
    }
  }
  const required = joined(schemas.map((schema) => (schema.required as string[] | undefined) ?? []));
  return { type: 'object', properties, ...(required.length > 0 && { required: [...new Set(required)] }) };
}

function joinedField(known: Json | undefined, next: Json): Json {
  if (known === undefined || !('const' in next)) return known ?? next;
  const { const: value = null, enum: values = [value], ...rest } = known;
  return { ...rest, enum: [...new Set([...(values as JSONValue[]), next.const ?? null])] };
}

function inAll(lists: readonly string[][]): string[] {
  const [first = [], ...others] = lists;
  return first.filter((name) => others.every((list) => list.includes(name)));
}

/** A bound that every number keeps tells nothing, nor does a type beside a constant. */
function isTelling(schema: Json, key: string, value: unknown): boolean {
  if (key === 'type' && ('const' in schema || 'enum' in schema)) return false;
  return KEPT.has(key) && Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER;
}

function said({ description, ...schema }: Json): Json {
  if (typeof description !== 'string') return {};
  // What the words of an enumeration mean is told behind the first.
  return { description: 'enum' in schema ? description : gistOf(description) };
}

/** The first clause: what follows it tells what happens if. */
function gistOf(text: string): string {
  const end = /[;.](?=\s)/.exec(text)?.index ?? text.length;
  return text.slice(0, end).replace(/\.$/, '');
}

function isJson(value: JSONValue | undefined): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
