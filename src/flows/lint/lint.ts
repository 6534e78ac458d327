import type { ProjectContext } from '../../core/context.js';
import type { ClaimsMode } from '../../core/document.js';
import type { ReasonCode } from '../../core/verdict.js';
import { type ComparingDeps, Comparison } from '../comparison.js';
import { type Claiming, type Told, type ToldClaim, toldClaims } from '../documents/told-claims.js';
import { RecallIndex } from '../recall-index.js';
import { Stopwatch } from '../stopwatch.js';
import { Turns } from '../turns.js';
import { areOfOneList, areOfOtherEntries, standingOf } from './elsewhere.js';
import type { Stated } from './stated.js';

/** Two statements that can't both stand, or that may not. */
export interface LintFinding {
  level: 'block' | 'warn';
  code: ReasonCode;
  reason: string;
  /** The one that comes first in the documents is the first. */
  sides: readonly [Stated, Stated];
}

export interface LintRun {
  statements: Stated[];
  /** Sentences that were read. */
  sentences: number;
  findings: LintFinding[];
}

/** What looking through documents needs: no store. */
export interface LintDeps extends ComparingDeps {
  context: ProjectContext;
  nowTick: number;
}

/** Reads what documents claim, and compares every claim with the others as the server would. */
export async function lint(
  deps: LintDeps,
  documents: readonly Claiming[],
  mode: ClaimsMode = 'rules',
): Promise<LintRun> {
  const turns = new Turns(deps.clock);
  const statements: Stated[] = [];
  let sentences = 0;
  for (const document of documents) {
    sentences += document.sentences.length;
    const told = await toldClaims(document, mode, deps, turns);
    for (const claim of claimsOf(told)) statements.push({ id: idOf(statements.length), path: document.path, claim });
  }
  return { statements, sentences, findings: await compareAll(deps, statements, turns) };
}

function claimsOf(told: readonly Told[]): ToldClaim[] {
  return told.flatMap(({ claim }) => claim ?? []);
}

const DIGITS = 9;

function idOf(index: number): string {
  return String(index).padStart(DIGITS, '0');
}

async function compareAll(deps: LintDeps, statements: readonly Stated[], turns: Turns): Promise<LintFinding[]> {
  const index = new RecallIndex();
  const byId = new Map(statements.map((one) => [one.id, one]));
  for (const one of statements) index.add(candidateOf(one));
  const found = new Map<string, LintFinding>();
  for (const one of statements) {
    for (const { with: id, ...told } of await compareOne(deps, one, index, turns)) {
      const other = byId.get(id);
      if (other === undefined) continue;
      const kept = asTheyStand(told, one, other, deps);
      if (kept !== null) note(found, one, other, kept);
    }
  }
  return [...found.values()].sort((a, b) => (a.sides[1].id < b.sides[1].id ? -1 : 1));
}

/** Each pair is compared from both sides; what one of them finds for sure stands. */
function note(found: Map<string, LintFinding>, one: Stated, other: Stated, told: Omit<Found, 'with'>): void {
  const sides = other.id < one.id ? ([other, one] as const) : ([one, other] as const);
  const key = `${sides[0].id} ${sides[1].id}`;
  if (!found.has(key) || told.level === 'block') found.set(key, { ...told, sides });
}

const ELSEWHERE = 'It only warns, as their headings tell of different things and they name none themselves.';

/**
 * What is found between two statements, as they stand in their documents. Items of one list are told beside each other. Under headings of
 * different things a name and its value are of these things, and so may be whatever else names neither: of it nothing is found that
 * only seems to contradict, and what surely would is left to the reader.
 */
function asTheyStand(
  found: Omit<Found, 'with'>,
  one: Stated,
  other: Stated,
  { lexicon }: LintDeps,
): Omit<Found, 'with'> | null {
  if (OF_A_LIST.has(found.code) && areOfOneList(one, other)) return null;
  if (lacksVerb(one) && lacksVerb(other)) return areOfOtherEntries(one, other, lexicon) ? null : found;
  const standing = standingOf(one, other, lexicon);
  if (standing === 'together') return found;
  if (standing === 'siblings' || found.level !== 'block') return null;
  return { ...found, level: 'warn', reason: `${found.reason} ${ELSEWHERE}` };
}

/** What is no contradiction where several values are told in turn. */
const OF_A_LIST: ReadonlySet<ReasonCode> = new Set(['value_differs', 'value_uncertain', 'may_contradict']);

/** "Speed: 25 ft.", "Armour class 17" */
function lacksVerb({ claim: { reading } }: Stated): boolean {
  return reading.norms.every(({ form }) => form !== undefined);
}

interface Found {
  level: LintFinding['level'];
  code: ReasonCode;
  reason: string;
  with: string;
}

async function compareOne(deps: LintDeps, one: Stated, index: RecallIndex, turns: Turns): Promise<Found[]> {
  const { claim, id } = one;
  const candidates = index.candidatesFor({ id, reading: claim.reading });
  if (candidates.length === 0) return [];
  const watch = new Stopwatch(deps.clock);
  const { statement, kind, reading } = claim;
  const subject = { statement, kind, reading, replaces: true, context: deps.context, watch, isStored: true, turns };
  const { conflicts, warnings } = await new Comparison(deps, subject).decide({ candidates, isCut: false });
  const blocks = conflicts.flatMap(({ claim: other, code, reason }): Found[] =>
    other === null
      ? []
      : [{ level: claim.isExplicit ? 'block' : 'warn', code: code as ReasonCode, reason, with: other.id }],
  );
  const doubts = warnings.flatMap(({ claim: other, code, reason }): Found[] =>
    other === null || REPEATED.has(code) ? [] : [{ level: 'warn', code: code as ReasonCode, reason, with: other.id }],
  );
  return [...blocks, ...doubts];
}

/** Documents may say a thing twice. */
const REPEATED: ReadonlySet<string> = new Set(['same_text', 'same_content', 'nli_restatement']);

function candidateOf({ id, path, claim }: Stated) {
  const { statement, kind, reason, reading, isExplicit } = claim;
  const advisory = isExplicit ? {} : { isAdvisory: true as const };
  return { id, systemFrom: '', statement, who: path, kind, reason, reading, ...advisory };
}
