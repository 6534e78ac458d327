import type { ProjectContext } from '../../core/context.js';
import type { Lexicon } from '../../core/lexicon.js';
import { direction } from '../../core/modality.js';
import type { Norm } from '../../core/norm.js';
import type { Without } from '../../core/parts.js';
import { type Period, period } from '../../core/period.js';
import type { Word } from './1-tokens/word.js';
import { withoutAsides } from './2-clauses/asides.js';
import { isOnly } from './3-constructions/exclusive.js';
import { PASSES, plainWords } from './3-constructions/passes.js';
import { foldAgent, foldCharge } from './4-verb-group/agents.js';
import { type Changed, foldChange } from './4-verb-group/change.js';
import { readComparison } from './4-verb-group/comparison.js';
import { readForm } from './4-verb-group/form.js';
import { readHands } from './4-verb-group/hands.js';
import { joinLabels } from './4-verb-group/labels.js';
import { readLeft } from './4-verb-group/left.js';
import { type Mood, readMood } from './4-verb-group/modality.js';
import { foldMoved, readMoved } from './4-verb-group/moved.js';
import { foldNaming } from './4-verb-group/naming.js';
import type { Tagger } from './4-verb-group/parts-of-speech.js';
import { readGone, readPhase } from './4-verb-group/phase.js';
import { readPreference } from './4-verb-group/preference.js';
import { foldRequirement } from './4-verb-group/requirement.js';
import { assignRoles } from './4-verb-group/roles.js';
import { stateOf } from './4-verb-group/states.js';
import { imperativeVerb, readStructure, type Structure } from './4-verb-group/structure.js';
import { tenseOf, willBe } from './4-verb-group/tense.js';
import { foldWithout } from './4-verb-group/without.js';
import { readAudience } from './5-meaning/audience.js';
import { foldComparator } from './5-meaning/comparator.js';
import { markFocus } from './5-meaning/focus.js';
import { FRAMING_STEPS, frame, stemOf, writtenAs } from './5-meaning/frame.js';
import type { Framed } from './5-meaning/frame-context.js';
import { foldFunctionalVerb } from './5-meaning/functional-verbs.js';
import { withLeads } from './5-meaning/leads.js';
import { lifeEvents } from './5-meaning/life-events.js';
import { readDefinite, readQuantifier } from './5-meaning/quantifier.js';
import { readScopeTime, type ScopeTime } from './5-meaning/scope-time.js';
import { readSelected } from './5-meaning/selected.js';
import { isOfOneTime, isOfSome, readPersons, readWhole } from './5-meaning/some.js';
import { objectOf, relationSpans, spansOf } from './5-meaning/spans.js';
import { readSubject } from './5-meaning/subject.js';
import { additive, usual } from './5-meaning/usual.js';
import { claimsNothing } from './claims-nothing.js';
import { emptyNorm } from './empty-norm.js';
import type { ReadInput } from './read-input.js';
import { type RelationReading, readRelation } from './relations/relation.js';

