import type { Truth } from '../../../core/period.js';
import type { RecordedRelation } from '../../../core/record.js';
import type { RelationType } from '../../../core/relation-type.js';
import type { Candidate } from '../../../core/resolution.js';
import type { Asserted, AssertedEnd } from '../../../guard/asserted/read.js';
import { Recorded } from '../../../lore/recorded.js';
import { judgeSaid, rivalEnds, type SaidCode, type SaidSides } from '../../../lore/said.js';
import { readTruth } from '../../../store/queries/records/truth-record.js';
import type { AskedTime } from '../read/asked-time.js';
import { type Asker, type Question, recordInput } from '../read/question.js';
import { sidesOf } from '../read/was-true.js';
import { meantBy, type Named } from './names.js';

/** A relation that a sentence states, its ends known. */
export interface PlacedRelation {
  asserted: Asserted;
  type: RelationType;
  from: Candidate;
  /** Null where a date or a value stands there. */
  to: Candidate | null;
}

/** Why nothing can be said of a relation: it names what is not known, or what several are called. */
export interface Nameless {
  asserted: Asserted;
  type: RelationType;
  code: 'unknown_name' | 'ambiguous_name';
  name: string;
  candidates: readonly Candidate[];
}

/** Null where the project has no such type. */
export function place(
  asserted: Asserted,
  named: readonly Named[],
  question: Question,
): PlacedRelation | Nameless | null {
  const type = question.types.relations.get(asserted.type);
  if (type === undefined) return null;
  const from = end(asserted.from, type.domain, named, question);
  const to = asserted.to === null ? null : end(asserted.to, type.range, named, question);
  if ('code' in from) return { asserted, type, ...from };
  if (to !== null && 'code' in to) return { asserted, type, ...to };
  return { asserted, type, from, to };
}

/** Who stands at an end, or why nobody can say. */
function end(
  said: AssertedEnd,
  allowed: readonly string[],
  named: readonly Named[],
  question: Question,
): Candidate | Pick<Nameless, 'code' | 'name' | 'candidates'> {
  const meant = meantBy(said, named, allowed, question);
  if (meant.outcome === 'found') return meant.entity;
  const name = named[said.mention ?? -1]?.name ?? said.text;
  if (meant.outcome === 'ambiguous') return { code: 'ambiguous_name', name, candidates: meant.candidates };
  return { code: 'unknown_name', name, candidates: [] };
}

/** What the record says of a relation. */
export interface JudgedRelation extends PlacedRelation {
  truth: Truth;
  code: SaidCode;
  deciding: readonly RecordedRelation[];
  recorded: Recorded;
}

/** Reads the record of one relation, and weighs it as `was_true_at` does. */
export async function judge(
  asker: Asker,
  question: Question,
  placed: PlacedRelation,
  times: { atTime: AskedTime | null; now: AskedTime },
): Promise<JudgedRelation> {
  const { asserted, type, from, to } = placed;
  const probe = { type: type.name, ofOne: to === null, isSymmetric: type.symmetric, single: rivalEnds(type) };
  const named = to === null ? [from.id] : [from.id, to.id];
  const { record } = await asker.deps.store.tenant(question.tenant.orgId, (db) =>
    readTruth(db, recordInput(question, named), probe),
  );
  const recorded = new Recorded(record, question.types.relations, question.calendar);
  const sides = await sidesFor(asker, question, placed, recorded);
  const asked = { atTime: times.atTime?.unit ?? null, now: times.now.unit, recorded };
  return { ...placed, ...judgeSaid(asserted, type, sides, asked), recorded };
}

/**
 * Of a birth, a death or an event every date that is told says when it was, or that it was not then; of an attribute every
 * other value that it is not so.
 */
async function sidesFor(
  asker: Asker,
  question: Question,
  { type, from, to, asserted: { value: said } }: PlacedRelation,
  recorded: Recorded,
): Promise<SaidSides> {
  if (to !== null) return sidesOf(asker, question, { type, subject: from, object: to, value: '' }, recorded);
  const active = recorded.record.facts.filter(({ status }) => status === 'active');
  const told = active.filter(({ prophetic }) => !prophetic);
  const isSo = ({ value }: RecordedRelation) => said === null || value?.toLowerCase() === said;
  return {
    ...{ own: told.filter(isSo), rivals: told.filter((relation) => !isSo(relation)) },
    prophecies: active.filter((relation) => relation.prophetic && isSo(relation)),
  };
}
