import type { Case } from '../src/cli/labelled.js';
import type { ShownNorm } from '../src/core/decision.js';
import type { Filler } from '../src/core/filler.js';
import type { Norm } from '../src/core/norm.js';
import { examine } from '../src/guard/pipeline.js';
import type { Entry } from './engines.js';
import type { Result } from './run.js';

/** Which results are to be looked at; a field that is left out takes all. */
export interface Wanted {
  file?: string;
  kind?: string;
  outcome?: string;
}

const COLUMN = 44;

/** Slots of a norm that are shown side by side, those that a comparison goes by first. */
const SLOTS: readonly (keyof ShownNorm)[] = [
  ...(['modality', 'subject', 'subjectKind', 'object', 'predicate', 'value', 'valueClass', 'quantity'] as const),
  ...(['preferredOver', 'exclusive', 'conditions', 'scope', 'period', 'relation'] as const),
];

/**
 * The wrong cases, or those with the outcome that is asked for: both texts, the row of the table that decided, whether
 * the candidate query finds the one by the other, and the two clauses side by side.
 */
export function browse(
  cases: readonly Case[],
  entries: ReadonlyMap<Case, Entry[]>,
  results: readonly Result[],
  wanted: Wanted,
): string {
  const chosen = new Map(results.filter((result) => isWanted(result, wanted)).map((result) => [result.id, result]));
  const pages = cases.flatMap((each) =>
    each.judged.flatMap(({ id, at }) => {
      const result = id === null ? undefined : chosen.get(id);
      const all = entries.get(each) ?? [];
      const incoming = all[at];
      return result === undefined || incoming === undefined ? [] : [page(result, incoming, all.slice(0, at))];
    }),
  );
  return pages.join('\n\n');
}

function isWanted({ file, kind, outcome, expected }: Result, wanted: Wanted): boolean {
  if (wanted.file !== undefined && !file.startsWith(wanted.file)) return false;
  if (wanted.kind !== undefined && kind !== wanted.kind) return false;
  // fp: blocked though nothing conflicts. fn: not blocked though it does.
  if (wanted.outcome === 'fp') return outcome === 'block' && expected === 'no-conflict';
  if (wanted.outcome === 'fn') return outcome !== 'block' && expected === 'conflict';
  return wanted.outcome === undefined || outcome === wanted.outcome;
}

function page(result: Result, incoming: Entry, earlier: readonly Entry[]): string {
  const heading = `${result.id} · ${result.kind} · expected ${result.expected}, ${result.outcome}`;
  const stored = decider(result, incoming, earlier);
  if (stored === null) return `${heading}\n  incoming  ${incoming.write.statement}`;
  const [pair] = examine(incoming.reading, [stored.candidate]);
  if (pair === undefined) return heading;
  const { kind, confidence, code, norms } = pair.verdict;
  return [
    heading,
    `  stored    ${stored.write.statement}`,
    `  incoming  ${incoming.write.statement}`,
    `  row       ${code}: ${kind} ${confidence}`,
    `  keys      ${sharedKeys(stored, incoming)}`,
    ...sideBySide(stored.reading.norms[norms.stored], incoming.reading.norms[norms.incoming]),
  ].join('\n');
}

/** The stored statement that decided; of a pair, the other side. */
function decider({ why }: Result, incoming: Entry, earlier: readonly Entry[]): Entry | null {
  const named = earlier.find(({ write }) => why.endsWith(`| ${write.statement}`));
  if (named !== undefined) return named;
  return earlier.length === 1 && earlier[0] !== incoming ? (earlier[0] ?? null) : null;
}

function sharedKeys(stored: Entry, incoming: Entry): string {
  const common = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [...a].filter((key) => b.has(key)).length;
  const locks = common(stored.locks, incoming.locks);
  const recalls = common(stored.recalls, incoming.recalls);
  return recalls === 0 ? 'none shared: the candidate query misses it' : `${locks} lock, ${recalls} recall keys shared`;
}

function sideBySide(stored: Norm | undefined, incoming: Norm | undefined): string[] {
  const lines = SLOTS.map((slot) => line(slot, shown(stored?.[slot]), shown(incoming?.[slot])));
  return [...lines, line('words', words(stored), words(incoming))].filter((text) => text !== '');
}

/** A slot that neither side has is left out; a star marks one in which they differ. */
function line(slot: string, stored: string, incoming: string): string {
  if (stored === '' && incoming === '') return '';
  return `  ${stored === incoming ? ' ' : '*'} ${slot.padEnd(14)} ${stored.padEnd(COLUMN)} ${incoming}`;
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === false) return '';
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' ? present(value) : String(value);
}

/** An object without what it leaves open: no scope, no bounds. */
function present(value: object): string {
  const text = JSON.stringify(value, (_, field: unknown) => (field === null ? undefined : field));
  return /^\{("\w+":\{\},?)*("tail":0)?\}$/.test(text) ? '' : text;
}

function words(norm: Norm | undefined): string {
  return (norm?.tokens ?? [])
    .map(({ stem, filler }) => `${stem}${filler === undefined ? '' : `[${spelled(filler)}]`}`)
    .join(' ');
}

/** "one duration", "complementary -enabled" */
function spelled(filler: Filler): string {
  if (filler.kind !== 'pole') return `${filler.slot} ${filler.kind === 'value' ? filler.class : 'entity'}`;
  return `${filler.opposition} ${filler.negative ? '-' : ''}${filler.family}`;
}
