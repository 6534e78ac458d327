import type { Lexicon } from '../../core/lexicon.js';
import { type FrameContext, isBeforeNoun, isOfPatient, isOfThere, isSpokenOf, verbOf } from './frame-context.js';
import { isOfNoEra, isOfOneDeed, isPlainPast, isRepeated, mayHappenAgain } from './recurrence.js';
import { endsAsPlural, isPastForm } from './verbs.js';
import { isWord, type Word } from './word.js';

/** Dates are grounded enough to differ decisively under any verb. */
const DATES = new Set(['year', 'date', 'day']);
/** Things happen on several of these. */
const RECURRING = new Set(['day_part', 'month', 'season', 'week', 'weekday']);
/** Beside quantities, classes of which a thing has one; of all others, names and places, most verbs take several. */
const MEASURED = new Set(['duration', 'number', 'time']);

/** What is one of these is so in more than one place, colour or version. */
const OPEN_ENDED = [
  'accessible',
  'active',
  'available',
  'compatible',
  'offered',
  'popular',
  'reachable',
  'tested',
  'usable',
];

/** Classes of which it depends on what is said whether one value excludes the others. */
const BY_SENSE: Readonly<Record<string, (word: Word, context: FrameContext) => '#' | '*' | '?' | undefined>> = {
  time: (word, context) => (isWhenItIs(word, context) ? '#' : '?'),
  direction: whereItIs,
  colour: (word, context) => (isOneColour(word, context) || isTurning(context) ? '?' : undefined),
};

/** Whether a value stands in a slot that takes one value (#), many (*), or that nothing is known of (?). */
export function valueSign(word: Word, valueClass: string, context: FrameContext): '#' | '*' | '?' {
  if (isRepeated(context)) return '*';
  if (isBoundedForm(word) || isApproximate(word, context) || isOneOfSome(word, context)) return '?';
  if (DATES.has(valueClass) || isOfNoEra(word, context)) return dated(word, valueClass, context);
  if (valueClass === 'cadence') return isOfNamed(word, context) ? '?' : '#';
  if (takesMany(word, context) || isAvailable(word, context)) return '*';
  if (RECURRING.has(valueClass)) return recurring(word, context);
  return BY_SENSE[valueClass]?.(word, context) ?? chosen(word, valueClass, context);
}

/** "is *in* 20 minutes", "has been ours *for* 2 years": not how long it takes, nor how old it is. */
function isOfAnotherTime(word: Word, { words, structure }: FrameContext): boolean {
  const before = words[words.indexOf(word) - 1];
  const { min, max } = word.quantity ?? { min: null, max: null };
  if (min !== null && max !== null && min !== max) return structure.verb === null && isOfBeing(words);
  if (word.valueClass !== 'duration') return false;
  if (isWord(before, 'in')) return structure.voice === 'copula';
  if (!isWord(before, 'for')) return false;
  return words.some((other) => isWord(other, 'has', 'have')) || isOfBeing(words);
}

/** "was in prison for 9 days", "was captain from 845 to 851": and another time. */
function isOfBeing(words: readonly Word[]): boolean {
  return words.some((other) => isWord(other, 'was', 'were'));
}

/** Whether it is of one of several things or sizes. */
function isOneOfSome(word: Word, context: FrameContext): boolean {
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
  const before = words.slice(structure.bodyStart, words.indexOf(word));
  const isIndefinite = before.some((other) => isWord(other, 'a', 'an')) || arePluralWith(before);
  return isIndefinite && !words.slice(structure.bodyStart).some((other) => lexicon.slotHeads.has(other.lemma));
}

/** "There are *nine* brokers": how many, not which. */
function isCountOfThere(word: Word, { words, structure }: FrameContext): boolean {
  const before = words.slice(structure.bodyStart, words.indexOf(word));
  return word.quantity !== null && before.every(({ use, kind }) => use !== 'content' || kind === 'mark');
}

/** "has rooms *with* two beds", "has customers *who* pay monthly" */
function arePluralWith([first, link]: readonly Word[]): boolean {
  return first?.kind === 'word' && endsAsPlural(first.lower) && isWord(link, 'that', 'which', 'who', 'with');
}

const OFFERING = ['delivered', 'issued', 'offered', 'packed', 'sold', 'supplied'];
/** What something costs or how long it takes is no size that it comes in. */
const NO_SIZE = /^(?:duration|money|percent)/;

