import { atOnce } from '../../core/at-once.js';
import type { ProjectContext } from '../../core/context.js';
import type { Lexicon } from '../../core/lexicon.js';
import { direction } from '../../core/modality.js';
import type { Norm, Reading, Span, State } from '../../core/norm.js';
import { type Period, period, type Unit } from '../../core/period.js';
import type { Scope } from '../../core/scope.js';
import { hash } from '../hash.js';
import { foldAgent, foldCharge } from './agents.js';
import { splitApposition } from './appositions.js';
import { withoutAsides } from './asides.js';
import { foldChange } from './change.js';
import { clauses } from './clauses.js';
import { foldClefts } from './cleft.js';
import { foldComparator } from './comparator.js';
import { markConditions } from './conditions.js';
import { splitContrast } from './contrast.js';
import { foldDeadline } from './deadline.js';
import { foldDeeds } from './deeds.js';
import { foldDefaults } from './defaults.js';
import { foldDiscretion } from './discretion.js';
import { foldEnded } from './ended.js';
import { foldExclusive, isExclusive } from './exclusive.js';
import { frame } from './frame.js';
import type { Framed } from './frame-context.js';
import { joinLabels } from './labels.js';
import { withLeads } from './leads.js';
import { foldLimits } from './limits.js';
import { foldModalNouns } from './modal-nouns.js';
import { type Mood, readMood } from './modality.js';
import { foldNaming } from './naming.js';
import { type Tagger, tagger } from './parts-of-speech.js';
import { readPhase } from './phase.js';
import { foldPopulation } from './population.js';
import { readPreference } from './preference.js';
import { foldPseudoClefts } from './pseudo-clefts.js';
import { readQuantifier } from './quantifier.js';
import { CLAUSES_MAX, selectRead } from './reading-bounds.js';
import { type RelationReading, readRelation } from './relation.js';
import { foldRequirement } from './requirement.js';
import { foldReserved } from './reserved.js';
import { rewrite } from './rewrite.js';
import { assignRoles } from './roles.js';
import { foldRoundabout } from './roundabout.js';
import { readScopeTime, type ScopeTime } from './scope-time.js';
import { readSelected, type Selected } from './selected.js';
import { isOfOneTime, isOfSome, readPersons, readWhole } from './some.js';
import { stateOf } from './states.js';
import { imperativeVerb, readStructure, type Structure } from './structure.js';
import { readSubject } from './subject.js';
import { foldSuccessor } from './successor.js';
import { tenseOf, willBe } from './tense.js';
import { tokenize } from './tokenize.js';
import { classifyValues } from './values.js';
import { foldWithout } from './without.js';
import { isWord, type Word } from './word.js';

/** Raised whenever the same statement would be read differently. */
export const NORM_VERSION = 17;

const DEFINITE_MAX = 3;
const USUALLY = ['generally', 'mostly', 'normally', 'ordinarily', 'typically', 'usually'];

/** A statement with what the request says of it; explicit scope and bounds win over those in the text. */
export interface ReadInput {
  statement: string;
  scope: Scope;
  from: Unit | null;
  until: Unit | null;
}

/** Reads a statement into norms. Total: any text gives a reading. `now` is the tick that "current" stands for. */
export function normalize(raw: ReadInput, context: ProjectContext, lexicon: Lexicon, now: number): Reading {
  return atOnce(normalizing(raw, context, lexicon, now));
}

