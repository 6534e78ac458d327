/** Another request may make the same thing at the same moment; the second look finds it. */
const LOOKS = 2;

/**
 * Sees to it that things are there, by their keys, and answers what is stored under each: what was there before, or the
 * thing itself.
 * @param put stores those that are left, and answers all of them that it sees
 */
export async function putKeyed<Thing, Row>(
  things: ReadonlyMap<string, Thing>,
  put: (left: readonly [string, Thing][]) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string,
): Promise<Map<string, Row>> {
  const found = new Map<string, Row>();
  for (let look = 1; look <= LOOKS && found.size < things.size; look++) {
    const left = [...things].filter(([key]) => !found.has(key));
    for (const row of await put(left)) if (!found.has(keyOf(row))) found.set(keyOf(row), row);
  }
  return found;
}
