import type { Filler } from './filler.js';
import type { Meaning } from './meaning.js';
import type { Modality } from './modality.js';
import type { Period } from './period.js';
import type { Quantity } from './quantity.js';
import type { Relation } from './relation.js';
import type { Scope } from './scope.js';

/** PRESENT: canonical. FUZZY: found, but not canonical (pronoun, several heads, very long). MISSING: none found. */
export type SubjectKind = 'PRESENT' | 'FUZZY' | 'MISSING';

/** A state verb of the closed list; `negative` when the text names the opposite pole (disabled of enabled). */
export interface State {
  state: string;
  polarity: 'positive' | 'negative';
}

export type Slot = 'subject' | 'modality' | 'object' | 'predicate' | 'value' | 'quantity' | 'type' | 'from' | 'to';

/** Where a slot stands in the raw statement, in UTF-16 code units, end exclusive. */
export interface Span {
  slot: Slot;
  start: number;
  end: number;
}

/** Where a word stands in its clause once voice is folded; absent for the complement of the verb. */
export type Role = 'agent' | 'verb' | 'condition';

/** What the word that opens a condition says: "where" and "once" are `if`. */
export type ConditionKind = 'after' | 'before' | 'except' | 'if' | 'unless' | 'until' | 'while';

/**
 * One content word of the text as the alignment sees it.
 * `stem` folds inflection, spelling and units.
 */
export interface FrameToken {
  stem: string;
  /** What the word may be exchanged for, and what that then means. */
  filler?: Filler;
  /** Present where the word opens a condition, which the words of that role up to the next one belong to. */
  opens?: ConditionKind;
  /** Present where it is written as a name, or as code. */
  written?: 'name' | 'code';
  /** What it may be said for, where it is on a list of near synonyms or of alternatives. */
  meanings?: readonly Meaning[];
  /** Kinds that a thing of this name is of: "cat" of "pet" and "animal". */
  hypernyms?: readonly string[];
  /** Present where the word is a number. */
  quantity?: Quantity;
  role?: Role;
  /**
   * What leads to it: what the preposition may say ("to the *archive*": "toward"), senses with a space between, or a word that
   * opens a clause ("why", "that"); of a verb, its particle.
   */
  lead?: string;
  /** Present where it only leads to what comes after it: a preposition, or what the bearer of a name is ("*King* Aldren", "the *dragon* Vharoth"). */
  leading?: 'link' | 'title';
  /** Present where the word tells of an act in -ing: "fishing", "boring". */
  isAct?: true;
  /** Present where "only" singles it out: "only *editors* may publish". */
  isFocus?: true;
  /** Present where what comes after it belongs to it: "*Ada's* bicycle". */
  isOwner?: true;
  start: number;
  end: number;
}

/**
 * What stands around a claim: whence it comes ("the runbook says"), who alone vouches for it ("Ann thinks"), why, what for or in
 * spite of what it holds, a remark, or a note of the day on which it was told ("[2026-11-20]").
 */
export type AdjunctKind = 'source' | 'attribution' | 'reason' | 'purpose' | 'concession' | 'aside' | 'note';

/** An adjunct with its place in the raw statement, end exclusive. */
export interface Adjunct {
  kind: AdjunctKind;
  start: number;
  end: number;
  /** The day of a note: "2026-11-20". */
  date?: string;
}

/** What a clause tells of the life of somebody with a name, in one year: a deed, or where it begins or ends. */
export interface LifeEvent {
  /** The name as it is written, lower case. */
  who: string;
  /** The same without title and epithet, as relations name it. */
  short: string;
  bound?: 'begin' | 'end';
  /** Present where nobody outlives the end or does such a deed outside a life, and nobody else has the name: not "fell", "inspired". */
  isSure?: true;
  /** Below 0 before the common era. */
  year: number;
  /** As it is written, lower case; empty for the common era and where the text names none. */
  era: string;
}

/** A word of what a change leaves behind. */
export interface LeftWord {
  stem: string;
  /** Whether it is a name, code or a value. */
  isNamed: boolean;
  /** Present where who does it is who leaves: "Ann left *Oslo*", not "Ann sold *the van*". */
  isDeparture?: true;
  start: number;
  end: number;
}

