import type { Case } from '../src/cli/labelled.js';
import type { Lexicon } from '../src/core/lexicon.js';
import { CROWDED_BOUND, LOCK_KEY_BOUND, RARE_BOUND, RECALL_KEY_BOUND } from '../src/store/queries/candidates.js';
import { seeded } from '../test/helpers/seeded.js';
import { type Entry, enter } from './engines.js';
import { groupBy } from './report.js';
import { rate } from './stats.js';

interface ConflictPair {
  file: string;
  stored: Entry;
  incoming: Entry;
}

/** The weight of one key that has reached its bound. */
const CROWDED = 1 / RECALL_KEY_BOUND;

/** Another claim that the keys of the incoming side bring in. */
interface Rival {
  rarity: number;
  isLocked: boolean;
}

/**
 * Of the pairs that conflict: in how many would the stored side still be found when `count` other statements are stored
 * too. Those are made of the beginnings and ends of the documents' statements.
 */
export function candidateRecall(
  cases: readonly Case[],
  entries: ReadonlyMap<Case, Entry[]>,
  lexicon: Lexicon,
  count: number,
): string {
  const pairs = conflicts(cases, entries);
  const wanted = new Set(pairs.flatMap(({ incoming }) => [...incoming.recalls]));
  const postings = post(distractors(cases, count), wanted, lexicon);
  const next = seeded(7);
  const found = pairs.map((pair) => ({
    file: pair.file,
    oldest: isFound(pair, postings, 0),
    anywhere: isFound(pair, postings, Math.floor(next() * count)),
  }));
  const lines = [...groupBy(found, ({ file }) => file)].sort().map(([file, rows]) => {
    const share = (name: 'oldest' | 'anywhere') => rate(rows.filter((row) => row[name]).length, rows.length);
    return `  ${file.padEnd(24)} stored before them all ${share('oldest')}   among them ${share('anywhere')}`;
  });
  return [`stored side found among ${count} distractors:`, ...lines].join('\n');
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

/** Which distractors stand under a key, oldest first; only for keys that are asked for. */
function post(texts: Iterable<string>, wanted: ReadonlySet<string>, lexicon: Lexicon): Map<string, number[]> {
  const postings = new Map<string, number[]>();
  let at = 0;
  for (const statement of texts) {
    const { recalls } = enter({ statement, env: null, team: null, from: null, until: null }, lexicon);
    for (const key of recalls) {
      if (!wanted.has(key)) continue;
      const list = postings.get(key);
      if (list === undefined) postings.set(key, [at]);
      else list.push(at);
    }
    at += 1;
  }
  return postings;
}

/** Whether the query brings in the stored side, if `place` distractors are older than it. */
function isFound({ stored, incoming }: ConflictPair, postings: ReadonlyMap<string, number[]>, place: number): boolean {
  const rivals = new Map<number, Rival>();
  let rarity = 0;
  for (const key of incoming.recalls) {
    const isLock = incoming.locks.has(key);
    const bound = isLock ? LOCK_KEY_BOUND : RECALL_KEY_BOUND;
    const newest = (postings.get(key) ?? []).slice(-bound);
    const isHere = stored.recalls.has(key) && newest.filter((other) => other >= place).length < bound;
    if (isHere && isLock) return true;
    const weight = 1 / Math.min(newest.length + Number(isHere), bound);
    if (isHere) rarity += weight;
    for (const other of newest) {
      const before = rivals.get(other);
      rivals.set(other, { rarity: (before?.rarity ?? 0) + weight, isLocked: isLock || before?.isLocked === true });
    }
  }
  return rarity > 0 && isAmongFirst(rarity, place, rivals);
}

/** The query's second bound: the claims whose shared keys are rarest, and the newest that share one crowded key. */
function isAmongFirst(rarity: number, place: number, rivals: ReadonlyMap<number, Rival>): boolean {
  const others = [...rivals].filter(([, { isLocked }]) => !isLocked);
  if (rarity <= CROWDED) {
    return others.filter(([other, rival]) => rival.rarity <= CROWDED && other >= place).length < CROWDED_BOUND;
  }
  const before = others.filter(
    ([other, rival]) => rival.rarity > rarity || (rival.rarity === rarity && other >= place),
  );
  return before.length < RARE_BOUND;
}
