import type { Case } from '../src/cli/labelled.js';
import type { Lexicon } from '../src/core/lexicon.js';
import {
  COMPARED_BOUND,
  LENGTH_OFFSET,
  LOCK_KEY_BOUND,
  RECALL_BOUND,
  RECALL_KEY_BOUND,
} from '../src/store/queries/claims/candidates.js';
import { seeded } from '../test/helpers/seeded.js';
import { type Entry, enter } from './engines.js';
import { type ConflictPair, type Finding, missLines } from './misses.js';
import { groupBy } from './report.js';
import { rate } from './stats.js';

/** Statements that are stored beside the pairs. */
interface Crowd {
  /** Which of them stand under a key, oldest first; only for keys that are asked for. */
  postings: ReadonlyMap<string, readonly number[]>;
  /** Bytes of each. */
  lengths: readonly number[];
}

/** A claim that the further keys bring in. */
interface Rival {
  /** Place in the order of storing; the stored side stands before the distractor of its place. */
  place: number;
  weight: number;
  length: number;
}

/**
 * Of the pairs that conflict: in how many would the stored side still be found when `count` other statements are stored
 * too, and why not in the others. Those are made of the beginnings and ends of the documents' statements.
 */
export function candidateRecall(
  cases: readonly Case[],
  entries: ReadonlyMap<Case, Entry[]>,
  lexicon: Lexicon,
  count: number,
): string {
  const pairs = conflicts(cases, entries);
  const wanted = new Set(pairs.flatMap(({ incoming }) => [...incoming.recalls]));
  const crowd = store(distractors(cases, count), wanted, lexicon);
  const next = seeded(7);
  const found = pairs.map((pair) => ({
    pair,
    oldest: find(pair, crowd, 0),
    anywhere: find(pair, crowd, Math.floor(next() * count)),
  }));
  const lines = [...groupBy(found, ({ pair }) => pair.file)].sort().map(([file, rows]) => {
    const share = (name: 'oldest' | 'anywhere') =>
      rate(rows.filter((row) => row[name] === 'found').length, rows.length);
    return `  ${file.padEnd(24)} stored before them all ${share('oldest')}   among them ${share('anywhere')}`;
  });
  const missed = found.filter(({ oldest }) => oldest !== 'found');
  return [
    `stored side found among ${count} distractors:`,
    ...lines,
    ...missLines(missed.map(({ pair, oldest }) => ({ ...pair, why: oldest }))),
  ].join('\n');
}

function conflicts(cases: readonly Case[], entries: ReadonlyMap<Case, Entry[]>): ConflictPair[] {
  return cases.flatMap((each) => {
    const [stored, incoming] = entries.get(each) ?? [];
    const isPair = each.expected === 'conflict' && !each.file.startsWith('nli-');
    return isPair && stored !== undefined && incoming !== undefined ? [{ file: each.file, stored, incoming }] : [];
  });
}

/** The beginning of one statement and the end of another, both cut at a word in the middle. */
function* distractors(cases: readonly Case[], count: number): Generator<string> {
  const texts = cases.flatMap(({ writes, isDocument }) => (isDocument ? writes.map(({ statement }) => statement) : []));
  if (texts.length === 0) throw new Error('distractors are made of documents: name a folder that has some');
  const next = seeded(1);
  const pick = () => (texts[Math.floor(next() * texts.length)] ?? '').split(' ');
  for (let at = 0; at < count; at += 1) {
    const [head, tail] = [pick(), pick()];
    yield [...head.slice(0, Math.ceil(head.length / 2)), ...tail.slice(Math.floor(tail.length / 2))].join(' ');
  }
}

function store(texts: Iterable<string>, wanted: ReadonlySet<string>, lexicon: Lexicon): Crowd {
  const postings = new Map<string, number[]>();
  const lengths: number[] = [];
  for (const statement of texts) {
    const { recalls } = enter({ statement, env: null, team: null, from: null, until: null }, lexicon);
    for (const key of recalls) {
      if (!wanted.has(key)) continue;
      const list = postings.get(key);
      if (list === undefined) postings.set(key, [lengths.length]);
      else list.push(lengths.length);
    }
    lengths.push(Buffer.byteLength(statement));
  }
  return { postings, lengths };
}

/** What the query would do with the stored side, if `place` distractors are older than it. */
function find({ stored, incoming }: ConflictPair, { postings, lengths }: Crowd, place: number): Finding {
  const keys = [...incoming.recalls].filter((key) => stored.recalls.has(key));
  if (keys.length === 0) return 'no shared key';
  const newerUnder = (key: string) => (postings.get(key) ?? []).filter((other) => other >= place).length;
  if (keys.some((key) => incoming.locks.has(key) && newerUnder(key) < LOCK_KEY_BOUND)) return 'found';
  // Between the distractor before it and the one of its place.
  const own = { place: place - 0.5, weight: 0, length: Buffer.byteLength(stored.write.statement) };
  const rivals = new Map<number, Rival>([[own.place, own]]);
  const locked = new Set([...incoming.locks].flatMap((key) => postings.get(key)?.slice(-LOCK_KEY_BOUND) ?? []));
  let left = RECALL_BOUND;
  for (const key of incoming.recalls) {
    if (incoming.locks.has(key)) continue;
    const others = postings.get(key) ?? [];
    const places = stored.recalls.has(key) ? [...others, own.place].sort((a, b) => a - b) : others;
    const newest = places.slice(-RECALL_KEY_BOUND).reverse();
    for (const at of newest.slice(0, left)) {
      const rival = rivals.get(at) ?? { place: at, weight: 0, length: lengths[at] ?? 0 };
      rival.weight += 1 / Math.sqrt(newest.length);
      rivals.set(at, rival);
    }
    left = Math.max(0, left - newest.length);
  }
  if (own.weight === 0) return 'too many newer under the shared keys';
  const others = [...rivals.values()].filter((rival) => !locked.has(rival.place));
  return isCompared(own, others) ? 'found' : 'others share more';
}

/** The last bound of the query: the most weight for their length. */
function isCompared(own: Rival, rivals: readonly Rival[]): boolean {
  const worth = ({ weight, length }: Rival) => weight / (length + LENGTH_OFFSET);
  const ranked = [...rivals].sort((a, b) => worth(b) - worth(a) || b.place - a.place);
  return ranked.slice(0, COMPARED_BOUND).includes(own);
}