/** "is sold in tubes of 30 g", "comes in lengths of 2 m", "is available with 5 W": and in other sizes. */
function isOffered(word: Word, { words, lexicon }: FrameContext): boolean {
  const { quantity } = word;
  if (quantity === null || NO_SIZE.test(quantity.dimension ?? '')) return false;
  const isComing = words.some((verb, at) => isWord(verb, 'come', 'comes', 'made') && isWord(words[at + 1], 'in'));
  const isBare = lexicon.kinds.prepositions.has(words[words.indexOf(word) - 1]?.lower ?? '');
  return isComing || words.some((verb) => isWord(verb, ...OFFERING) || (isBare && isWord(verb, 'available')));
}

function dated(word: Word, valueClass: string, context: FrameContext): '#' | '?' {
  if (isOfUnknownVerb(context)) return '?';
  return mayHappenAgain(context) || isHeld(word, valueClass, context) ? '?' : '#';
}

/** "Plague struck Varn in 1348": of a verb that nobody knows it can't be told whether it happens again. */
function isOfUnknownVerb({ words, structure, isFact, lexicon }: FrameContext): boolean {
  const isPlain = structure.verb === null && structure.bodyStart === 0;
  return isFact && isPlain && words.some((word) => isPlainPast(word, lexicon));
}

const RHYTHMS = ['basis', 'cadence', 'cycle', 'frequency', 'interval', 'rhythm', 'schedule'];

/** "the *weekly* report", beside which there may be a monthly one; "on a *weekly* basis" tells how often. */
function isOfNamed(word: Word, context: FrameContext): boolean {
  const { words } = context;
  return isBeforeNoun(word, context) && !isWord(words[words.indexOf(word) + 1], ...RHYTHMS);
}

/** What is left: a choice takes one value, a quantity too; of names and places most verbs take several. */
function chosen(word: Word, valueClass: string, context: FrameContext): '#' | '*' | '?' {
  if (isOneOfPlatforms(valueClass, context) || isRejected(word, context)) return '*';
  if (isOfOneDeed(word, context) || (isHour(word, context) && !isWhenItIs(word, context))) return '?';
  if (context.isChoice && !isSpokenOf(word, context)) return '#';
  if (isOneOpened(word, valueClass, context) || isPatient(word, context)) return '*';
  if (isDesignation(word, context)) return '?';
  return word.quantity !== null || MEASURED.has(valueClass) ? '#' : '?';
}

/** "exposes port 80", "must work with Java 17", "returns 404": a number that neither counts nor measures, of which there may be more. */
function isDesignation(word: Word, context: FrameContext): boolean {
  const { isFact, structure, words, lexicon } = context;
  if (word.quantity === null || word.quantity.dimension !== null || isCounted(word, context)) return false;
  if (structure.voice === 'copula') return false;
  const before = words[words.indexOf(word) - 1];
  const isNamed =
    before !== undefined && (before.capital || before.valueClass !== null || lexicon.slotHeads.has(before.lemma));
  if (!isFact)
    return before?.valueClass != null && isWord(words[words.indexOf(before) - 1], 'against', 'in', 'on', 'with');
  return isNamed || before === verbOf(context);
}

/** "The fair is in 2023", "takes place in 2023": there may be one in 2024 too; but it has one date of founding. */
function isHeld(word: Word, valueClass: string, context: FrameContext): boolean {
  const { words, structure, lexicon } = context;
  if (valueClass === 'year' && isWord(verbOf(context), 'happens', 'happen', 'occurs', 'occur', 'takes', 'take'))
    return true;
  const isBare = isWord(words[structure.bodyStart - 1], 'is', 'was', 'are', 'were', 'be');
  if (valueClass !== 'year' || !isBare || !isWholeComplement(word, context)) return false;
  return words.every(({ role, lemma }) => role !== 'agent' || !lexicon.slotHeads.has(lemma));
}

/** "is available in green", "compatible with iOS 15", "reachable from public networks": and in brown, with iOS 16, from private ones. */
export function isAvailable(word: Word, context: FrameContext): boolean {
  const { words, structure } = context;
  if (structure.voice !== 'copula' && structure.verb !== null) return false;
  if (word.quantity !== null && (word.quantity.dimension !== null || isCounted(word, context))) return false;
  return words.some((other) => other.start < word.start && isWord(other, ...OPEN_ENDED));
}

