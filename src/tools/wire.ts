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
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [rename(key), VERBATIM.has(key) ? item : mapKeys(item, rename)]),
  );
}

function camelCase(key: string): string {
  return key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
