import { atOnce } from '../../core/at-once.js';
import type { ProjectContext } from '../../core/context.js';
import { isOnlyFiller } from '../../core/filler.js';
import type { Lexicon } from '../../core/lexicon.js';
import { direction } from '../../core/modality.js';
import type { Norm, Reading } from '../../core/norm.js';
import { WHOLE, type Without } from '../../core/parts.js';
import { type Period, period, type Unit } from '../../core/period.js';
import type { Scope } from '../../core/scope.js';
import { hash } from '../hash.js';
import { tokenize } from './1-tokens/tokenize.js';
import { isWord, type Word } from './1-tokens/word.js';
import { withoutAsides } from './2-clauses/asides.js';
import { clausesToRead } from './2-clauses/to-read.js';
import { foldFunctionalVerb } from './5-meaning/functional-verbs.js';
import { lifeEvent } from './5-meaning/life-event.js';
import { foldAgent, foldCharge } from './agents.js';
import { type Changed, foldChange } from './change.js';
import { foldComparator } from './comparator.js';
import { isExclusive } from './exclusive.js';
import { FRAMING_STEPS, frame } from './frame.js';
import type { Framed } from './frame-context.js';
import { joinLabels } from './labels.js';
import { withLeads } from './leads.js';
import { type Mood, readMood } from './modality.js';
import { foldNaming } from './naming.js';
import { type Tagger, tagger } from './parts-of-speech.js';
import { PASSES, plainWords } from './passes.js';
import { readPhase } from './phase.js';
import { readPreference } from './preference.js';
import { readDefinite, readQuantifier } from './quantifier.js';
import { CLAUSES_MAX, selectRead } from './reading-bounds.js';
import { type RelationReading, readRelation } from './relations/relation.js';
import { foldRequirement } from './requirement.js';
import { assignRoles } from './roles.js';
import { readScopeTime, type ScopeTime } from './scope-time.js';
import { readSelected } from './selected.js';
import { isOfOneTime, isOfSome, readPersons, readWhole } from './some.js';
import { objectOf, relationSpans, spansOf } from './spans.js';
import { stateOf } from './states.js';
import { imperativeVerb, readStructure, type Structure } from './structure.js';
import { readSubject } from './subject.js';
import { tenseOf, willBe } from './tense.js';
import { additive, usual } from './usual.js';
import { foldWithout } from './without.js';

/** Raised whenever the same statement would be read differently. */
export const NORM_VERSION = 20;

const DEFINITE_MAX = 3;

/** What is read of a clause beside its words, in their order; each may be left out to see what it earns. */
const FEATURES = [
  'relation',
  'asides',
  'life_event',
  'requirement',
  'without',
  'labels',
  'charge',
  'tense',
  'naming',
  'agents',
  'roles',
  'change',
  'preference',
  'phase',
  'quantifier',
  'definite',
  'leads',
  'comparator',
  'past',
  'usual',
  'additive',
  'of_some',
  'of_one_time',
  'whole',
  'persons',
  'future',
] as const;
type Feature = (typeof FEATURES)[number];

/** All parts of stage 1 that may be left out. */
export const READING_PARTS: readonly string[] = [
  'split:segments',
  'split:contrast',
  'split:apposition',
  ...PASSES.map(({ name }) => name),
  'feature:tagger',
  ...FEATURES.map((name) => `feature:${name}`),
  ...FRAMING_STEPS.map(({ name }) => name),
];

/** A statement with what the request says of it; explicit scope and bounds win over those in the text. */
export interface ReadInput {
  statement: string;
  scope: Scope;
  from: Unit | null;
  until: Unit | null;
}

/** Reads a statement into norms. Total: any text gives a reading. `now` is the tick that "current" stands for. */
export function normalize(
  raw: ReadInput,
  context: ProjectContext,
  lexicon: Lexicon,
  now: number,
  without: Without = WHOLE,
): Reading {
  return atOnce(normalizing(raw, context, lexicon, now, without));
}

