import type { SlotTakes } from '../../../core/filler.js';
import type { Lexicon } from '../../../core/lexicon.js';
import { oncePer } from '../../../core/once-per.js';
import { stem } from '../../../core/stem.js';
import { isPastForm } from '../1-tokens/verbs.js';
import { isAmong, isWord, type Word } from '../1-tokens/word.js';
import {
  type FrameContext,
  isBeforeNoun,
  isOfPatient,
  isSpokenOf,
  placeOf,
  verbOf,
  wordBefore,
} from './frame-context.js';
import { hasPlainPast, isOfNoEra, isOfOneDeed, isRepeated, mayHappenAgain } from './recurrence.js';
import { DATES, isOneOfSome } from './slot-of-some.js';

/** Things happen on several of these. */
const RECURRING = new Set(['day_part', 'month', 'season', 'week', 'weekday']);
/** Beside quantities, classes of which a thing has one; of all others, names and places, most verbs take several. */
const MEASURED = new Set(['duration', 'number', 'time']);

/** Classes of which it depends on what is said whether one value excludes the others. */
const BY_SENSE: Readonly<Record<string, (word: Word, context: FrameContext) => SlotTakes | undefined>> = {
  time: (word, context) => (isWhenItIs(word, context) ? 'one' : 'open'),
  direction: whereItIs,
  // "a *German* guest" is one of several.
  natural_language: (word, context) => (isBeforeNoun(word, context) ? 'open' : undefined),
  colour: (word, context) => (isOneColour(word, context) || isTurning(context) ? 'open' : undefined),
};

/** Whether a value stands in a slot that takes one value, many, or that nothing is known of. */
export function slotTakes(word: Word, valueClass: string, context: FrameContext): SlotTakes {
  if (isRepeated(context) || isSpanOfEra(word, context)) return 'many';
  if (isBoundedForm(word) || isApproximate(word, context) || isOneOfSome(word, context)) return 'open';
  if (DATES.has(valueClass) || isOfNoEra(word, context)) return dated(word, valueClass, context);
  if (isInterval(word, context)) return 'one';
  if (valueClass === 'cadence') return isOfNamed(word, context) ? 'open' : 'one';
  if (takesMany(word, context) || isAvailable(word, context)) return 'many';
  if (RECURRING.has(valueClass)) return recurring(word, context);
  return BY_SENSE[valueClass]?.(word, context) ?? chosen(word, valueClass, context);
}

function dated(word: Word, valueClass: string, context: FrameContext): SlotTakes {
  if (isOfUnknownVerb(context)) return 'open';
  return mayHappenAgain(context) || isHeld(word, valueClass, context) ? 'open' : 'one';
}

/** "Plague struck Varn in 1348": of a verb that nobody knows it can't be told whether it happens again. */
function isOfUnknownVerb(context: FrameContext): boolean {
  const { structure, isFact } = context;
  const isPlain = structure.verb === null && structure.bodyStart === 0;
  return isFact && isPlain && hasPlainPast(context);
}

/** "existed from *12 to 80* KR": years of an era that is not declared, beside which there may be other years. */
function isSpanOfEra(word: Word, context: FrameContext): boolean {
  const { quantity } = word;
  if (!context.isFact || quantity === null || quantity.min === quantity.max || quantity.dimension !== null)
    return false;
  return /^[A-Z]{2,3}$/.test(context.words[placeOf(word, context) + 1]?.text ?? '');
}

/** "polls *every 30 seconds*": how often, of which there is one, however many things it is done to. */
function isInterval(word: Word, context: FrameContext): boolean {
  if (word.valueClass !== 'duration') return false;
  return /^(?:each|every) /.test(word.lower) || isWord(wordBefore(word, context), 'each', 'every');
}

/** "the *weekly* report", beside which there may be a monthly one; "on a *weekly* basis" tells how often. */
function isOfNamed(word: Word, context: FrameContext): boolean {
  return (
    isBeforeNoun(word, context) && !isAmong(context.words[placeOf(word, context) + 1], context.lexicon.grammar.rhythms)
  );
}

