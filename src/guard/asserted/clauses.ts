import { isMask } from './mask.js';
import { withoutEnd, withoutGenitive } from './trim.js';

/** Clauses of one sentence that are read at most. */
const SPLITS_MAX = 4;

/**
 * The ways in which a sentence may be several, the likeliest first: a list of subjects, a list of objects, two clauses
 * of which the second may leave its subject out.
 */
export function splitsOf(words: readonly string[]): string[][][] {
  const lists = [subjectList(words), objectList(words)].filter((list) => list.length > 1);
  return [...lists, ...clausePairs(words)];
}

/** "A, B and C took part" is three. */
function subjectList(words: readonly string[]): string[][] {
  const { names, end } = namesFrom(words, 0);
  return names.length > 1 && end < words.length ? names.map((name) => [...name, ...words.slice(end)]) : [];
}

/** "Took part in A and B" is two. */
function objectList(words: readonly string[]): string[][] {
  for (let at = 1; at < words.length; at += 1) {
    const { names, end } = namesFrom(words, at);
    if (names.length > 1 && end === words.length) return names.map((name) => [...words.slice(0, at), ...name]);
  }
  return [];
}

/** Names that follow one another, with commas or "and" between. */
function namesFrom(words: readonly string[], start: number): { names: string[][]; end: number } {
  const names: string[][] = [];
  let at = start;
  for (;;) {
    const name = /^(the|an?)$/i.test(words[at] ?? '') ? at + 1 : at;
    const word = words[name];
    if (word === undefined || !isMask(word) || /['’]/.test(word)) break;
    names.push([...words.slice(at, name), withoutEnd(word, '.,;')]);
    at = name + 1;
    const isNext = words[at] === 'and' || word.endsWith(',');
    if (words[at] === 'and') at += 1;
    if (!isNext) return { names, end: at };
  }
  return { names, end: names.length === 0 ? start : Number.POSITIVE_INFINITY };
}

/** "A ruled B and died in 22": the second clause has the subject of the first. */
function clausePairs(words: readonly string[]): string[][][] {
  const subject = words.find(isMask);
  if (subject === undefined) return [];
  const name = withoutGenitive(withoutEnd(subject, '.,;'));
  const links = [...words.keys()].filter((at) => at > 1 && /^(and|but)$/.test(words[at] ?? '')).slice(0, SPLITS_MAX);
  return links.map((at) => {
    const left = words.slice(0, at);
    left[at - 1] = (left[at - 1] ?? '').replace(/[,;]$/, '');
    return [left, withSubject(words.slice(at + 1), name)];
  });
}

function withSubject(words: string[], subject: string): string[] {
  const [first = '', second] = words;
  if (/^(he|she|it|they)$/i.test(first)) return [subject, ...words.slice(1)];
  const isNamed = isMask(first) || (/^(the|an?)$/i.test(first) && isMask(second)) || /^(in|from|by)$/i.test(first);
  return isNamed ? words : [subject, ...words];
}
