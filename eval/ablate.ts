import type { Case } from '../src/cli/labelled.js';
import { compileLexicon, type Lexicon, type LexiconSource } from '../src/core/lexicon.js';
import { WHOLE, type Without } from '../src/core/parts.js';
import { PARTS } from '../src/guard/pipeline.js';
import { loadLexicon, readLexicons } from '../src/start/lexicons.js';
import { type Outcome, rulesWithout } from './engines.js';
import { goldenCases, sideBySide } from './own-cases.js';
import { enterAll, runEngine } from './run.js';
import { quantile } from './stats.js';

/** One part of the guard, and the guard without it. */
interface Ablation {
  part: string;
  without: Without;
  lexicon: Lexicon;
}

/** What the guard says of every set, by the id of the judged statement, and how long it takes. */
interface Measured {
  outcomes: ReadonlyMap<string, Outcome>;
  readMicros: number;
}

/** Sets in the order of the report; a case is of the first that says so. */
const SETS = ['golden', 'side-by-side', 'documents', 'conflicts', 'look-alikes'] as const;
type SetName = (typeof SETS)[number];

/**
 * Switches each part off in turn and prints what changes, a line each: of every set how many verdicts turn out otherwise,
 * of the development pairs what gets better and worse, and the time of reading. `prefixes` chooses parts by how their names begin.
 */
export async function ablate(cases: readonly Case[], prefixes: readonly string[]): Promise<void> {
  const all = [...cases.filter(({ file }) => !file.startsWith('nli-')), ...goldenCases(), ...sideBySide()];
  const lexicon = loadLexicon();
  const base = await measured(all, { part: 'nothing', without: WHOLE, lexicon });
  console.log(HEAD);
  console.log(`${'nothing'.padEnd(40)} ${`${base.readMicros.toFixed(0)} µs`.padStart(8)}`);
  for (const ablation of ablations(lexicon, prefixes)) {
    const { outcomes, readMicros } = await measured(all, ablation);
    console.log(lineOf(ablation.part, readMicros, changesOf(all, base.outcomes, outcomes)));
  }
}

const HEAD = [
  'A row is a part that is left out, with what then changes. better and worse are verdicts on labelled pairs and documents',
  `${'part'.padEnd(40)} ${'reading'.padStart(8)} ${SETS.map((set) => set.padStart(13)).join('')} ${'better'.padStart(8)} ${'worse'.padStart(8)}`,
].join('\n');

function* ablations(lexicon: Lexicon, prefixes: readonly string[]): Generator<Ablation> {
  const isAsked = (part: string) => prefixes.length === 0 || prefixes.some((prefix) => part.startsWith(prefix));
  for (const part of PARTS) if (isAsked(part)) yield { part, without: new Set([part]), lexicon };
  const { source, hash } = readLexicons();
  for (const [part, less] of withoutEachList(source))
    if (isAsked(part)) yield { part, without: WHOLE, lexicon: compileLexicon(less, hash) };
}

/** The lexicons without each construction, without each list of a file, and without each class of values. */
function* withoutEachList({ files, values }: LexiconSource): Generator<[string, LexiconSource]> {
  for (const [file, lists] of Object.entries(files)) {
    if (typeof lists !== 'object' || lists === null) continue;
    const less = Array.isArray(lists) ? withoutEachRow(lists) : withoutEachOf(file, lists);
    for (const [part, rest] of less) {
      const others = { ...files, [file]: rest };
      if (isWhole(others)) yield [part, { files: others, values }];
    }
  }
  for (const name of Object.keys(values)) {
    const { [name]: _left, ...others } = values;
    yield [`lexicon:values/${name}`, { files, values: others }];
  }
}

function withoutEachRow(rows: readonly { name: string }[]): [string, unknown][] {
  return rows.map(({ name }, at) => [`construction:${name}`, rows.toSpliced(at, 1)]);
}

function withoutEachOf(file: string, lists: object): [string, unknown][] {
  return Object.entries(lists).map(([list, entries]) => [
    `lexicon:${file}.${list}`,
    { ...lists, [list]: Array.isArray(entries) ? [] : {} },
  ]);
}

/** Some lists cannot be empty: without them the lexicons do not compile. */
function isWhole(files: Record<string, unknown>): boolean {
  try {
    compileLexicon({ files, values: {} }, '');
    return true;
  } catch {
    return false;
  }
}

async function measured(cases: readonly Case[], { without, lexicon }: Ablation): Promise<Measured> {
  const { entries, readMicros } = enterAll(cases, lexicon, without);
  const results = await runEngine(rulesWithout(without), cases, entries);
  return { outcomes: new Map(results.map(({ id, outcome }) => [id, outcome])), readMicros: quantile(readMicros, 0.5) };
}

type Changes = Record<SetName | 'better' | 'worse', number>;

function changesOf(
  cases: readonly Case[],
  before: ReadonlyMap<string, Outcome>,
  after: ReadonlyMap<string, Outcome>,
): Changes {
  const changes: Changes = {
    golden: 0,
    'side-by-side': 0,
    documents: 0,
    conflicts: 0,
    'look-alikes': 0,
    better: 0,
    worse: 0,
  };
  for (const each of cases)
    for (const { id } of each.judged) {
      const [was, is] = [before.get(id), after.get(id)];
      if (was === undefined || is === undefined || was === is) continue;
      changes[setOf(each)] += 1;
      if (isOwn(each)) continue;
      const isBetter = (each.expected === 'conflict') === isStronger(is, was);
      changes[isBetter ? 'better' : 'worse'] += 1;
    }
  return changes;
}

const STRENGTH: Record<Outcome, number> = { block: 2, warn: 1, clean: 0 };

function isStronger(a: Outcome, b: Outcome): boolean {
  return STRENGTH[a] > STRENGTH[b];
}

function setOf(each: Case): SetName {
  if (each.file === 'golden' || each.file === 'side-by-side') return each.file;
  if (each.isDocument) return 'documents';
  return each.expected === 'conflict' ? 'conflicts' : 'look-alikes';
}

/** Written for the guard, so that nobody but their authors says what is better. */
function isOwn({ file }: Case): boolean {
  return file === 'golden' || file === 'side-by-side';
}

function lineOf(part: string, readMicros: number, changes: Changes): string {
  const counts = SETS.map((set) => `${changes[set] === 0 ? '·' : changes[set]}`.padStart(13)).join('');
  const reading = `${readMicros.toFixed(0)} µs`.padStart(8);
  return `${part.padEnd(40)} ${reading} ${counts} ${`${changes.better}`.padStart(8)} ${`${changes.worse}`.padStart(8)}`;
}
