/** A text as it is read, and where in what was written each of its parts stands. */
export interface Composed {
  text: string;
  /** Of a part `[start, end)` of the text: the part of what was written that it stands for. */
  written(start: number, end: number): { start: number; end: number };
}

/** What may look the same written otherwise. Of all before U+0300 that is the soft hyphen alone; common marks need no look either. */
const UNUSUAL = /\u00AD|[\u0300-\u200F\u2028-\u202F\u2053-\u20AB\u20AD-\uFFFF]/;
/** What is never seen by itself: joiners, soft hyphens, marks of direction, selectors of a form. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;
/** A character with the marks, parts of a syllable and unseen ones that follow it: nothing else makes one with it. */
const CLUSTERS = /.[\p{M}\p{Default_Ignorable_Code_Point}\u1160-\u11FF]*/gsu;
/** Longer ones are no writing, and putting their marks in order would take long: Unicode's own limit for streams. */
const MARKS_MAX = 30;

/**
 * A text as if it were written with composed characters (NFC) and without those that can not be seen, so that what looks
 * the same is read the same. Linear.
 */
export function composed(text: string): Composed {
  if (!UNUSUAL.test(text)) return { text, written: (start, end) => ({ start, end }) };
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: cluster, index } of text.matchAll(CLUSTERS)) {
    const part = composedCluster(cluster);
    parts.push(part);
    for (let unit = 0; unit < part.length; unit += 1) {
      starts.push(index);
      ends.push(index + cluster.length);
    }
  }
  const written = (start: number, end: number) => {
    const from = starts[start] ?? text.length;
    return { start: from, end: start < end ? (ends[end - 1] ?? text.length) : from };
  };
  return { text: parts.join(''), written };
}

function composedCluster(cluster: string): string {
  if (!UNUSUAL.test(cluster)) return cluster;
  const seen = [...cluster].filter((character) => !UNSEEN.test(character)).join('');
  return seen.length > MARKS_MAX ? seen : seen.normalize('NFC');
}
