import { Problem } from '../../../core/errors.js';
import { type Held, type Period, period } from '../../../core/period.js';
import type { RecordedRelation } from '../../../core/record.js';
import type { RelationType } from '../../../core/relation-type.js';
import type { Candidate } from '../../../core/resolution.js';
import type { StoryWindow } from '../../../core/story-time.js';
import { Recorded } from '../../../lore/recorded.js';
import { isOtherDate, isSameValue, type Weighed, weigh } from '../../../lore/weigh.js';
import { readTruth } from '../../../store/queries/records/truth-record.js';
import { found } from '../resolve.js';
import { mayStand, requireRelationType } from '../types.js';
import { type AskedTime, askedTime } from './asked-time.js';
import { type Envelope, envelope } from './envelope.js';
import { type ShownFact, showFact } from './fact.js';
import { elsewhere, withoutParts } from './membership.js';
import { readNamedIn } from './named.js';
import { type Asker, openQuestion, type Question } from './question.js';

export interface TruthAsked {
  relation: string;
  subject: string;
  object: string;
  atTime?: string | null | undefined;
  knownAt?: string | null | undefined;
}

export interface TruthAnswer extends Envelope {
  wasTrue: Held['truth'] | 'not_applicable';
  covers: Held['covers'];
  happenedAt: StoryWindow | null;
  /** The relation that decides; null where none does. */
  relation: ShownFact | null;
  /** All that decide, of several sources. */
  facts: ShownFact[];
  heldBy: ShownFact[];
  disputedWith: ShownFact[];
  prophecies: ShownFact[];
  believedBefore: ShownFact[];
}

/** What is asked, read: who, of which type, by which end. */
export interface Triple {
  type: RelationType;
  subject: Candidate;
  /** Null of an attribute, whose value is asked about. */
  object: Candidate | null;
  value: string;
}

/**
 * Whether a relation was so at a time.
 * @throws Problem `unknown_entity`, `ambiguous_entity`, `invalid_request` or `invalid_date`
 */
export async function wasTrue(asker: Asker, asked: TruthAsked): Promise<TruthAnswer> {
  const question = await openQuestion(asker, asked.knownAt);
  const { type, isInverse: isTurned } = requireRelationType(question.types, 'relation', asked.relation);
  const time = await askedTime(asker, question, 'at_time', asked.atTime);
  const ofOne = type.value !== null;
  const isInverse = isTurned && !ofOne;
  const subject = { path: 'subject', name: asked.subject };
  const mentions = ofOne ? [subject] : [subject, { path: 'object', name: asked.object }];
  const single = [...new Set([...type.single, ...type.once])];
  // Whenever it happened, what happens once did not happen otherwise.
  const isOnce = type.isEvent || type.value === 'date';
  const probe = {
    type: type.name,
    ofOne,
    isInverse,
    single,
    isSymmetric: type.symmetric,
    ...(isOnce ? {} : { asked: time.unit }),
  };
  const { record, named: both } = await readNamedIn(asker, question, mentions, (db, input) =>
    readTruth(db, input, probe),
  );
  const triple = tripleOf(type, isInverse ? [...both].reverse() : both, asked);
  const named = [triple.subject, triple.object].flatMap((one) => one?.id ?? []);
  const hint = misfit(triple, question);
  const recorded = new Recorded(record, question.types.relations, question.calendar);
  const sides = await sidesOf(asker, question, triple, recorded);
  const weighed = weigh(time.unit, sides.own, sides.rivals, recorded);
  return answer({ asker, question, recorded, time, named, hint, weighed, sides });
}

function tripleOf(type: RelationType, [subject, object]: readonly Candidate[], asked: TruthAsked): Triple {
  const value = object === undefined ? asked.object : '';
  return { type, subject: found(subject), object: object ?? null, value };
}

