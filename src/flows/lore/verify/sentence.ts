import type { RecordedRelation } from '../../../core/record.js';
import { withoutReserve } from '../../../guard/asserted/plain.js';
import { readAsserted } from '../../../guard/asserted/read.js';
import type { AskedTime } from '../read/asked-time.js';
import { envelope } from '../read/envelope.js';
import { showFact } from '../read/fact.js';
import type { Asker, Question } from '../read/question.js';
import { mayStand } from '../types.js';
import { clashesWith, guardSaid, guardSays, type SaidTimes } from './claims.js';
import type { Named } from './names.js';
import { type JudgedRelation, judge, type Nameless, type PlacedRelation, place } from './relations.js';
import { type CheckedRelation, type SentenceVerdict, verdictOf } from './verdict.js';

/** One sentence of an answer, what it names, and when it is said to be so. */
export interface ToCheck {
  /** Without its citations. */
  statement: string;
  named: readonly Named[];
  times: { atTime: AskedTime | null; now: AskedTime };
}

/** Most relations of one sentence that are looked up. */
const RELATIONS_MAX = 4;

/** What the record says of a sentence. */
export async function checkSentence(asker: Asker, question: Question, said: ToCheck): Promise<SentenceVerdict> {
  const { named, times } = said;
  const { said: statement, reserve } = withoutReserve(said.statement, asker.deps.lexicon.answers);
  const context = { calendar: question.calendar, lexicon: asker.deps.lexicon, now: times.now.unit.start };
  const asserted = readAsserted(statement, named, context);
  const placed = (asserted ?? []).map((one) => place(one, named, question));
  const isWhole = asserted !== null && asserted.length <= RELATIONS_MAX && placed.every((one) => one !== null);
  const relations: CheckedRelation[] = [];
  for (const one of isWhole ? placed : []) {
    if (one !== null) relations.push(await check(asker, question, { ...said, statement }, one));
  }
  const asked = { atTime: times.atTime?.unit ?? null, now: times.now.unit };
  // That sources dispute it is a part of what is said, of which the relations tell too.
  const isRead = isWhole && (reserve !== 'disputed' || relations.some(({ isDisputed }) => isDisputed));
  return verdictOf({ isRead, relations, guard: await guard(asker, question, statement, asked) });
}

function guard({ deps, tenant }: Asker, { knownAt }: Question, statement: string, asked: SaidTimes) {
  return knownAt === null
    ? guardSays(deps, tenant, statement, asked)
    : guardSaid(deps, tenant, statement, { times: asked, knownAt });
}

async function check(
  asker: Asker,
  question: Question,
  { statement, times }: ToCheck,
  placed: PlacedRelation | Nameless,
): Promise<CheckedRelation> {
  if ('code' in placed) return nameless(placed);
  const judged = await judge(asker, question, placed, times);
  const against = judged.truth === 'unknown' ? await clashing(asker, question, statement, judged) : [];
  return shown(question, judged, against);
}

function nameless({ type, code, name, candidates }: Nameless): CheckedRelation {
  const nothing = { facts: [], against: [], deciding: [], sources: [], caveats: [], isDisputed: false };
  return { type: type.name, truth: 'unknown', code, name, candidates, ...nothing };
}

/** What nobody tells may still be impossible: nobody takes part in what happens after their death. */
async function clashing(
  { deps, tenant }: Asker,
  { knownAt, calendar, types }: Question,
  statement: string,
  { asserted, type, from, to }: JudgedRelation,
): Promise<string[]> {
  const { isDenied, isProphecy, isLoose, dates } = asserted;
  if (knownAt !== null || isDenied || isProphecy || isLoose || to === null || from.id === to.id) return [];
  if (!mayStand(types, from.type, type.domain) || !mayStand(types, to.type, type.range)) return [];
  const bound = (...bounds: string[]) => {
    const unit = dates.find((date) => bounds.includes(date.bound))?.unit ?? null;
    return unit === null ? null : calendar.at(unit.start).canonical;
  };
  const times = { validFrom: bound('from', 'at'), validUntil: type.isEvent ? null : bound('until') };
  return clashesWith(deps, tenant, statement, { type: type.name, from: from.id, to: to.id, ...times });
}

function shown(question: Question, judged: JudgedRelation, against: readonly string[]): CheckedRelation {
  const { type, from, to, recorded, deciding } = judged;
  const named = to === null ? [from.id] : [from.id, to.id];
  const isImpossible = against.length > 0;
  const { sources, caveats, isDisputed } = envelope({
    ...{ question, recorded, session: null, time: null, named, used: deciding },
  });
  const facts = deciding.map((relation: RecordedRelation) => showFact(relation, recorded, question, null));
  return {
    ...{ type: type.name, name: null, candidates: [], facts, against: [...against], sources, caveats, isDisputed },
    truth: isImpossible ? 'false' : judged.truth,
    code: isImpossible ? 'impossible' : judged.code,
    deciding: deciding.map(({ id }) => id),
  };
}
