/** Values under their keys, both in the order in which they come. Takes time linear in the number of pairs. */
export function grouped<Key, Value>(pairs: Iterable<readonly [Key, Value]>): Map<Key, Value[]> {
  const found = new Map<Key, Value[]>();
  for (const [key, value] of pairs) {
    const known = found.get(key);
    if (known === undefined) found.set(key, [value]);
    else known.push(value);
  }
  return found;
}
