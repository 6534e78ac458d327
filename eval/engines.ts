import type { Write } from '../src/cli/labelled.js';
import { isoCalendar } from '../src/core/calendar.js';
import type { Candidate } from '../src/core/claim.js';
import { DEFAULT_CONTEXT } from '../src/core/context.js';
import type { Lexicon } from '../src/core/lexicon.js';
import { direction } from '../src/core/modality.js';
import type { Norm, Reading } from '../src/core/norm.js';
import { WHOLE, type Without } from '../src/core/parts.js';
import { ALWAYS, overlap, period } from '../src/core/period.js';
import { EVERYWHERE, scopesOverlap } from '../src/core/scope.js';
import { examine, lockKeys, read, recallKeys } from '../src/guard/pipeline.js';
import { type Bag, bagOf, lexicallyOpposed } from './lexical.js';

export type Outcome = 'block' | 'warn' | 'clean';

/** What one engine says of a statement beside those stored before it. */
export interface Judgement {
  outcome: Outcome;
  /** Why, and beside which statement; for reading the errors. */
  why: string;
}

export interface Engine {
  name: string;
  judge(incoming: Entry, stored: readonly Entry[]): Judgement | Promise<Judgement>;
}

/** A statement with its reading and keys, made once for all engines. */
export interface Entry {
  write: Write;
  reading: Reading;
  words: Bag;
  candidate: Candidate;
  locks: ReadonlySet<string>;
  recalls: ReadonlySet<string>;
}

const NOW = 1_767_225_600;

export function enter(write: Write, lexicon: Lexicon, without: Without = WHOLE): Entry {
  const bounds = { from: unit(write.from), until: unit(write.until) };
  const scope = { env: write.env, team: write.team };
  const reading = read({ statement: write.statement, scope, ...bounds }, DEFAULT_CONTEXT, lexicon, NOW, without);
  const provenance = { id: write.statement, systemFrom: '', who: 'eval', kind: 'decision' as const, reason: null };
  const keys = { locks: new Set(lockKeys(reading)), recalls: new Set(recallKeys(reading)) };
  return {
    write,
    reading,
    words: bagOf(write.statement),
    candidate: candidateOf(write, reading, provenance),
    ...keys,
  };
}

function candidateOf(write: Write, reading: Reading, provenance: Omit<Candidate, 'statement' | 'reading'>): Candidate {
  return { ...provenance, statement: write.statement, reading };
}

function unit(text: string | null) {
  return text === null ? null : isoCalendar.parse(text, NOW);
}

/** The guard without a model, and without some parts of its comparison. */
export function rulesWithout(without: Without): Engine {
  return { name: 'no model', judge: (incoming, stored) => strongest(incoming.reading, stored, without) };
}

/** The guard without a model. */
export const rules: Engine = rulesWithout(WHOLE);

/** The comparison without roles, conditions, scope or time: what the aligned words alone tell. */
export const alignment: Engine = {
  name: 'alignment alone',
  judge: (incoming, stored) => {
    const bare = stored.map((entry) => ({
      ...entry,
      candidate: { ...entry.candidate, reading: stripped(entry.reading) },
    }));
    return strongest(stripped(incoming.reading), bare);
  },
};

/** The slots without any alignment: equal subject and predicate, then modality, state and value. */
export const slots: Engine = {
  name: 'slots alone',
  judge: (incoming, stored) => {
    const hit = stored.find((entry) => slotsConflict(entry.reading, incoming.reading));
    return hit === undefined ? { outcome: 'clean', why: '' } : { outcome: 'block', why: hit.write.statement };
  },
};

/** Most words in common, and a negation or a number that differs; the fields of the request are honoured. */
export const lexical: Engine = {
  name: 'lexical baseline',
  judge: (incoming, stored) => {
    const hit = stored.find((entry) => lexicallyOpposed(entry.words, incoming.words) && meets(entry, incoming));
    return hit === undefined ? { outcome: 'clean', why: '' } : { outcome: 'block', why: hit.write.statement };
  },
};

/** Whether scope and dates, as the requests give them, overlap. */
export function meets({ write: a }: Entry, { write: b }: Entry): boolean {
  const window = (write: Write) => period(unit(write.from), unit(write.until));
  return scopesOverlap(a, b) && overlap(window(a), window(b)) !== 'false';
}

export const ENGINES = [lexical, slots, alignment, rules] as const;

function strongest(incoming: Reading, stored: readonly Entry[], without: Without = WHOLE): Judgement {
  const pairs = examine(
    incoming,
    stored.map(({ candidate }) => candidate),
    without,
  );
  let found: Judgement = { outcome: 'clean', why: '' };
  for (const { verdict, candidate } of pairs) {
    const why = `${verdict.code} ${verdict.confidence} | ${candidate.statement}`;
    if (verdict.kind === 'contradiction' && verdict.confidence === 'HIGH') return { outcome: 'block', why };
    const warns = verdict.confidence === 'MED' || verdict.code === 'same_content';
    if (warns && found.outcome === 'clean') found = { outcome: 'warn', why };
    if (found.why === '' && pairs.length === 1) found = { outcome: 'clean', why };
  }
  return found;
}

function stripped(reading: Reading): Reading {
  const bare = (norm: Norm): Norm => ({
    ...norm,
    subjectKind: norm.tokens.length > 0 ? 'PRESENT' : 'MISSING',
    conditions: [],
    scope: EVERYWHERE,
    period: ALWAYS,
    tokens: norm.tokens.map(({ role: _role, ...token }) => token),
  });
  return { ...reading, norms: reading.norms.map(bare) };
}

function slotsConflict(a: Reading, b: Reading): boolean {
  return a.norms.some((norm) => b.norms.some((other) => slotConflict(norm, other)));
}

function slotConflict(a: Norm, b: Norm): boolean {
  if (a.subject === null || a.subject !== b.subject || a.subjectKind !== 'PRESENT') return false;
  if (!scopesOverlap(a.scope, b.scope) || overlap(a.period, b.period) !== 'true') return false;
  if (a.conditions.join() !== b.conditions.join() || a.predicate !== b.predicate) return false;
  const poles = [a, b].map((norm) => (direction(norm.modality) === 'for') === (norm.object?.polarity !== 'negative'));
  const isOpposite = poles[0] !== poles[1] && a.object?.state === b.object?.state && a.value === b.value;
  return isOpposite || (poles[0] === poles[1] && a.valueClass === b.valueClass && a.value !== b.value);
}