/** What is left: a choice takes one value, a quantity too; of names and places most verbs take several. */
function chosen(word: Word, valueClass: string, context: FrameContext): SlotTakes {
  if (isOneOfPlatforms(valueClass, context) || isRejected(word, context)) return 'many';
  if (isOfOneDeed(word, context) || (isHour(word, context) && !isWhenItIs(word, context))) return 'open';
  if (context.isChoice && !isSpokenOf(word, context)) return isOfOtherNoun(word, context) ? 'open' : 'one';
  if (isOneOpened(word, valueClass, context) || isPatient(word, context)) return 'many';
  if (isDesignation(word, context)) return 'open';
  return word.quantity !== null || MEASURED.has(valueClass) ? 'one' : 'open';
}

/** "should be supported in taking *AWS* certifications": it says which, beside which there may be others; "PostgreSQL *databases*" are of its kind. */
function isOfOtherNoun(word: Word, context: FrameContext): boolean {
  const { words, structure, isFact, lexicon } = context;
  if (isFact || word.valueClass === null || word.quantity !== null) return false;
  if (structure.verb !== null || !isBeforeNoun(word, context)) return false;
  const kinds = lexicon.hypernyms.get(word.valueClass) ?? [];
  const noun = words[placeOf(word, context) + 1];
  return noun !== undefined && !kinds.includes(stem(noun.lemma, lexicon));
}

/** "exposes port 80", "must work with Java 17", "returns 404": a number that neither counts nor measures, of which there may be more. */
function isDesignation(word: Word, context: FrameContext): boolean {
  const { isFact, structure, lexicon } = context;
  if (word.quantity === null || word.quantity.dimension !== null || isCounted(word, context)) return false;
  if (structure.voice === 'copula') return false;
  const before = wordBefore(word, context);
  const isNamed =
    before !== undefined && (before.capital || before.valueClass !== null || lexicon.slotHeads.has(before.lemma));
  if (!isFact) return before?.valueClass != null && isWord(wordBefore(before, context), 'against', 'in', 'on', 'with');
  return isNamed || before === verbOf(context);
}

/** "The fair is in 2023", "takes place in 2023": there may be one in 2024 too; but it has one date of founding. */
function isHeld(word: Word, valueClass: string, context: FrameContext): boolean {
  const { words, structure } = context;
  if (valueClass === 'year' && isWord(verbOf(context), 'happens', 'happen', 'occurs', 'occur', 'takes', 'take'))
    return true;
  const isBare = isWord(words[structure.bodyStart - 1], 'is', 'was', 'are', 'were', 'be');
  if (valueClass !== 'year' || !isBare || !isWholeComplement(word, context)) return false;
  return !isOfSlot(context);
}

/** "the *date* of the fair" */
const isOfSlot = oncePer(({ words, lexicon }: FrameContext) =>
  words.some(({ role, lemma }) => role === 'agent' && lexicon.slotHeads.has(lemma)),
);

/** "is available in green", "compatible with iOS 15", "reachable from public networks": and in brown, with iOS 16, from private ones. */
export function isAvailable(word: Word, context: FrameContext): boolean {
  const { structure } = context;
  if (structure.voice !== 'copula' && structure.verb !== null) return false;
  if (word.quantity !== null && (word.quantity.dimension !== null || isCounted(word, context))) return false;
  return firstOpenEnded(context) < word.start;
}

/** Where in the text the first of these words stands; infinite without one. */
const firstOpenEnded = oncePer(({ words, lexicon }: FrameContext) =>
  words.reduce(
    (first, word) => (isAmong(word, lexicon.grammar.open_ended) ? Math.min(first, word.start) : first),
    Number.POSITIVE_INFINITY,
  ),
);

/** "about 100 m": so may be 110. */
function isApproximate(word: Word, context: FrameContext): boolean {
  return context.lexicon.approximate.has(wordBefore(word, context)?.lower ?? '');
}

/** "supports", "The *supported* versions are …", but not "the minimum supported version". */
function takesMany(word: Word, context: FrameContext): boolean {
  if (context.isRequirement && !isCounted(word, context)) return true;
  return isOfMany(context) && !isHowMany(word, context);
}

