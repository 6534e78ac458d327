import { closest } from 'fastest-levenshtein';

/** Of the names that there are the one that is written most like another: but for case, or else by its letters. */
export function nearestTo(name: string, known: readonly string[]): string {
  const same = known.find((one) => one.toLowerCase() === name.toLowerCase());
  return same ?? closest(name, [...known]);
}
