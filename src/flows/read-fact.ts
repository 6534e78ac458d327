import { createHash } from 'node:crypto';
import type { ProjectContext } from '../core/context.js';
import { type Fact, nameOf } from '../core/fact.js';
import { asToldBy, type Reading } from '../core/norm.js';
import { type Period, period } from '../core/period.js';
import { isProphet, type LoreSource } from '../core/source.js';
import { reading } from '../guard/pipeline.js';
import { storedText } from '../store/text.js';
import type { Deps } from './deps.js';
import { whenSaid } from './draft.js';
import { readWindow, tickAt, type Window } from './window.js';

/** A fact whose dates were read; its words are read when it turns out to be new. */
export interface DatedFact {
  /** Where it stands in the request. */
  index: number;
  fact: Fact;
  naturalKey: string;
  window: Window;
  nowTick: number;
  /** The registered source that its source names. */
  source: LoreSource | null;
}

/**
 * Checks what zod can't, and takes the texts as the store gives them back, so that they can be compared with it.
 * @throws Problem `invalid_date`, `invalid_period` or `invalid_request`
 */
export function dateFact(
  { clock }: Pick<Deps, 'clock'>,
  { calendar }: ProjectContext,
  index: number,
  given: Fact,
  source: LoreSource | null,
): DatedFact {
  const nowTick = tickAt(calendar, clock.now());
  const window = readWindow(given.validFrom, given.validUntil, calendar, nowTick);
  const fact = { ...cleaned(given), saidAt: whenSaid(given.saidAt, clock.now()) };
  return { index, fact, naturalKey: naturalKey(nameOf(fact)), window, nowTick, source };
}

/** What the words say, in steps. By the rules, whatever else reads single statements: it must keep up with thousands. */
export function* readingFact(
  { lexicon }: Pick<Deps, 'lexicon'>,
  context: ProjectContext,
  { fact: { statement, scope }, window, nowTick, source }: DatedFact,
): Generator<void, { reading: Reading; period: Period }> {
  const read = yield* reading({ statement, scope, ...window }, context, lexicon, nowTick);
  const told = asToldBy(read, { isProphecy: isProphet(source) });
  return { reading: told, period: read.holds ?? period(window.from, window.until) };
}

/** The key that a fact is stored under: a hash, so that erasing its claim leaves nothing of its words. */
export function naturalKey(name: string): string {
  return createHash('sha256').update(name).digest('base64url');
}

function cleaned(fact: Fact): Fact {
  return JSON.parse(JSON.stringify(fact), (_, value: unknown) =>
    typeof value === 'string' ? storedText(value) : value,
  ) as Fact;
}