/** What is read of a clause beside its words, in their order; each may be left out to see what it earns. */
const FEATURES = [
  'relation',
  'asides',
  'life_event',
  'form',
  'requirement',
  'without',
  'labels',
  'charge',
  'tense',
  'left',
  'hands',
  'naming',
  'agents',
  'roles',
  'change',
  'preference',
  'comparison',
  'phase',
  'gone',
  'moved',
  'quantifier',
  'audience',
  'definite',
  'leads',
  'focus',
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

/** All parts of the reading of a clause that may be left out. */
export const CLAUSE_PARTS: readonly string[] = [
  ...PASSES.map(({ name }) => name),
  'feature:tagger',
  ...FEATURES.map((name) => `feature:${name}`),
  ...FRAMING_STEPS.map(({ name }) => name),
];

/** What a clause is read with. */
export interface Reader {
  input: ReadInput;
  context: ProjectContext;
  lexicon: Lexicon;
  now: number;
  isVerb: Tagger;
  without: Without;
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
  form: Pick<Norm, 'form'>;
  charge: Pick<Norm, 'isCharge'>;
  tense: Pick<Norm, 'tense'>;
  left: Pick<Norm, 'left'>;
  hands: Pick<Norm, 'hands'>;
}

function voiced(raw: readonly Word[], take: Taking, { lexicon, isVerb, without }: Reader): Voiced {
  const words = plainWords(raw, lexicon, without);
  const imperative = imperativeVerb(words, lexicon, (at) => isVerb(words, at));
  const mood = readMood(words, imperative, lexicon);
  const structure = readStructure(words, mood, lexicon);
  const form = take('form', () => readForm(raw, mood, structure, lexicon), {});
  const said = take('requirement', () => foldRequirement(words, mood, structure, lexicon), { mood, structure });
  const found = said.structure;
  const stated = take('without', () => foldWithout(words, said.mood, found, lexicon), said.mood);
  take('labels', () => joinLabels(words, found, lexicon), undefined);
  assignRoles(words, found, lexicon);
  const charge = take('charge', () => foldCharge(words), {});
  const tense = take('tense', () => tenseOf(words, stated, found, lexicon), {});
  const left = take('left', () => leftOf(words, lexicon), {});
  const hands = take('hands', () => handsOf(words, lexicon), {});
  const named = take('naming', () => foldNaming(words, found), found);
  const filled = take('agents', () => foldAgent(words, named, lexicon), named);
  const moved = take('change', () => foldMoved(words, stated, filled, lexicon), filled);
  const placed = take('roles', () => foldFunctionalVerb(words, stated, moved, lexicon), moved);
  const unchanged = { mood: stated, structure: placed, isChange: false };
  const changed = take('change', () => foldChange(words, stated, placed, lexicon), unchanged);
  return { words, plain: said.mood, stated, form, charge, tense, left, hands, ...changed };
}

/** Reads one clause: its words put plainly, then its mood and verb, then what it says of what. */
export function readClause(whole: readonly Word[], reader: Reader): Norm {
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
  const compared = take('comparison', () => readComparison(words, structure, lexicon), {});
  const phase = take('phase', () => readPhase(words, structure, lexicon), undefined);
  const quantifier = take('quantifier', () => readQuantifier(words, mood, lexicon), undefined);
  const content = frame(words, mood, structure, lexicon, without);
  const led = take('leads', () => withLeads(content, words, said, lexicon), content);
  const focused = take('focus', () => markFocus(led, words, structure, lexicon), led);
  const { framed, modality } = take('comparator', () => foldComparator(focused, mood, words), {
    framed: focused,
    modality: mood.modality,
  });
  if (claimsNothing(framed, said, lexicon)) return emptyNorm(input);
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
    exclusive: words.some(isOnly) || isTwiceDenied(said.plain, said.stated),
    preferredOver: preference?.over ?? null,
    ...compared,
    ...(told === null ? {} : { relation: told.relation }),
    ...take('life_event', () => lifeEvents(whole, mood, lexicon), {}),
    ...(quantifier === undefined ? {} : { quantifier }),
    ...take('audience', () => readAudience(words, mood, quantifier, lexicon), {}),
    ...take('definite', () => (quantifier === undefined ? readDefinite(words, structure, lexicon) : {}), {}),
    ...(phase === undefined ? {} : { phase }),
    ...take('gone', () => readGone(words, structure, lexicon), {}),
    ...take('moved', () => readMoved(words, mood, structure, lexicon), {}),
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
    ...said.form,
    ...said.left,
    ...said.hands,
    ...(isChange ? { isChange: true as const } : {}),
  };
}

/** Before what the change says is put in the words of the state that it led to, without what it left. */
function leftOf(words: readonly Word[], lexicon: Lexicon): Pick<Norm, 'left'> {
  const left = readLeft(words, lexicon).map(({ word, isDeparture }) => {
    const { start, end, valueClass } = word;
    const isNamed = valueClass !== null || writtenAs(word) !== undefined;
    const plain = { stem: stemOf(word, false, lexicon), isNamed, start, end };
    return isDeparture ? { ...plain, isDeparture: true as const } : plain;
  });
  return left.length === 0 ? {} : { left };
}

/** What is given away or had, before the verb names a slot. */
function handsOf(words: readonly Word[], lexicon: Lexicon): Pick<Norm, 'hands'> {
  const found = readHands(words, lexicon);
  if (found === null) return {};
  return { hands: { isGiven: found.isGiven, stems: found.words.map((word) => stemOf(word, false, lexicon)) } };
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