/** "The plan includes *10 seats*": how many of one thing are in it, of which there is one number; "supports 3 languages" may be of some. */
function isHowMany(word: Word, context: FrameContext): boolean {
  return isWord(verbOf(context), 'includes', 'contains') && isDefinite(context.words) && isCounted(word, context);
}

const isOfMany = oncePer((context: FrameContext) => {
  const { words, lexicon } = context;
  if (words.some((other, at) => isWord(other, 'also') || (isWord(other, 'well') && isWord(words[at - 1], 'as'))))
    return true;
  const verb = verbOf(context);
  if (verb !== undefined && lexicon.manyVerbs.has(verb.lemma)) return true;
  return words.some((subject) => isOneOfMany(subject, lexicon)) && !isExtreme(words);
});

/** "needs two approvals", "needs 5 GB": how much of it; "requires iOS 15" names one of several. */
function isCounted(word: Word, context: FrameContext): boolean {
  if (word.quantity === null) return false;
  const { words } = context;
  let at = placeOf(word, context) + 1;
  // What was put in the place of an expression lies where that stood.
  while ((words[at]?.start ?? word.end) < word.end) at += 1;
  const next = words[at];
  return word.quantity.dimension !== null || (next?.kind === 'word' && next.use === 'content');
}

/** "Port 80 is opened": what something is done to, of which there may be more. */
function isPatient(word: Word, context: FrameContext): boolean {
  return !isBoundOfAll(word, context) && isOfPatient(word, context);
}

/** "Up to 80 ports may be opened": how many, not which. */
function isBoundOfAll({ quantity, start }: Word, context: FrameContext): boolean {
  return quantity !== null && quantity.min !== quantity.max && firstSaid(context)?.start === start;
}

/** The first word of content outside conditions. */
const firstSaid = oncePer(({ words }: FrameContext) =>
  words.find(({ use, role }) => use === 'content' && role !== 'condition'),
);

/** "Open port 443": a command about one of several, where the number only says which. */
function isOneOpened(word: Word, valueClass: string, context: FrameContext): boolean {
  const before = wordBefore(word, context);
  if (valueClass !== 'number' || before === undefined || !context.lexicon.slotHeads.has(before.lemma)) return false;
  return !hasAgent(context);
}

const hasAgent = oncePer(({ words }: FrameContext) => words.some(({ role }) => role === 'agent'));

/** "The *minimum* supported version": of many there is one such. */
function isExtreme(words: readonly Word[]): boolean {
  return words.some(
    (word) =>
      word.role === 'agent' && isWord(word, 'minimum', 'maximum', 'lowest', 'highest', 'oldest', 'newest', 'latest'),
  );
}

/** "is on Monday", "starts on Monday", "the one round of the week is on Monday": one day; "is open on Monday": one of several. */
function recurring(word: Word, context: FrameContext): SlotTakes {
  const { structure, words } = context;
  if (isPluralForm(word) || arePlural(context)) return 'many';
  if (structure.voice === 'copula') return isWholeComplement(word, context) ? 'one' : 'many';
  if (!isDefinite(words)) return 'many';
  if (isWord(verbOf(context), 'starts', 'begins', 'ends', 'finishes')) return 'one';
  return isOfOnlyOne(context) ? 'one' : 'many';
}

const isOfOnlyOne = oncePer(({ words }: FrameContext) =>
  words.some((other) => other.role === 'agent' && isWord(other, 'one', 'only', 'weekly', 'sole', 'single')),
);

/** "Classes are on Tuesday": of several things each may have its own. */
const arePlural = oncePer(({ words }: FrameContext) =>
  words.some(
    ({ role, use, lower, lemma, kind }) =>
      role === 'agent' && use === 'content' && kind === 'word' && lower !== lemma && lower.endsWith('s'),
  ),
);

/** "Mondays" */
function isPluralForm({ text, canonical }: Word): boolean {
  return text.endsWith('s') && canonical?.endsWith('s') !== true;
}

