/** Parameters of a statement by their names, so that no statement counts them. */
export interface Parameters<Name extends string> {
  /** `$n` of each. */
  at: Readonly<Record<Name, string>>;
  /** The number of the next parameter after these. */
  next: number;
  /** Their values, in the order in which the statement takes them. */
  values(given: Readonly<Record<Name, unknown>>): unknown[];
}

/** @param first the number of the first of them: those before are others' */
export function parameters<Name extends string>(names: readonly Name[], first = 1): Parameters<Name> {
  const at = Object.fromEntries(names.map((name, place) => [name, `$${first + place}`])) as Record<Name, string>;
  return { at, next: first + names.length, values: (given) => names.map((name) => given[name]) };
}