/** The same, which stops after each clause. */
export function* normalizing(
  raw: ReadInput,
  context: ProjectContext,
  lexicon: Lexicon,
  now: number,
): Generator<void, Reading> {
  const input = { ...raw, scope: canonicalScope(raw.scope, lexicon) };
  const parts = clauses(tokenize(input.statement, lexicon), lexicon)
    .flatMap((words) => splitContrast(words, lexicon))
    .flatMap((words) => splitApposition(words, lexicon));
  const isRead = selectRead(parts);
  const unread = isRead.filter((isOne) => !isOne).length;
  const reader: Reader = { input, context, lexicon, now, isVerb: tagger(lexicon) };
  const norms: Norm[] = [];
  for (const [at, words] of parts.slice(0, CLAUSES_MAX).entries()) {
    const norm = isRead[at] !== true || isQuestion(words) ? emptyNorm(input) : readClause(words, reader);
    norms.push(follows(words, parts[at - 1]) ? within(words, norm) : norm);
    yield;
  }
  return {
    textKey: textKey(input.statement),
    norms: norms.length > 0 ? norms : [emptyNorm(input)],
    ...(unread === 0 ? {} : { unread }),
    normVersion: NORM_VERSION,
    normalizerState: 'read',
  };
}

/** What a clause is read with. */
interface Reader {
  input: ReadInput;
  context: ProjectContext;
  lexicon: Lexicon;
  now: number;
  isVerb: Tagger;
}

/** "Is the gate locked?" claims nothing. */
function isQuestion(words: readonly Word[]): boolean {
  const last = words.at(-1);
  return last?.kind === 'mark' && isWord(last, '?');
}

/** "prod" in a request is the environment that a text calls production. */
function canonicalScope({ env, team }: Scope, lexicon: Lexicon): Scope {
  if (env === null) return { env, team };
  return { env: lexicon.environments.get(env.trim().toLowerCase()) ?? env, team };
}

/** Whether a clause stands after another one, rather than sharing its subject. */
function follows(words: readonly Word[], before: readonly Word[] | undefined): boolean {
  const last = before?.at(-1);
  return last !== undefined && (words[0]?.start ?? 0) > last.start;
}

/**
 * A later clause of one word ("Use X."), or a short one about something definite ("Set the limit to 5."), speaks of what
 * the clauses before it are about, which it does not say.
 */
function within(words: readonly Word[], norm: Norm): Norm {
  const [only] = norm.tokens;
  const isBare = norm.tokens.length === 1 && (only?.role === 'verb' || only?.frame?.startsWith('#') === true);
  const isDefinite = norm.tokens.length <= DEFINITE_MAX && words.some((word) => isWord(word, 'the'));
  return (isBare || isDefinite) && norm.subjectKind === 'PRESENT' ? { ...norm, subjectKind: 'FUZZY' } : norm;
}

/**
 * The reading of a statement whose normalizer failed: nothing known but its text and what the request says of it. Such
 * claims are stored unguarded.
 */
export function unknownReading(input: ReadInput, lexicon: Lexicon): Reading {
  return {
    textKey: textKey(input.statement),
    norms: [emptyNorm({ ...input, scope: canonicalScope(input.scope, lexicon) })],
    normVersion: NORM_VERSION,
    normalizerState: 'failed_open',
  };
}