/** The scale of what comes first or counts for more. */
export const RANK = 'rank';

/** Two things by the stems of their words, and the family of opposites of whose positive pole one has more. */
export interface Comparison {
  scale: string;
  more: string;
  less: string;
}

/** The structured reading of one clause of a statement. */
export interface Norm {
  modality: Modality | null;
  subject: string | null;
  subjectKind: SubjectKind;
  object: State | null;
  predicate: string | null;
  value: string | null;
  valueClass: string | null;
  /** The numbers that the clause is about, as an interval; null also where a number is a name: a port. */
  quantity: Quantity | null;
  exclusive: boolean;
  /** "Prefer A over B": the key of B, where `value` is the key of A; null where the clause ranks nothing. */
  preferredOver: string | null;
  /** Present where it says which of two things has more of what a scale measures: "is taller than", "costs less than". */
  comparison?: Comparison;
  /** Present where the clause says of how many of its kind it speaks: "every …", "no …", "some …". */
  quantifier?: 'all' | 'none' | 'some' | undefined;
  /** Present where it speaks of one definite or named thing: "the docs repository", "Oda". */
  isDefinite?: true;
  /** Present where it says for whom a thing is: for all, or for some and nobody else. */
  audience?: 'all' | 'some';
  /** Present where it adds to what is so already: "*also*", "*too*", "*as well*". */
  isAdditive?: true;
  /** Present where it has no verb: a heading, an item of a list or a note; a name with what it is set to ("Owner: Bao"). */
  form?: 'fragment' | 'label';
  /** Present where a fact only judges its subject ("was brave"): such facts never contradict each other. */
  isOpinion?: true;
  /** Present where the clause tells of a state that has ended or may have: "was … until 2020", "used to be", "was green". */
  isPast?: true;
  /** Present where the clause says that something is over ("was retired"), or still so. */
  phase?: 'over' | 'still';
  /** Present where the clause tells what is so as a rule ("usually"), which leaves room for exceptions. */
  isUsual?: true;
  /** Present where it tells that something is no more: the `agent` of "died", the `patient` of "was demolished". */
  gone?: 'agent' | 'patient';
  /** Present where it tells of what outlasts a thing: "is remembered", "lies in the crypt". */
  isOutlasting?: true;
  /** Present where the clause tells of some of its kind, of some times or places, or of what may be: "a friend of Lea", "sometimes". */
  isOfSome?: true;
  /** Present where the clause tells of one time only: "today", "at the moment", "not yet", "again", "failed because …". */
  isOfOneTime?: true;
  /** Present where the clause tells of persons by pronouns, in their order: 0 the speaker, 1 who is spoken to, 2 he, 3 she, 4 they. */
  persons?: number[];
  /** Present where the clause tells what will be. */
  isFuture?: true;
  /** Present where a fact tells of what is or was done: "runs", "ran", "is being run", "has run"; absent for states. */
  tense?: 'past' | 'perfect' | 'present' | 'progress';
  /** Present where the clause says who is responsible for a thing, which need not be who owns it. */
  isCharge?: true;
  /** Present where the clause says something of the whole ("always"), or denies but that, or the reason: "not always", "not … because". */
  whole?: 'said' | 'denied';
  /** Present where the clause tells of a change to what it says: "switched to X". */
  isChange?: true;
  /** Present where the clause tells that something was moved to another place or time, which "to" leads to. */
  isMoved?: true;
  /** Present where the clause tells of a change: what it leaves behind, "replaced *WordPress* with Astro", "moved from *Oslo*". */
  left?: readonly LeftWord[];
  /** Present where it tells that somebody gave a known thing away, or has one: the stems of its words. */
  hands?: { isGiven: boolean; stems: readonly string[] };
  /** Present where the clause tells, between named things, of one of the known relations. */
  relation?: Relation;
  /** Present where it tells what named things did, or when their lives began or ended, in one year. */
  lifeEvents?: readonly LifeEvent[];
  /** Present where something stands around the claim that is no part of it. */
  adjuncts?: readonly Adjunct[];
  conditions: string[];
  scope: Scope;
  period: Period;
  /** Content words in text order, modality and negation taken out. */
  tokens: FrameToken[];
  spans: Span[];
}

