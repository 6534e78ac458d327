/**
 * What a word may be said for, looser than a synonym: a group of near synonyms ("check"), or one of the members of a set of
 * alternatives, of which a thing is one at a time ("married#single"). A word may have several.
 */
export type Meaning = string;

/** The meanings of the words of each list of `near` synonyms and each member of each set of `alternatives`, by what stems a word. */
export function meaningsOf(
  near: Iterable<readonly [string, readonly string[]]>,
  alternatives: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>,
  stemOf: (word: string) => string,
): Map<string, readonly Meaning[]> {
  const found = new Map<string, Set<Meaning>>();
  const add = (words: readonly string[], meaning: Meaning) => {
    // What a slot is called stands unstemmed in a reading.
    for (const key of words.flatMap((word) => [word, stemOf(word)]))
      found.set(key, (found.get(key) ?? new Set()).add(meaning));
  };
  for (const [set, members] of Object.entries(alternatives))
    for (const [name, words] of Object.entries(members)) add(words, `${set}${MEMBER}${name}`);
  for (const [group, words] of near) add(words, group);
  return new Map([...found].map(([word, meanings]) => [word, [...meanings]]));
}

/** Begins what a verb and the noun for the slot that it fills may both be said for. */
export const SLOT = 'slot ';

const MEMBER = '#';
/** The member that says that a thing is so, where there is one. */
const POSITIVE = 'positive';

/** What may be said for several things. */
interface Meant {
  meanings?: readonly Meaning[];
}

/** The set or group that a meaning belongs to. */
export function fieldOf(meaning: Meaning): string {
  const end = meaning.indexOf(MEMBER);
  return end < 0 ? meaning : meaning.slice(0, end);
}

/** Whether two words may be said for one thing. */
export function shareMeaning({ meanings: a }: Meant, { meanings: b }: Meant): boolean {
  return a !== undefined && b !== undefined && a.some((meaning) => b.includes(meaning));
}

/** "married" / "single": likely only one of them holds. */
export function areAlternatives(a: Meant, b: Meant): boolean {
  if (a.meanings === undefined || b.meanings === undefined) return false;
  const { meanings } = b;
  return a.meanings.some((one) => meanings.some((other) => areRivals(one, other)));
}

/** Two members of one set. */
function areRivals(a: Meaning, b: Meaning): boolean {
  const end = a.indexOf(MEMBER);
  return end >= 0 && a !== b && b.startsWith(a.slice(0, end + 1));
}

/** A set has so many members at most. */
export const MEMBERS_MAX = 4;

/** Finds among the meanings of some words those that exclude one of another word's. */
export function rivalsAmong(words: readonly Meant[]): (word: Meant) => Meaning[] {
  const byField = new Map<string, Set<Meaning>>();
  for (const { meanings = [] } of words)
    for (const meaning of meanings)
      byField.set(fieldOf(meaning), (byField.get(fieldOf(meaning)) ?? new Set()).add(meaning));
  return ({ meanings = [] }) =>
    meanings.flatMap((own) => [...(byField.get(fieldOf(own)) ?? [])].filter((other) => areRivals(own, other)));
}

/** Whether a word is of a set, but not as the member that says that a thing is so: "divorced", not "married". */
export function isOtherMember({ meanings }: Meant): boolean {
  return meanings?.some((meaning) => meaning.includes(MEMBER) && !meaning.endsWith(`${MEMBER}${POSITIVE}`)) === true;
}

/** The slots that a word names or fills. */
export function slotsOf({ meanings = [] }: Meant): Meaning[] {
  return meanings.filter((meaning) => meaning.startsWith(SLOT));
}
