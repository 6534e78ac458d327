import { oncePer } from '../../../core/once-per.js';
import { endsAsPlural, isPastForm } from '../1-tokens/verbs.js';
import { isAmong, isWord, type Word } from '../1-tokens/word.js';
import { type FrameContext, isOfThere, placeOf, verbOf, wordBefore } from './frame-context.js';
import { isOfNoEra } from './recurrence.js';

/** Dates are grounded enough to differ decisively under any verb. */
export const DATES = new Set(['year', 'date', 'day']);

/** "is *in* 20 minutes", "has been ours *for* 2 years": not how long it takes, nor how old it is. */
function isOfAnotherTime(word: Word, context: FrameContext): boolean {
  const { structure } = context;
  const { min, max } = word.quantity ?? { min: null, max: null };
  if (min !== null && max !== null && min !== max) return structure.verb === null && isOfBeing(context);
  if (word.valueClass !== 'duration') return false;
  const before = wordBefore(word, context);
  if (isWord(before, 'in')) return structure.voice === 'copula';
  if (!isWord(before, 'for')) return false;
  return isOfHaving(context) || isOfBeing(context);
}

const isOfHaving = oncePer(({ words }: FrameContext) => words.some((other) => isWord(other, 'has', 'have')));

/** "was in prison for 9 days", "was captain from 845 to 851": and another time. */
const isOfBeing = oncePer(({ words }: FrameContext) => words.some((other) => isWord(other, 'was', 'were')));

/** Whether it is of one of several things or sizes. */
export function isOneOfSome(word: Word, context: FrameContext): boolean {
  if (isOfThere(context) && !isCountOfThere(word, context)) return true;
  const isOne = isOffered(word, context) || isOfOneOfKind(word, context) || isOfOneHad(word, context);
  return context.isFact && (isOne || isOfAnotherTime(word, context));
}

/** "*A* warning is logged after 100 ms": and another one later; but "a ticket costs 5 dollars". */
function isOfOneOfKind({ quantity }: Word, context: FrameContext): boolean {
  const { words, structure, lexicon } = context;
  if (quantity === null || structure.voice === 'copula' || !isWord(words[0], 'a', 'an')) return false;
  return !lexicon.stative.has(verbOf(context)?.lemma ?? 'have');
}

/** "The user has *a* meeting at 10:00", "booked *a* table at 7", "a car with 4 seats": and perhaps another one; but "has a limit of 5", "a depth of 3 m". */
function isOfOneHad(word: Word, context: FrameContext): boolean {
  const { words, structure, lexicon } = context;
  const verb = verbOf(context);
  const isHaving = verb === undefined || isWord(verb, 'own', 'owns');
  const isDone =
    verb !== undefined &&
    isPastForm(verb.lower, lexicon) &&
    verb.lemma !== 'become' &&
    !DATES.has(word.valueClass ?? '') &&
    !isOfNoEra(word, context);
  if (structure.voice !== 'active' || !(isHaving || isDone)) return false;
  const at = placeOf(word, context);
  const isIndefinite =
    firstIndefinite(context) < at ||
    arePluralWith(words.slice(structure.bodyStart, Math.min(at, structure.bodyStart + 2)));
  return isIndefinite && !namesSlot(context);
}

/** Where the first "a" of what is said stands; infinite without one. */
const firstIndefinite = oncePer(({ words, structure: { bodyStart } }: FrameContext) => {
  const at = words.findIndex((word, index) => index >= bodyStart && isWord(word, 'a', 'an'));
  return at < 0 ? Number.POSITIVE_INFINITY : at;
});

/** "has *a limit* of 5" */
const namesSlot = oncePer(({ words, structure, lexicon }: FrameContext) =>
  words.slice(structure.bodyStart).some((other) => lexicon.slotHeads.has(other.lemma)),
);

/** "There are *nine* brokers": how many, not which. */
function isCountOfThere(word: Word, context: FrameContext): boolean {
  return word.quantity !== null && placeOf(word, context) <= firstOfBody(context);
}

/** Where the first word of content of what is said stands; infinite without one. */
const firstOfBody = oncePer(({ words, structure: { bodyStart } }: FrameContext) => {
  const at = words.findIndex(({ use, kind }, index) => index >= bodyStart && use === 'content' && kind !== 'mark');
  return at < 0 ? Number.POSITIVE_INFINITY : at;
});

/** "has rooms *with* two beds", "has customers *who* pay monthly" */
function arePluralWith([first, link]: readonly Word[]): boolean {
  return first?.kind === 'word' && endsAsPlural(first.lower) && isWord(link, 'that', 'which', 'who', 'with');
}

/** What something costs or how long it takes is no size that it comes in. */
const NO_SIZE = /^(?:duration|money|percent)/;

/** "is sold in tubes of 30 g", "comes in lengths of 2 m", "is available with 5 W": and in other sizes. */
function isOffered(word: Word, context: FrameContext): boolean {
  const { quantity } = word;
  if (quantity === null || NO_SIZE.test(quantity.dimension ?? '')) return false;
  if (comesIn(context) || isOfOffer(context)) return true;
  const isBare = context.lexicon.kinds.prepositions.has(wordBefore(word, context)?.lower ?? '');
  return isBare && isOfAvailable(context);
}

const comesIn = oncePer(({ words }: FrameContext) =>
  words.some((verb, at) => isWord(verb, 'come', 'comes', 'made') && isWord(words[at + 1], 'in')),
);
const isOfOffer = oncePer(({ words, lexicon }: FrameContext) =>
  words.some((verb) => isAmong(verb, lexicon.grammar.offering)),
);
const isOfAvailable = oncePer(({ words }: FrameContext) => words.some((word) => isWord(word, 'available')));