/** Whether somebody else is said to say it: "According to the bard, …". */
export function isReported({ adjuncts = [] }: Pick<Norm, 'adjuncts'>): boolean {
  return adjuncts.some(({ kind }) => kind === 'attribution');
}

/** Whether it is a heading, an item of a list or a cell of a table, which is of what the text around it names. */
export function isFragment({ form }: Pick<Norm, 'form'>): boolean {
  return form === 'fragment';
}

/** The day on which it is noted to have been told, or null. */
export function notedOn({ adjuncts = [] }: Pick<Norm, 'adjuncts'>): string | null {
  return adjuncts.find(({ date }) => date !== undefined)?.date ?? null;
}

/** Whether it tells of what was or will be. */
export function isOfThePast({ tense, isPast, isFuture }: Pick<Norm, 'tense' | 'isPast' | 'isFuture'>): boolean {
  return tense === 'past' || tense === 'perfect' || isPast === true || isFuture === true;
}

/** What "only" singles out, where its place tells; nothing where it counts: "exactly one service". */
export function focusOf({ tokens }: Norm): FrameToken[] {
  const focus = tokens.filter(({ isFocus }) => isFocus === true);
  return focus.some(({ quantity }) => quantity !== undefined) ? [] : focus;
}

/** Whether one is of the kind that the other names: "crimson" and "red", "walnut" and "nut". */
export function isOneOfOther(a: FrameToken, b: FrameToken): boolean {
  return a.hypernyms?.includes(b.stem) === true || b.hypernyms?.includes(a.stem) === true;
}

/** Whether a verb of its own was found in the clause. */
export function hasVerb({ tokens }: Norm): boolean {
  return tokens.some(isVerb);
}

/** Stems of the verbs that two norms have in common. */
export function sharedVerbs({ tokens }: Norm, other: Norm): string[] {
  const theirs = new Set(other.tokens.filter(isVerb).map(({ stem }) => stem));
  return tokens.filter((token) => isVerb(token) && theirs.has(token.stem)).map(({ stem }) => stem);
}

function isVerb({ role }: FrameToken): boolean {
  return role === 'verb';
}

export function isInCondition({ role }: FrameToken): boolean {
  return role === 'condition';
}

const EXCEPTIONS = new Set<ConditionKind | undefined>(['except', 'unless', 'until']);

/** Whether it opens what is taken out: "unless", "until it is closed". */
export function isException({ opens }: FrameToken): boolean {
  return EXCEPTIONS.has(opens);
}

/** `read`: at least one norm has content. `failed_open`: the normalizer failed and the norms are unknown. */
export type NormalizerState = 'read' | 'failed_open';

/** Everything stage 1 says about a statement. */
export interface Reading {
  /** Of the text without what can't carry meaning, such as space: equal for exact duplicates. */
  textKey: string;
  norms: Norm[];
  /** What a source outside of the guard reads in it beyond what the rules see: it warns at most. Absent: nothing. */
  proposed?: Norm[];
  /** How many more clauses it has that were not read: there are too many, or a source did not speak for them. Absent: none. */
  unread?: number;
  /** What the text says by marks or letter case, as it is written. Absent: nothing. */
  literals?: string[];
  normVersion: number;
  normalizerState: NormalizerState;
  /** Who read it, where that were not the rules: `llm:<model>`. */
  source?: string;
  /** It is the claim of a rejection, whose words say the opposite: the norms are what it claims. */
  isDenied?: true;
  /** When it holds, where its own words say so of all of it; bounds of the request are in it. */
  holds?: Period;
  /** A prophetic source says it: it warns at most, and nothing is refused for it. */
  isProphecy?: true;
}

/** The same reading as what a source says. A prophecy stays one, however often it is read. */
export function asToldBy(reading: Reading, { isProphecy }: { isProphecy: boolean }): Reading {
  return isProphecy ? { ...reading, isProphecy } : reading;
}

/** What decides whether two texts that say the same are one claim: a prophecy is not the record of what it foretells. */
export function isOfOneKind(one: Reading, other: Reading): boolean {
  return (one.isProphecy === true) === (other.isProphecy === true);
}
