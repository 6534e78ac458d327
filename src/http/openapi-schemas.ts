import { z } from 'zod';

/** A JSON Schema, or a part of one. */
export type Json = Record<string, unknown>;

type Side = 'input' | 'output';

const REF = '#/components/schemas/';

/**
 * The JSON Schemas of requests and answers. What has an id is a component of that name, if anything refers to it; all else
 * stands where it is used.
 */
export class Schemas {
  readonly #registries = { input: named(), output: named() };
  readonly #inline = new Map<z.ZodType, string>();
  #made: Record<Side, Record<string, Json>> | null = null;

  /** Announces a schema that `of` will be asked for. */
  add(schema: z.ZodType, side: Side): void {
    if (this.#registries[side].has(schema)) return;
    const name = this.#inline.get(schema) ?? `inline ${this.#inline.size}`;
    this.#inline.set(schema, name);
    this.#registries[side].add(schema, { id: name });
  }

  /** The schema itself, or a reference to its component. */
  of(schema: z.ZodType, side: Side): Json {
    const name = this.#inline.get(schema);
    if (name !== undefined) return this.#json(side, name);
    const { id } = z.globalRegistry.get(schema) ?? {};
    return { $ref: `${REF}${id}` };
  }

  /**
   * The components that requests and answers refer to, by name.
   * @throws Error when one name would be two schemas: what a request takes and what an answer has must be named apart
   */
  reached(requests: unknown, answers: unknown): Record<string, Json> {
    const ofRequests = this.#reachedFrom(requests, 'input');
    const ofAnswers = this.#reachedFrom(answers, 'output');
    for (const [name, schema] of ofRequests) {
      const other = ofAnswers.get(name);
      if (other !== undefined && JSON.stringify(other) !== JSON.stringify(schema)) {
        throw new Error(`The schema ${name} is one thing in requests and another in answers.`);
      }
    }
    const all = [...ofRequests, ...ofAnswers].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(all);
  }

  #reachedFrom(root: unknown, side: Side): Map<string, Json> {
    const found = new Map<string, Json>();
    const open = [...refsIn(root)];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (found.has(name)) continue;
      const schema = this.#json(side, name);
      found.set(name, schema);
      open.push(...refsIn(schema));
    }
    return found;
  }

  #json(side: Side, name: string): Json {
    this.#made ??= { input: this.#make('input'), output: this.#make('output') };
    const schema = this.#made[side][name];
    if (schema === undefined) throw new Error(`There is no schema ${name}.`);
    return schema;
  }

  #make(io: Side): Record<string, Json> {
    const { schemas } = z.toJSONSchema(this.#registries[io], {
      io,
      uri: (id) => `${REF}${id}`,
      override: ({ zodSchema, jsonSchema }) => simplify(zodSchema, jsonSchema as Json, io),
    });
    return Object.fromEntries(
      Object.entries(schemas).map(([name, { $schema: _dialect, $id: _id, ...schema }]) => [name, schema]),
    );
  }
}

/** All that have names. */
function named() {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of z.globalRegistry._idmap) registry.add(schema as z.ZodType, { id });
  return registry;
}

function simplify(schema: z.core.$ZodTypes, json: Json, io: Side): void {
  // A list whose items are checked one by one names what each should be.
  if (typeof json.$ref === 'string' && !json.$ref.startsWith('#')) {
    const $ref = `${REF}${json.$ref}`;
    for (const key of Object.keys(json)) delete json[key];
    json.$ref = $ref;
    return;
  }
  // The format says it, and nobody can read the pattern.
  if (json.format === 'uuid' || json.format === 'date-time') delete json.pattern;
  // An answer may get more fields.
  const { def } = schema._zod;
  if (io === 'output' && def.type === 'object' && def.catchall === undefined) delete json.additionalProperties;
  joinNull(json);
}

/** "A string, or null" in one type, where nothing else is said of the two. */
function joinNull(json: Json): void {
  if (!Array.isArray(json.anyOf) || json.anyOf.length !== 2) return;
  const [first, second] = json.anyOf as [Json, Json];
  const isPlain = typeof first.type === 'string' && first.enum === undefined && first.const === undefined;
  if (!isPlain || second.type !== 'null' || Object.keys(second).length !== 1) return;
  const { anyOf: _both, ...rest } = json;
  for (const key of Object.keys(json)) delete json[key];
  Object.assign(json, first, rest, { type: [first.type, 'null'] });
}

/** The names of the components that a part of a document refers to. */
function* refsIn(part: unknown): Generator<string> {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, value] of Object.entries(part)) {
    if (key === '$ref' && typeof value === 'string' && value.startsWith(REF)) yield value.slice(REF.length);
    else yield* refsIn(value);
  }
}

/**
 * Says of a choice between components what all of them have, as a field of its own: some generators follow no discriminator
 * to a schema that is a choice again and no object.
 */
export function nameShared(components: Readonly<Record<string, Json>>): void {
  for (const schema of Object.values(components)) {
    if (!Array.isArray(schema.oneOf)) continue;
    const shared = Object.entries(constantsOf(schema, components));
    if (shared.length === 0) continue;
    const properties = Object.fromEntries(
      shared.map(([name, value]) => [name, { const: value, type: 'string', description: 'The same of all.' }]),
    );
    Object.assign(schema, { type: 'object', properties, required: shared.map(([name]) => name) });
  }
}

/** Says of each choice between components by which of their fields a client tells them apart. */
export function addDiscriminators(part: unknown, components: Readonly<Record<string, Json>>): void {
  if (typeof part !== 'object' || part === null) return;
  for (const value of Object.values(part)) addDiscriminators(value, components);
  if (!('oneOf' in part) || !Array.isArray(part.oneOf)) return;
  const names = part.oneOf.map(({ $ref }: Json) => (typeof $ref === 'string' ? $ref.slice(REF.length) : null));
  const discriminator = discriminatorOf(names, components);
  if (discriminator !== null) Object.assign(part, { discriminator });
}

function discriminatorOf(names: readonly (string | null)[], components: Readonly<Record<string, Json>>): object | null {
  const constants = names.map((name) => constantsOf(components[name ?? ''], components));
  for (const propertyName of Object.keys(constants[0] ?? {})) {
    const values = constants.map((each) => each[propertyName]);
    if (values.includes(undefined) || new Set(values).size !== values.length) continue;
    return { propertyName, mapping: Object.fromEntries(values.map((value, at) => [value, `${REF}${names[at]}`])) };
  }
  return null;
}

/** The fields of a component that have one text each; of a choice between components those that all of them have. */
function constantsOf(schema: Json | undefined, components: Readonly<Record<string, Json>>): Record<string, string> {
  if (Array.isArray(schema?.oneOf)) {
    const [first = {}, ...others] = schema.oneOf.map(({ $ref }: Json) =>
      constantsOf(components[String($ref).slice(REF.length)], components),
    );
    const shared = Object.entries(first).filter(([name, value]) => others.every((other) => other[name] === value));
    return Object.fromEntries(shared);
  }
  const properties = Object.entries((schema?.properties ?? {}) as Record<string, Json>);
  const constant = properties.flatMap(([name, { const: value }]) => (typeof value === 'string' ? [[name, value]] : []));
  // Clients switch by the code of a problem, which its type and title repeat.
  return Object.fromEntries(constant.filter(([name]) => name !== 'type' && name !== 'title'));
}