/** Why a relation can't be asked of such things, and what to ask; null where it can. */
export function misfit({ type, subject, object }: Triple, { types }: Question): string | null {
  const wrong: [string, Candidate, readonly string[]][] = [];
  if (!mayStand(types, subject.type, type.domain)) wrong.push(['from', subject, type.domain]);
  if (object !== null && !mayStand(types, object.type, type.range)) wrong.push(['to', object, type.range]);
  const [first] = wrong;
  if (first === undefined) return null;
  const [, thing, allowed] = first;
  const instead = thing.type === 'Era' ? ` What took place in an era is told by events_during or timeline.` : '';
  return `${type.name} is said of ${allowed.join(', ')}; ${thing.name} is of type ${thing.type}.${instead}`;
}

export interface Sides {
  own: RecordedRelation[];
  rivals: RecordedRelation[];
  prophecies: RecordedRelation[];
  /** What is not believed any more. */
  gone: RecordedRelation[];
}

export async function sidesOf(asker: Asker, question: Question, triple: Triple, recorded: Recorded): Promise<Sides> {
  const { facts } = recorded.record;
  const isOwn = ownership(triple, question, recorded);
  const active = facts.filter(({ status }) => status === 'active');
  const own = active.filter(isOwn);
  const rivals = active.filter((relation) => !isOwn(relation));
  return {
    own: own.filter(({ prophetic }) => !prophetic),
    rivals: await excluding(asker, question, triple, rivals, recorded),
    prophecies: own.filter(({ prophetic }) => prophetic),
    gone: facts.filter((relation) => relation.status !== 'active' && isOwn(relation)),
  };
}

/** Those that the relation can not be so beside. */
async function excluding(
  asker: Asker,
  question: Question,
  triple: Triple,
  rivals: readonly RecordedRelation[],
  recorded: Recorded,
): Promise<RecordedRelation[]> {
  const { type, object, value } = triple;
  if (type.value === 'date') {
    const date = dateOf(value, question);
    return rivals.filter(({ period: told }) => isOtherDate(date, told));
  }
  // What happens once to somebody happens in one place.
  if (type.isEvent && object !== null) return elsewhere(asker, question, object.id, rivals, recorded);
  return type.unlessPartOf ? withoutParts(asker, question, triple, rivals, recorded) : [...rivals];
}

function ownership({ subject, object, value, type }: Triple, question: Question, recorded: Recorded) {
  const date = type.value === 'date' ? dateOf(value, question) : null;
  return (relation: RecordedRelation): boolean => {
    if (object === null) return isSameValue(value, date, relation);
    const [from, to] = [recorded.idOf(relation.fromId), relation.toId === null ? '' : recorded.idOf(relation.toId)];
    const isStraight = from === subject.id && to === object.id;
    return isStraight || (type.symmetric && from === object.id && to === subject.id);
  };
}

/** @throws Problem `invalid_date` */
function dateOf(text: string, { calendar, now }: Question): Period {
  const date = calendar.read(text, now);
  if (typeof date !== 'string') return period(date.unit, date.unit);
  throw new Problem('invalid_date', 'object can not be read.', [{ path: 'object', message: `"${text}" ${date}` }]);
}

interface Found {
  asker: Asker;
  question: Question;
  recorded: Recorded;
  time: AskedTime;
  named: readonly string[];
  hint: string | null;
  weighed: Weighed;
  sides: Sides;
}

function answer({ asker, question, recorded, time, named, hint, weighed, sides }: Found): TruthAnswer {
  const { was, deciding, happenedAt } = weighed;
  const used = [...deciding, ...sides.prophecies, ...(deciding.length === 0 ? sides.gone : [])];
  const shown = (relations: readonly RecordedRelation[]) =>
    relations.map((relation) => showFact(relation, recorded, question, time.unit));
  const disputing = new Set(deciding.flatMap(({ disputedWith }) => disputedWith));
  const facts = shown(deciding);
  return {
    ...envelope({ question, recorded, session: asker.session, time, named, used, hint }),
    wasTrue: hint !== null && deciding.length === 0 ? 'not_applicable' : was.truth,
    covers: was.covers,
    happenedAt: happenedAt === null ? null : recorded.shown(happenedAt, deciding),
    relation: facts[0] ?? null,
    facts,
    heldBy: shown(weighed.heldBy),
    disputedWith: shown(recorded.record.others.filter(({ id }) => disputing.has(id))),
    prophecies: shown(sides.prophecies),
    believedBefore: shown(sides.gone),
  };
}