/** Equal for texts that differ in case, space and sentence marks only. */
function textKey(statement: string): string {
  const folded = statement
    .toLowerCase()
    .replace(/[\s.,;:!?'"`()[\]“”‘’]+/g, ' ')
    .trim();
  return hash(folded) + hash(folded, 1);
}

function emptyNorm({ scope, from, until }: ReadInput): Norm {
  return unknownNorm({ scope, period: period(from, until) });
}

/** The norm of a clause that nobody could read. */
export function unknownNorm({ scope, period }: Pick<Norm, 'scope' | 'period'>): Norm {
  return {
    modality: null,
    subject: null,
    subjectKind: 'MISSING',
    object: null,
    predicate: null,
    value: null,
    valueClass: null,
    quantity: null,
    exclusive: false,
    preferredOver: null,
    conditions: [],
    scope,
    period,
    tokens: [],
    spans: [],
  };
}

function readClause(whole: readonly Word[], { input, context, lexicon, now, isVerb }: Reader): Norm {
  const told = readRelation(whole, input, { calendar: context.calendar, now, lexicon });
  const raw = withoutAsides(withoutDates(whole, told), lexicon);
  const words = plainWords(raw, lexicon);
  const imperative = imperativeVerb(words, lexicon, (at) => isVerb(words, at));
  const said = readMood(words, imperative, lexicon);
  const { mood: plain, structure: found } = foldRequirement(words, said, readStructure(words, said, lexicon), lexicon);
  const stated = foldWithout(words, plain, found, lexicon);
  joinLabels(words, found, lexicon);
  assignRoles(words, found, lexicon);
  const charge = foldCharge(words);
  const tense = tenseOf(words, stated, found, lexicon);
  const filled = foldAgent(words, foldNaming(words, found), lexicon);
  const changed = foldChange(words, stated, filled, lexicon);
  const { mood, structure, isChange } = changed;
  const place = readScopeTime(words, mood, structure, context.calendar, now, lexicon);
  const preference = readPreference(words, lexicon);
  const phase = readPhase(words, structure, lexicon);
  const quantifier = readQuantifier(words, mood, lexicon);
  const content = frame(words, mood, structure, lexicon);
  const { framed, modality } = foldComparator(withLeads(content, words, changed, lexicon), mood, words);
  if (framed.length === 0) return emptyNorm(input);
  const subject = readSubject(framed, words, { mood, isChange, quantifier }, lexicon);
  const verb = structure.verb === null ? undefined : words[structure.verb];
  const object = objectOf(framed, lexicon);
  const selected = readSelected(framed, preference);
  return {
    modality,
    subject: subject.key,
    subjectKind: subject.kind,
    object,
    predicate: object !== null && verb !== undefined && stateOf(verb, lexicon) !== null ? null : (verb?.lemma ?? null),
    value: selected.value,
    valueClass: selected.valueClass,
    quantity: selected.quantity,
    exclusive: isExclusive(words) || isTwiceDenied(plain, stated),
    preferredOver: preference?.over ?? null,
    ...(told === null ? {} : { relation: told.relation }),
    ...(isOver(input, place, told, now) ? { isPast: true as const } : {}),
    ...(quantifier === undefined ? {} : { quantifier }),
    ...(phase === undefined ? {} : { phase }),
    ...usual(words),
    ...charge,
    ...isOfSome(whole, words, mood, lexicon),
    ...isOfOneTime(whole, tense),
    ...readWhole(whole, mood),
    ...readPersons(whole, mood),
    ...willBe(words, mood),
    ...tense,
    ...(isChange ? { isChange: true as const } : {}),
    ...(isOpinion(framed, mood, structure, lexicon) ? { isOpinion: true as const } : {}),
    conditions: conditionsOf(framed),
    scope: { env: input.scope.env ?? place.env, team: input.scope.team },
    period: told?.period ?? periodOf(input, place),
    tokens: framed.map(({ token }) => token),
    spans: [...spansOf(words, mood, verb, selected, framed, object), ...relationSpans(told)],
  };
}

/** "Guests are generally not admitted" */
function usual(words: readonly Word[]): Pick<Norm, 'isUsual'> {
  return words.some((word) => isWord(word, ...USUALLY)) ? { isUsual: true } : {};
}

/** The words of a clause with expressions in plain form, values joined and conditions marked. */
function plainWords(raw: readonly Word[], lexicon: Lexicon): Word[] {
  const unstressed = foldDeeds(foldDiscretion(foldPseudoClefts(raw, lexicon), lexicon), lexicon);
  const told = foldSuccessor(foldEnded(unstressed, lexicon), lexicon);
  const modal = foldModalNouns(foldClefts(foldReserved(foldExclusive(told, lexicon), lexicon), lexicon), lexicon);
  const expressed = rewrite(modal, lexicon);
  const classed = foldRoundabout(foldDeadline(classifyValues(expressed, lexicon), lexicon), lexicon);
  const valued = foldPopulation(foldLimits(classed, lexicon), lexicon);
  return foldDefaults(markConditions(valued, lexicon), lexicon);
}

/** "Aldric was brave": a fact whose complement is nothing but a judgement. */
function isOpinion(framed: readonly Framed[], mood: Mood, { voice }: Structure, lexicon: Lexicon): boolean {
  if (mood.kind !== 'fact' || voice !== 'copula') return false;
  const body = framed.filter(({ token }) => token.role === undefined);
  return body.length > 0 && body.every(({ word }) => lexicon.characterisations.has(word.lower));
}

function withoutDates(words: readonly Word[], told: RelationReading | null): readonly Word[] {
  return told === null ? words : words.filter((word) => !told.dateWords.includes(word));
}

/** "In 2019 it was A", "Aldric ruled Valdorn until 360": what was need not be any more. */
function isOver(input: ReadInput, place: ScopeTime, told: RelationReading | null, now: number): boolean {
  if (input.from !== null || input.until !== null) return false;
  const until = told?.period?.possible.until ?? null;
  return place.isPast || (told?.relation.tense === 'past' && until !== null && until <= now);
}

function relationSpans(told: RelationReading | null): Span[] {
  if (told === null) return [];
  return [
    { slot: 'from', start: told.from.start, end: told.from.end },
    { slot: 'to', start: told.to.start, end: told.to.end },
  ];
}

/** A bound of the request wins over the one in the text; where the two together make no window, the text gives way. */
function periodOf(input: ReadInput, place: ScopeTime): Period {
  const from = input.from ?? place.from;
  const until = input.until ?? place.until;
  if (from !== null && until !== null && from.start > until.start) return period(input.from, input.until);
  return period(from, until);
}

/** "Never merge without review": only with it. */
function isTwiceDenied(plain: Mood, mood: Mood): boolean {
  return plain !== mood && direction(plain.modality) === 'against';
}

/** The state that the clause is about: its verb, or what a form of "be" says of the subject. */
function objectOf(framed: readonly Framed[], lexicon: Lexicon): State | null {
  const holder = stateHolder(framed);
  return holder === undefined ? null : stateOf(holder.word, lexicon);
}

function stateHolder(framed: readonly Framed[]): Framed | undefined {
  return framed.find(
    ({ token, isVerb }) =>
      (isVerb || token.frame?.startsWith('±')) && token.role !== 'agent' && token.role !== 'condition',
  );
}

function conditionsOf(framed: readonly Framed[]): string[] {
  const inside = framed.filter(({ token }) => token.role === 'condition').map(({ token }) => token.stem);
  const parts: string[][] = [];
  for (const stem of inside) {
    if (stem.startsWith('@') || parts.length === 0) parts.push([]);
    parts.at(-1)?.push(stem);
  }
  return parts.map((part) => part.join(' ')).sort();
}

function spansOf(
  words: readonly Word[],
  mood: Mood,
  verb: Word | undefined,
  { valueFrom, quantityFrom }: Selected,
  framed: readonly Framed[],
  object: State | null,
): Span[] {
  const spans: Span[] = [];
  const add = (slot: Span['slot'], from: Word | undefined, until: Word | undefined) => {
    if (from !== undefined && until !== undefined) spans.push({ slot, start: from.start, end: until.end });
  };
  const about = framed.filter(
    ({ token, isVerb }) => !isVerb && token.role !== 'condition' && !token.frame?.startsWith('#'),
  );
  add('subject', about[0]?.word, about[0]?.word);
  add('modality', words[mood.start], mood.end > mood.start ? words[mood.end - 1] : undefined);
  const holder = object === null ? undefined : stateHolder(framed)?.word;
  add('object', holder, holder);
  add('predicate', verb, verb);
  add('value', valueFrom?.word, valueFrom?.word);
  add('quantity', quantityFrom?.word, quantityFrom?.word);
  return spans;
}
