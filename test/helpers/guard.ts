import { isoCalendar } from '../../src/core/calendar.js';
import type { Candidate } from '../../src/core/claim.js';
import { DEFAULT_CONTEXT, type ProjectContext } from '../../src/core/context.js';
import type { Reading } from '../../src/core/norm.js';
import type { Unit } from '../../src/core/period.js';
import type { Scope } from '../../src/core/scope.js';
import type { Verdict } from '../../src/core/verdict.js';
import { examine, read } from '../../src/guard/pipeline.js';
import { lexicon } from './lexicon.js';

export { lexicon };
export const context: ProjectContext = DEFAULT_CONTEXT;

/** 2026-01-01T00:00:00Z, in ticks of the iso calendar. */
export const NOW = 1_767_225_600;

export interface Said {
  scope?: Partial<Scope>;
  from?: string;
  until?: string;
}

export function reading(statement: string, { scope, from, until }: Said = {}): Reading {
  const place = { env: scope?.env ?? null, team: scope?.team ?? null };
  return read({ statement, scope: place, from: unit(from), until: unit(until) }, context, lexicon, NOW);
}

export function candidate(id: string, statement: string, said: Said = {}): Candidate {
  const provenance = { who: 'alice', kind: 'decision' as const, reason: null, systemFrom: '2026-01-01T00:00:00Z' };
  return { id, statement, reading: reading(statement, said), ...provenance };
}

/** The verdict on an incoming statement beside one stored statement. */
export function verdict(stored: string, incoming: string, storedSaid: Said = {}, incomingSaid: Said = {}): Verdict {
  const [pair] = examine(reading(incoming, incomingSaid), [candidate('stored', stored, storedSaid)]);
  if (pair === undefined) throw new Error('one candidate gives one verdict');
  return pair.verdict;
}

function unit(text: string | undefined): Unit | null {
  return text === undefined ? null : isoCalendar.parse(text, NOW);
}
