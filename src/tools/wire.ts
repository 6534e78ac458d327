/**
 * The one place where names change case: snake_case on the wire, camelCase in TypeScript.
 * Only keys are renamed; values, and the texts in them, stay as they are. So do the keys that users make up themselves.
 */

/** Fields whose keys are the user's own words. */
const VERBATIM = new Set(['properties', 'attributes']);

type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

/** A wire type with its keys in camelCase, at every depth. */
export type Camel<T> = T extends readonly (infer Item)[]
  ? Camel<Item>[]
  : T extends object
    ? { [Key in keyof T as Key extends string ? CamelCase<Key> : Key]: Camel<T[Key]> }
    : T;

export function fromWire(value: unknown): unknown {
  return mapKeys(value, camelCase);
}

export function toWire(value: unknown): unknown {
  return mapKeys(value, snakeCase);
}

function mapKeys(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => mapKeys(item, rename));
  if (value === null || typeof value !== 'object') return value;
  const renamed: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const item = (value as Record<string, unknown>)[key];
    const isWhole = typeof item !== 'object' || item === null || VERBATIM.has(key);
    put(renamed, rename(key), isWhole ? item : mapKeys(item, rename));
  }
  return renamed;
}

/**
 * The JSON of a value as it stands on the wire: the same as `JSON.stringify(toWire(value))`, without a copy of the whole.
 * Values are what JSON can say, or undefined, which is left out.
 */
export function wireText(value: unknown): string {
  if (typeof value === 'string') return textOf(value);
  if (value === null || value === undefined) return 'null';
  if (typeof value !== 'object') return JSON.stringify(value);
  return Array.isArray(value) ? listText(value) : objectText(value as Record<string, unknown>);
}

function listText(list: readonly unknown[]): string {
  let text = '';
  for (const item of list) text += text === '' ? wireText(item) : `,${wireText(item)}`;
  return `[${text}]`;
}

function objectText(object: Record<string, unknown>): string {
  let text = '';
  for (const key of Object.keys(object)) {
    const item = object[key];
    if (item === undefined) continue;
    text += text === '' ? keyText(key) : `,${keyText(key)}`;
    text += VERBATIM.has(key) ? JSON.stringify(item) : wireText(item);
  }
  return `{${text}}`;
}

/** What is escaped in JSON. Few texts hold any, and those that hold none are their own text. */
const ESCAPED = /["\\\p{Cc}\p{Cs}]/u;

function textOf(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** A key that a client sends may be any text; an assignment to this one would be none. */
function put(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

const camelCase = remembered((key) => key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()));

const snakeCase = remembered((key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
const keyText = remembered((key) => `${JSON.stringify(snakeCase(key))}:`);

/** Names that are remembered: our own are fewer by far, those of others are not kept for ever. */
const REMEMBERED_MAX = 2000;

/** The same few names are renamed in every answer, many times each. */
function remembered(rename: (key: string) => string): (key: string) => string {
  const known = new Map<string, string>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const renamed = rename(key);
    if (known.size < REMEMBERED_MAX) known.set(key, renamed);
    return renamed;
  };
}
