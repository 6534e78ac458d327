import type { Calendar } from '../../../core/calendar.js';
import type { TextSpan } from '../../../core/document.js';
import type { Lexicon } from '../../../core/lexicon.js';
import { ALWAYS, type Period, UNKNOWN } from '../../../core/period.js';
import { tokenize } from '../1-tokens/tokenize.js';
import type { Word } from '../1-tokens/word.js';
import { sentences } from '../2-clauses/clauses.js';
import { type RelationReading, readRelation } from './relation.js';

/** A relation that a sentence of a text tells of. Offsets are into the text, in UTF-16 code units. */
export interface ToldRelation {
  type: string;
  /** The names as they are written; `value` in place of `to` where a date is the other end. */
  from: string;
  to: string | null;
  value: string | null;
  /** The dates as they are written; null is open, or unknown: `period` says which. */
  validFrom: string | null;
  validUntil: string | null;
  period: Period;
  isProphecy: boolean;
  span: TextSpan;
}

/**
 * The relations that a text tells of in plain sentences of their own: "Aldric ruled Valdorn from 320 to 360". What is
 * said in another way is passed over. Total: any text gives an answer. `now` is the tick that `current` stands for.
 */
export function readTold(text: string, calendar: Calendar, lexicon: Lexicon, now: number): ToldRelation[] {
  return sentences(tokenize(text, lexicon), lexicon).flatMap((words) => {
    const reading = readRelation(words, { from: null, until: null }, { calendar, lexicon, now });
    return reading === null ? [] : [told(text, words, reading)];
  });
}

function told(
  text: string,
  words: readonly Word[],
  { relation, period, from, to, dates, isDated }: RelationReading,
): ToldRelation {
  const other = nameAt(text, to);
  return {
    type: relation.type,
    from: nameAt(text, from),
    ...(isDated ? { to: null, value: other } : { to: other, value: null }),
    ...{ validFrom: dates.from, validUntil: dates.until },
    period: relation.at ?? period ?? undated(relation),
    isProphecy: relation.isProphecy === true,
    span: { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0 },
  };
}

/** What was, without a date, was at some time; what is holds, as far as anybody says. */
function undated({ tense, traits }: RelationReading['relation']): Period {
  return tense === 'present' || traits.pastCounts === true ? ALWAYS : UNKNOWN;
}

/** "Oswin's" is Oswin. */
function nameAt(text: string, { start, end }: TextSpan): string {
  return text.slice(start, end).replace(/(?:['’]s|(?<=s)['’])$/i, '');
}