/** "about 100 m": so may be 110. */
function isApproximate(word: Word, { words, lexicon }: FrameContext): boolean {
  return lexicon.approximate.has(words[words.indexOf(word) - 1]?.lower ?? '');
}

/** "supports", "The *supported* versions are …", but not "the minimum supported version". */
function takesMany(word: Word, context: FrameContext): boolean {
  const { words, lexicon } = context;
  const verb = verbOf(context);
  if (context.isRequirement && !isCounted(word, context)) return true;
  if (words.some((other, at) => isWord(other, 'also') || (isWord(other, 'well') && isWord(words[at - 1], 'as'))))
    return true;
  if (verb !== undefined && lexicon.manyVerbs.has(verb.lemma)) return true;
  return words.some((subject) => isOneOfMany(subject, lexicon)) && !isExtreme(words);
}

/** "needs two approvals", "needs 5 GB": how much of it; "requires iOS 15" names one of several. */
function isCounted({ quantity, end }: Word, { words }: FrameContext): boolean {
  if (quantity === null) return false;
  const next = words.find(({ start }) => start >= end);
  return quantity.dimension !== null || (next?.kind === 'word' && next.use === 'content');
}

/** "Port 80 is opened": what something is done to, of which there may be more. */
function isPatient(word: Word, context: FrameContext): boolean {
  return !isBoundOfAll(word, context) && isOfPatient(word, context);
}

/** "Up to 80 ports may be opened": how many, not which. */
function isBoundOfAll({ quantity, start }: Word, { words }: FrameContext): boolean {
  const first = words.find(({ use, role }) => use === 'content' && role !== 'condition');
  return quantity !== null && quantity.min !== quantity.max && first?.start === start;
}

/** "Open port 443": a command about one of several, where the number only says which. */
function isOneOpened(word: Word, valueClass: string, { words, lexicon }: FrameContext): boolean {
  const before = words[words.indexOf(word) - 1];
  if (valueClass !== 'number' || before === undefined || !lexicon.slotHeads.has(before.lemma)) return false;
  return words.every(({ role }) => role !== 'agent');
}

/** "The *minimum* supported version": of many there is one such. */
function isExtreme(words: readonly Word[]): boolean {
  return words.some(
    (word) =>
      word.role === 'agent' && isWord(word, 'minimum', 'maximum', 'lowest', 'highest', 'oldest', 'newest', 'latest'),
  );
}

/** "is on Monday", "starts on Monday", "the one round of the week is on Monday": one day; "is open on Monday": one of several. */
function recurring(word: Word, context: FrameContext): '#' | '*' {
  const { structure, words } = context;
  if (isPluralForm(word) || arePlural(context)) return '*';
  if (structure.voice === 'copula') return isWholeComplement(word, context) ? '#' : '*';
  if (!isDefinite(words)) return '*';
  if (isWord(verbOf(context), 'starts', 'begins', 'ends', 'finishes')) return '#';
  const isOnly = words.some(
    (other) => other.role === 'agent' && isWord(other, 'one', 'only', 'weekly', 'sole', 'single'),
  );
  return isOnly ? '#' : '*';
}

/** "Classes are on Tuesday": of several things each may have its own. */
function arePlural({ words }: FrameContext): boolean {
  return words.some(
    ({ role, use, lower, lemma, kind }) =>
      role === 'agent' && use === 'content' && kind === 'word' && lower !== lemma && lower.endsWith('s'),
  );
}

/** "Mondays" */
function isPluralForm({ text, canonical }: Word): boolean {
  return text.endsWith('s') && canonical?.endsWith('s') !== true;
}

const LYING = ['be', 'face', 'flow', 'lie', 'point', 'stand'];

/** "lies north of the river", "faces south": but who patrols the north road may patrol the south road too. */
function whereItIs(word: Word, context: FrameContext): '#' | '*' | '?' {
  if (isPatient(word, context)) return '*';
  return isWhereItIs(word, context) ? '#' : '?';
}

function isWhereItIs(word: Word, context: FrameContext): boolean {
  const { words, isFact } = context;
  if (!isFact) return !isSpokenOf(word, context);
  if (arePlural(context) || isWord(words[words.indexOf(word) - 1], 'a', 'an')) return false;
  const verb = verbOf(context);
  if (verb === undefined) return isOfBe(context);
  return !isBeforeNoun(word, context) && LYING.includes(verb.lemma);
}

