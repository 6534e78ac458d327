/** Something that a sentence names and that is known. */
export interface Mention {
  start: number;
  end: number;
  /** The types of what may be meant, in lower case. */
  types: readonly string[];
}

const STEM = 'Zq';
const FIRST = 'a'.charCodeAt(0);
const LETTERS = 26;

/**
 * A sentence with a plain name of one word in place of each known one, so that how a name is written can't keep the
 * sentence from being read: "the Battle of the Three Lamps was fought in 338" is "the Zqa was fought in 338". Eras stay:
 * they are dates too.
 */
export function masked(text: string, mentions: readonly Mention[]): string {
  let done = '';
  let at = 0;
  for (const [index, { start, end, types }] of mentions.entries()) {
    if (types.includes('era') || start < at) continue;
    done += text.slice(at, start) + maskOf(index);
    at = end;
  }
  return done + text.slice(at);
}

export function maskOf(index: number): string {
  const high = String.fromCharCode(FIRST + Math.floor(index / LETTERS));
  return `${STEM}${high}${String.fromCharCode(FIRST + (index % LETTERS))}`;
}

/** The mention that a piece of a masked text stands for, or null. */
export function mentionIn(text: string): number | null {
  const found = /Zq([a-z])([a-z])/i.exec(text);
  const [high, low] = [found?.[1], found?.[2]].map((letter) => letter?.toLowerCase().charCodeAt(0));
  return high === undefined || low === undefined ? null : (high - FIRST) * LETTERS + (low - FIRST);
}

/** Whether a word of a masked text is a name, perhaps with a mark behind it. */
export function isMask(word: string | undefined): boolean {
  return word?.startsWith(STEM) === true;
}
