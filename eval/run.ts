import type { Case } from '../src/cli/labelled.js';
import type { Lexicon } from '../src/core/lexicon.js';
import { WHOLE, type Without } from '../src/core/parts.js';
import type { Verdict } from '../src/core/verdict.js';
import { examine } from '../src/guard/pipeline.js';
import { type Engine, type Entry, enter, type Judgement } from './engines.js';

/** What one engine said of one judged statement. */
export interface Result extends Judgement {
  id: string;
  file: string;
  kind: string;
  expected: Case['expected'];
  isDocument: boolean;
  statement: string;
}

export interface KeyMiss {
  id: string;
  stored: string;
  incoming: string;
}

/** Runs the cases through an engine, all at once, so that a model is asked in full batches. */
export async function runEngine(
  engine: Engine,
  cases: readonly Case[],
  entries: ReadonlyMap<Case, Entry[]>,
): Promise<Result[]> {
  const results = await Promise.all(cases.map((each) => runCase(engine, each, entries.get(each) ?? [])));
  return results.flat();
}

/** One statement after the other. In a document a statement that is refused is not stored. */
async function runCase(engine: Engine, each: Case, entries: readonly Entry[]): Promise<Result[]> {
  const { file, kind, expected, isDocument } = each;
  const stored: Entry[] = [];
  const results: Result[] = [];
  for (const [at, entry] of entries.entries()) {
    const judged = each.judged.find((place) => place.at === at);
    const judgement = judged === undefined ? null : await engine.judge(entry, stored);
    if (judgement?.outcome !== 'block') stored.push(entry);
    if (judged === undefined || judgement === null) continue;
    const { statement } = entry.write;
    results.push({ id: judged.id, file, kind, expected, isDocument, statement, ...judgement });
  }
  return results;
}

export function enterAll(
  cases: readonly Case[],
  lexicon: Lexicon,
  without: Without = WHOLE,
): { entries: Map<Case, Entry[]>; readMicros: number[] } {
  const readMicros: number[] = [];
  const entries = new Map<Case, Entry[]>();
  for (const each of cases) {
    const list = each.writes.map((write) => {
      const start = performance.now();
      const entry = enter(write, lexicon, without);
      readMicros.push((performance.now() - start) * 1000);
      return entry;
    });
    entries.set(each, list);
  }
  return { entries, readMicros };
}

/** Pairs that the guard refuses or repeats but that share no key; the first must be none, the second should be. */
export function keyMisses(entries: ReadonlyMap<Case, Entry[]>) {
  const locks: KeyMiss[] = [];
  const recalls: KeyMiss[] = [];
  const pairMicros: number[] = [];
  for (const [each, list] of entries) {
    list.forEach((entry, at) => {
      const others = list.slice(0, at);
      const start = performance.now();
      const pairs = examine(
        entry.reading,
        others.map(({ candidate }) => candidate),
      );
      if (others.length > 0) pairMicros.push(((performance.now() - start) * 1000) / others.length);
      pairs.forEach(({ verdict }, index) => {
        const other = others[index];
        if (other === undefined) return;
        const miss = { id: each.id, stored: other.write.statement, incoming: entry.write.statement };
        if (isSure(verdict) && !meets(entry.locks, other.locks)) locks.push(miss);
        if (isHeard(verdict) && !meets(entry.recalls, other.recalls)) recalls.push(miss);
      });
    });
  }
  return { locks, recalls, pairMicros };
}

/** Two writers at once must not both succeed with such a pair. */
function isSure({ kind, confidence, code }: Verdict): boolean {
  return (kind === 'contradiction' && confidence === 'HIGH') || code === 'same_text';
}

/** Someone must be told of such a pair. */
function isHeard(verdict: Verdict): boolean {
  return isSure(verdict) || verdict.confidence === 'MED';
}

function meets(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const key of a) if (b.has(key)) return true;
  return false;
}