/** "lies north of the river", "faces south": but who patrols the north road may patrol the south road too. */
function whereItIs(word: Word, context: FrameContext): SlotTakes {
  if (isPatient(word, context)) return 'many';
  return isWhereItIs(word, context) ? 'one' : 'open';
}

function isWhereItIs(word: Word, context: FrameContext): boolean {
  if (!context.isFact) return !isSpokenOf(word, context);
  if (arePlural(context) || isWord(wordBefore(word, context), 'a', 'an')) return false;
  const verb = verbOf(context);
  if (verb === undefined) return isOfBe(context);
  return !isBeforeNoun(word, context) && context.lexicon.grammar.lying.has(verb.lemma);
}

/** Whether a form of "be" is the verb, not one that is in no list. */
function isOfBe({ structure }: FrameContext): boolean {
  return structure.voice === 'copula' && structure.bodyStart > 0;
}

/** Whether nothing else is said of the subject: "is at 9:00", but not "is open at 9:00". */
function isWholeComplement(word: Word, context: FrameContext): boolean {
  return placeOf(word, context) <= firstComplement(context);
}

/** Where the first word that says something of the subject stands; infinite without one. */
const firstComplement = oncePer(({ words, structure: { bodyStart }, lexicon }: FrameContext) => {
  const at = words.findIndex(
    ({ use, kind, lower }, index) =>
      index >= bodyStart && use === 'content' && kind !== 'mark' && !lexicon.functionWords.has(lower),
  );
  return at < 0 ? Number.POSITIVE_INFINITY : at;
});

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
    !isOfSeveral(context)
  );
}

/** "Deploys": a plural that is no name. */
const isOfSeveral = oncePer(({ words }: FrameContext) =>
  words.some(
    ({ role, lower, lemma, capital }) => role === 'agent' && !capital && lower !== lemma && lower.endsWith('s'),
  ),
);

/** "The servants eat *at nine*" */
function isHour(word: Word, context: FrameContext): boolean {
  const { words, isFact } = context;
  const at = placeOf(word, context);
  return (
    isFact && word.valueClass === 'number' && isWord(words[at - 1], 'at') && (words[at + 1]?.kind ?? 'mark') === 'mark'
  );
}

/** "The train to Ulm leaves at 9:00": and again at 11:00; but the last one, or train 7, leaves once. */
const isScheduled = oncePer((context: FrameContext): boolean => {
  const { words } = context;
  if (!isWord(verbOf(context), 'leaves', 'departs', 'arrives', 'sails')) return false;
  const agent = words.filter(({ role }) => role === 'agent');
  const isOne = agent.some((word) => isWord(word, 'first', 'last', 'next', 'only') || /\d/.test(word.lower));
  return !isOne && agent.some((word) => isWord(word, 'to', 'from', 'for'));
});

function isDefinite(words: readonly Word[]): boolean {
  return isWord(words[0], 'the', 'our', 'my', 'your');
}

/** "The agent runs on Windows": and elsewhere too. "The default image is Debian", "Run on Debian" pick one. */
function isOneOfPlatforms(valueClass: string, { isFact, structure }: FrameContext): boolean {
  return valueClass === 'product:operating_system' && isFact && structure.voice === 'active';
}

/** "We decided against Nomad": of what is not chosen there is more than one. */
function isRejected(word: Word, context: FrameContext): boolean {
  return isWord(wordBefore(word, context), 'against');
}

/** "The logo uses blue", "has a blue stripe": a thing may have several; "uses a blue frame": of the frame that is said. */
function isOneColour(word: Word, context: FrameContext): boolean {
  const { words, isFact } = context;
  const verb = wearing(context);
  if (!isFact || verb === undefined) return false;
  const at = placeOf(word, context);
  const next = words[at + 1];
  const isBare = next === undefined || next.kind === 'mark' || next.use !== 'content';
  return isBare || (isWord(verb, 'has', 'have') && isWord(words[at - 1], 'a', 'an'));
}

const wearing = oncePer(({ words }: FrameContext) => words.find((word) => isWord(word, 'has', 'have', 'use', 'uses')));

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
