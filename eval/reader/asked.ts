import { type Case, loadCases } from '../../src/cli/labelled.js';
import { seeded } from '../../test/helpers/seeded.js';

export const OWN_PAIRS = new URL('../judge/pairs.jsonl', import.meta.url).pathname;

/** Statements of a document that can be asked about without asking about too many. */
const DOCUMENT_MIN = 20;
const DOCUMENT_MAX = 60;

/** Pairs whose statements a reader is asked about, and which of their files only a part is taken of, as many as said. */
const PAIR_FILES: Readonly<Record<string, number>> = {
  pairs: Number.POSITIVE_INFINITY,
  'tp-free': Number.POSITIVE_INFINITY,
  'pairs-open': Number.POSITIVE_INFINITY,
  'pairs-memory-external': Number.POSITIVE_INFINITY,
  'pairs-open-2': 65,
};

/** Labelled pairs, ours and those of the files, and documents: all that a reader is asked about. */
export interface AskedCases {
  pairs: Case[];
  documents: Case[];
}

/** The same cases whenever the same files are given: of a file that is too large some at random. */
export function askedCases(paths: readonly string[]): AskedCases {
  const cases = [...loadCases([OWN_PAIRS]), ...loadCases(paths)];
  const pairs = Object.entries(PAIR_FILES).flatMap(([file, count]) => {
    const ofFile = cases.filter((one) => one.file === file && one.writes.length === 2);
    return shuffled(ofFile, 26).slice(0, count);
  });
  return { pairs, documents: someOf(cases.filter(({ isDocument }) => isDocument)) };
}

/** One document of each file, of a length that can be asked about, and two more after what is made of them was settled. */
function someOf(documents: readonly Case[]): Case[] {
  const fitting = documents.filter(({ writes: { length } }) => length >= DOCUMENT_MIN && length <= DOCUMENT_MAX);
  const first = [...new Map(shuffled(fitting, 10).map((one) => [one.file, one])).values()];
  const others = fitting.filter((one) => !first.includes(one) && one.writes.length <= DOCUMENT_MAX / 2);
  return [...first, ...shuffled(others, 11).slice(0, 2)];
}

/** In an order that tells nothing, the same at each time. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const next = seeded(seed);
  return items
    .map((item) => ({ item, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
