/** A sentence under the hash of its headings. */
export interface Placed {
  headingKey: string;
  statement: string;
}

/** A sentence that shares less than this of its words with another one is not that one changed. */
const OVERLAP_MIN = 0.5;
/** Sentences under one heading that are compared with each other: more of them changed at once is another text. */
const AT_ONCE_MAX = 64;

/**
 * Which sentence that is gone became which new one: under the same heading each is what the other shares most words with,
 * and nothing shares as many. By index of the new ones; those of no other are left out.
 */
export function followed<Old extends Placed>(gone: readonly Old[], fresh: readonly Placed[]): Map<number, Old> {
  const found = new Map<number, Old>();
  const places = groupsOf(gone);
  for (const [heading, news] of groupsOf(fresh)) {
    const olds = places.get(heading) ?? [];
    if (olds.length === 0 || olds.length > AT_ONCE_MAX || news.length > AT_ONCE_MAX) continue;
    for (const [index, old] of pairs(olds, news)) found.set(index, old);
  }
  return found;
}

interface Worded<T> {
  index: number;
  one: T;
  words: ReadonlySet<string>;
}

function groupsOf<T extends Placed>(all: readonly T[]): Map<string, Worded<T>[]> {
  const groups = new Map<string, Worded<T>[]>();
  all.forEach((one, index) => {
    const words = new Set(one.statement.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
    const group = groups.get(one.headingKey);
    if (group === undefined) groups.set(one.headingKey, [{ index, one, words }]);
    else group.push({ index, one, words });
  });
  return groups;
}

function pairs<Old>(olds: readonly Worded<Old>[], news: readonly Worded<Placed>[]): [number, Old][] {
  const shares = news.map(({ words }) => olds.map((old) => shareOf(words, old.words)));
  return news.flatMap(({ index }, row): [number, Old][] => {
    const at = onlyBest(shares[row] ?? []);
    const old = at === null ? undefined : olds[at];
    const isMutual = at !== null && onlyBest(shares.map((others) => others[at] ?? 0)) === row;
    return old !== undefined && isMutual ? [[index, old.one]] : [];
  });
}

/** Index of the highest share, if it is high enough and no other is as high. */
function onlyBest(shares: readonly number[]): number | null {
  const best = Math.max(...shares);
  const at = shares.indexOf(best);
  return best >= OVERLAP_MIN && shares.indexOf(best, at + 1) < 0 ? at : null;
}

/** The words that two have in common, of all that they have. */
function shareOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}