/** Whether a form of "be" is the verb, not one that is in no list. */
function isOfBe({ structure }: FrameContext): boolean {
  return structure.voice === 'copula' && structure.bodyStart > 0;
}

/** Whether nothing else is said of the subject: "is at 9:00", but not "is open at 9:00". */
function isWholeComplement(word: Word, { words, structure, lexicon }: FrameContext): boolean {
  return words
    .slice(structure.bodyStart, words.indexOf(word))
    .every(({ use, kind, lower }) => use !== 'content' || kind === 'mark' || lexicon.functionWords.has(lower));
}

/** "Deploys happen at 9:00", "the nurse feeds the cat at 9:00", "the pump was stopped at 9:00": at other times too. "The deploy starts at 9:00": it does so once. */
function isWhenItIs(word: Word, context: FrameContext): boolean {
  const isWhole = isWholeComplement(word, context) || isWord(context.words[context.structure.bodyStart], 'place');
  if (isOfBe(context) || !isWhole) return isWhole;
  const verb = verbOf(context);
  return (
    verb !== undefined &&
    !isPastForm(verb.lower, context.lexicon) &&
    isDefinite(context.words) &&
    !isScheduled(context) &&
    context.words.every(
      ({ role, lower, lemma, capital }) => role !== 'agent' || capital || lower === lemma || !lower.endsWith('s'),
    )
  );
}

/** "The servants eat *at nine*" */
function isHour({ valueClass, start }: Word, { words, isFact }: FrameContext): boolean {
  const at = words.findIndex((word) => word.start === start);
  return isFact && valueClass === 'number' && isWord(words[at - 1], 'at') && (words[at + 1]?.kind ?? 'mark') === 'mark';
}

/** "The train to Ulm leaves at 9:00": and again at 11:00; but the last one, or train 7, leaves once. */
function isScheduled(context: FrameContext): boolean {
  const { words } = context;
  if (!isWord(verbOf(context), 'leaves', 'departs', 'arrives', 'sails')) return false;
  const agent = words.filter(({ role }) => role === 'agent');
  const isOne = agent.some((word) => isWord(word, 'first', 'last', 'next', 'only') || /\d/.test(word.lower));
  return !isOne && agent.some((word) => isWord(word, 'to', 'from', 'for'));
}

function isDefinite(words: readonly Word[]): boolean {
  return isWord(words[0], 'the', 'our', 'my', 'your');
}

/** "The agent runs on Windows": and elsewhere too. "The default image is Debian", "Run on Debian" pick one. */
function isOneOfPlatforms(valueClass: string, { isFact, structure }: FrameContext): boolean {
  return valueClass === 'product:operating_system' && isFact && structure.voice === 'active';
}

/** "We decided against Nomad": of what is not chosen there is more than one. */
function isRejected(word: Word, { words }: FrameContext): boolean {
  return isWord(words[words.indexOf(word) - 1], 'against');
}

/** "The logo uses blue", "has a blue stripe": a thing may have several; "uses a blue frame": of the frame that is said. */
function isOneColour({ start }: Word, { words, isFact }: FrameContext): boolean {
  if (!isFact) return false;
  const at = words.findIndex((word) => word.start === start);
  const next = words[at + 1];
  const isBare = next === undefined || next.kind === 'mark' || next.use !== 'content';
  const verb = words.find((word) => isWord(word, 'has', 'have', 'use', 'uses'));
  return verb !== undefined && (isBare || (isWord(verb, 'has', 'have') && isWord(words[at - 1], 'a', 'an')));
}

/** "The signal turns red": what turns one colour may turn another later. */
function isTurning(context: FrameContext): boolean {
  return context.isFact && isWord(verbOf(context), 'turns', 'becomes', 'turn', 'become');
}

/** "at least 3.2.1": ordered, but no number that could be compared. */
function isBoundedForm({ quantity, canonical }: Word): boolean {
  return quantity === null && /^[<>]/.test(canonical ?? '');
}

/** "The *supported* versions are …", "A *possible* port is …" */
function isOneOfMany({ role, use, lower, lemma }: Word, lexicon: Lexicon): boolean {
  if (role !== 'agent' || use !== 'content') return false;
  return lexicon.examples.has(lower) || (lower.endsWith('ed') && lexicon.manyVerbs.has(lemma));
}
