import { isFact } from '../../../core/modality.js';
import type { Norm } from '../../../core/norm.js';
import { type Period, samePeriod } from '../../../core/period.js';
import type { Word } from '../1-tokens/word.js';
import { type DateContext, type DatePhrase, datesAt } from './relation-time.js';

/** Words at the end of a clause that may say when it holds. */
const DATES_MAX = 24;

/**
 * When a statement holds, as its own words say it of all its clauses: "Ana is the captain from 2026-01-01 to 2026-06-30". Null where
 * they don't, or may be meant otherwise: of rules ("delete logs from 2024"), of what was, of bounds within the clause.
 */
export function saidPeriod(
  clauses: readonly { words: readonly Word[]; norm: Norm }[],
  context: DateContext,
): Period | null {
  const [first] = clauses;
  if (first === undefined || !isKnown(first.norm.period)) return null;
  const when = first.norm.period;
  const areSaid = clauses.every(
    ({ words, norm }) => samePeriod(norm.period, when) && tellsNow(norm) && saysWhen(words, context),
  );
  return areSaid ? when : null;
}

/** Both of its bounds are sure, and it has one. */
function isKnown({ certain, possible }: Period): boolean {
  const isSure = certain.from === possible.from && certain.until === possible.until;
  return isSure && (certain.from !== null || certain.until !== null);
}

function tellsNow({ modality, isPast, tense, relation }: Norm): boolean {
  return isFact(modality) && isPast !== true && tense !== 'past' && tense !== 'perfect' && relation?.tense !== 'past';
}

/** Whether it begins or ends with from when, until when, or in which time. */
function saysWhen(words: readonly Word[], context: DateContext): boolean {
  if (areBounds(datesAt(words, 0, context).dates)) return true;
  const end = words.at(-1)?.kind === 'mark' ? words.length - 1 : words.length;
  const clause = words.slice(0, end);
  for (let at = Math.max(1, end - DATES_MAX); at < end; at += 1) {
    const found = datesAt(clause, at, context);
    if (found.end === end) return areBounds(found.dates);
  }
  return false;
}

function areBounds(dates: readonly DatePhrase[]): boolean {
  return dates.length > 0 && dates.every(({ bound, unit }) => unit !== null && bound !== 'before' && bound !== 'after');
}