/** The same, which stops after each clause. */
export function* normalizing(
  raw: ReadInput,
  context: ProjectContext,
  lexicon: Lexicon,
  now: number,
  without: Without = WHOLE,
): Generator<void, Reading> {
  const input = { ...raw, scope: canonicalScope(raw.scope, lexicon) };
  const segments = clausesToRead(tokenize(input.statement, lexicon), lexicon, without);
  const parts = segments.map(({ words }) => words);
  const isRead = selectRead(parts);
  const unread = isRead.filter((isOne) => !isOne).length;
  const isVerb: Tagger = without.has('feature:tagger') ? () => false : tagger(lexicon);
  const reader: Reader = { input, context, lexicon, now, isVerb, without };
  const norms: Norm[] = [];
  for (const [at, words] of parts.slice(0, CLAUSES_MAX).entries()) {
    const norm = isRead[at] !== true || isQuestion(words) ? emptyNorm(input) : readClause(words, reader);
    const before = parts[at - 1];
    const own = follows(words, before) && !isQuestion(before ?? []) ? within(words, norm) : norm;
    const adjuncts = segments[at]?.adjuncts ?? [];
    norms.push(adjuncts.length === 0 ? own : { ...own, adjuncts });
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
  without: Without;
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
  const isBare = norm.tokens.length === 1 && (only?.role === 'verb' || (only !== undefined && isOnlyFiller(only)));
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

/** Takes part where it is not left out: what it says, or else what is so without it. */
type Taking = <T>(feature: Feature, read: () => T, otherwise: T) => T;

const takingAll: Taking = (_feature, read) => read();

function takingAllBut(without: Without): Taking {
  if (without.size === 0) return takingAll;
  return (feature, read, otherwise) => (without.has(`feature:${feature}`) ? otherwise : read());
}

/** The plain words of a clause with their mood, their verb and who does what. */
interface Voiced extends Changed {
  words: Word[];
  /** What it says before a "without" is counted as its denial, and with it. */
  plain: Mood;
  stated: Mood;
  charge: Pick<Norm, 'isCharge'>;
  tense: Pick<Norm, 'tense'>;
}

function voiced(raw: readonly Word[], take: Taking, { lexicon, isVerb, without }: Reader): Voiced {
  const words = plainWords(raw, lexicon, without);
  const imperative = imperativeVerb(words, lexicon, (at) => isVerb(words, at));
  const mood = readMood(words, imperative, lexicon);
  const structure = readStructure(words, mood, lexicon);
  const said = take('requirement', () => foldRequirement(words, mood, structure, lexicon), { mood, structure });
  const found = said.structure;
  const stated = take('without', () => foldWithout(words, said.mood, found, lexicon), said.mood);
  take('labels', () => joinLabels(words, found, lexicon), undefined);
  assignRoles(words, found, lexicon);
  const charge = take('charge', () => foldCharge(words), {});
  const tense = take('tense', () => tenseOf(words, stated, found, lexicon), {});
  const named = take('naming', () => foldNaming(words, found), found);
  const filled = take('agents', () => foldAgent(words, named, lexicon), named);
  const placed = take('roles', () => foldFunctionalVerb(words, stated, filled, lexicon), filled);
  const unchanged = { mood: stated, structure: placed, isChange: false };
  const changed = take('change', () => foldChange(words, stated, placed, lexicon), unchanged);
  return { words, plain: said.mood, stated, charge, tense, ...changed };
}

function readClause(whole: readonly Word[], reader: Reader): Norm {
  const { input, context, lexicon, now, without } = reader;
  const take = takingAllBut(without);
  const told = take('relation', () => readRelation(whole, input, { calendar: context.calendar, now, lexicon }), null);
  const dated = withoutDates(whole, told);
  const said = voiced(
    take('asides', () => withoutAsides(dated, lexicon), dated),
    take,
    reader,
  );
  const { words, mood, structure, isChange } = said;
  const place = readScopeTime(words, mood, structure, context.calendar, now, lexicon);
  const preference = take('preference', () => readPreference(words, lexicon), null);
  const phase = take('phase', () => readPhase(words, structure, lexicon), undefined);
  const quantifier = take('quantifier', () => readQuantifier(words, mood, lexicon), undefined);
  const content = frame(words, mood, structure, lexicon, without);
  const led = take('leads', () => withLeads(content, words, said, lexicon), content);
  const { framed, modality } = take('comparator', () => foldComparator(led, mood, words), {
    framed: led,
    modality: mood.modality,
  });
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
    exclusive: isExclusive(words) || isTwiceDenied(said.plain, said.stated),
    preferredOver: preference?.over ?? null,
    ...(told === null ? {} : { relation: told.relation }),
    ...take('life_event', () => lifeEvent(whole, mood, lexicon), {}),
    ...(quantifier === undefined ? {} : { quantifier }),
    ...take('definite', () => (quantifier === undefined ? readDefinite(words, structure, lexicon) : {}), {}),
    ...(phase === undefined ? {} : { phase }),
    ...take('past', () => (isOver(input, place, told, now) ? { isPast: true as const } : {}), {}),
    ...hedges(whole, said, take, lexicon),
    ...(isOpinion(framed, mood, structure, lexicon) ? { isOpinion: true as const } : {}),
    conditions: conditionsOf(framed),
    scope: { env: input.scope.env ?? place.env, team: input.scope.team },
    period: told?.period ?? periodOf(input, place),
    tokens: framed.map(({ token }) => token),
    spans: [...spansOf(words, mood, verb, selected, framed, object), ...relationSpans(told)],
  };
}

/** What a clause says of when, of how many and of whom it holds. */
function hedges(whole: readonly Word[], said: Voiced, take: Taking, lexicon: Lexicon): Partial<Norm> {
  const { words, mood, charge, tense, isChange } = said;
  return {
    ...take('usual', () => usual(words, lexicon), {}),
    ...take('additive', () => additive(words), {}),
    ...charge,
    ...take('of_some', () => isOfSome(whole, words, mood, lexicon), {}),
    ...take('of_one_time', () => isOfOneTime(whole, tense), {}),
    ...take('whole', () => readWhole(whole, mood, lexicon), {}),
    ...take('persons', () => readPersons(whole, mood), {}),
    ...take('future', () => willBe(words, mood), {}),
    ...tense,
    ...(isChange ? { isChange: true as const } : {}),
  };
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

function conditionsOf(framed: readonly Framed[]): string[] {
  const inside = framed.filter(({ token }) => token.role === 'condition').map(({ token }) => token);
  const parts: string[][] = [];
  for (const { stem, opens } of inside) {
    if (opens !== undefined || parts.length === 0) parts.push([]);
    parts.at(-1)?.push(stem);
  }
  return parts.map((part) => part.join(' ')).sort();
}
