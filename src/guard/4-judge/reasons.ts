import type { ReasonCode, Verdict } from '../../core/verdict.js';

type Sentence = (slots: Verdict['slots']) => string;

/** What a reason code says, in plain English. Values stand in the order stored, incoming. */
const SENTENCES: Record<ReasonCode, Sentence> = {
  same_text: () => 'The same statement is stored already, with the same scope and window.',
  relation_exclusive: (slots) => `${typeOf(slots)} holds for one at a time, and the two overlap: ${pair(slots)}.`,
  outside_lifespan: (slots) =>
    `One tells when a life began or ended, and the other of something done outside that life: ${pair(slots)}.`,
  too_many_parents: (slots) => `A child has two parents at most: ${pair(slots)}.`,
  parents_same_gender: (slots) => `The two parents of a child would be of one gender: ${pair(slots)}.`,
  relation_cycle: (slots) => `${typeOf(slots)} would lead back to where it began: ${pair(slots)}.`,
  ontology_rule: (slots) => `A rule of this world is broken: ${pair(slots)}.`,
  compared_as_relations: () => 'Both state a relation; these are compared by the things that they name.',
  prophecy: () => 'One of the two is a prophecy, which nothing contradicts.',
  subject_missing: () => 'One of the two names nothing that could be compared.',
  scope_disjoint: () => 'They hold in different places: their environments or teams have nothing in common.',
  period_disjoint: () => 'They hold at different times: their windows do not overlap.',
  period_unsure: (slots) =>
    `They contradict each other (${pair(slots)}), but it is unsure whether their windows overlap.`,
  subject_fuzzy: () => 'What one of the two is about can not be told for sure.',
  subject_related: () => 'Their subjects are related but not the same.',
  subject_unrelated: () => 'They are about different things.',
  exclusive_violated: (slots) =>
    `One of the two allows a single value only, and the other names another one: ${pair(slots)}.`,
  preference_reversed: () => 'Both rank the same two things, in opposite order.',
  conditions_exclusive: () => 'Their conditions exclude each other.',
  conditions_differ: () => 'They hold under different conditions.',
  modality_opposed: (slots) => `They say opposite things about the same content: ${modalities(slots)}.`,
  state_opposed: (slots) => `They demand opposite states of the same subject: ${pair(slots)}.`,
  norm_not_met: (slots) => `One is a rule and the other states a fact that breaks it: ${modalities(slots)}.`,
  quantity_disjoint: (slots) => `Both are about the same quantity, and no number satisfies both: ${pair(slots)}.`,
  bound_differs: (slots) => `Both bound the same quantity, with different numbers: ${pair(slots)}.`,
  refines: () => 'One says the same as the other, more precisely.',
  value_differs: (slots) =>
    `${opening(slots)} a value of the same kind for the same subject, and the values differ: ${pair(slots)}.`,
  value_uncertain: (slots) =>
    `They name different values for the same subject, which may exclude each other: ${pair(slots)}.`,
  same_content: () => 'They say the same in other words.',
  judge_contradiction: () => 'A judge takes them to contradict each other.',
  no_disagreement: () => 'Nothing in them disagrees.',
  may_contradict: (slots) =>
    `They seem to be about the same thing and to disagree: ${(slots.value ?? slots.object ?? slots.quantity ?? slots.predicate) ? pair(slots) : modalities(slots)}.`,
  nli_contradiction: () => 'Read as a whole, the two texts appear to contradict each other.',
  nli_restatement: () => 'Read as a whole, the two texts appear to say the same.',
  undecided: () => 'Whether they agree can not be told from their wording.',
};

/** The sentence of a reason code, filled with the slots that were compared. */
export function reasonOf(code: ReasonCode, slots: Verdict['slots']): string {
  return SENTENCES[code](slots);
}

function opening(slots: Verdict['slots']): string {
  const isFact = slots.modality?.[0] === 'is' && slots.modality[1] === 'is';
  return isFact ? 'Both state' : 'Both require';
}

function typeOf({ type }: Verdict['slots']): string {
  return type?.[0] ?? 'The relation';
}

/** "aldric RULES valdorn" on either side. */
function relations({ type, from, to }: Verdict['slots']): readonly [string, string] | undefined {
  if (type === undefined || from === undefined || to === undefined) return undefined;
  return [`${from[0]} ${type[0]} ${to[0]}`, `${from[1]} ${type[1]} ${to[1]}`];
}

function pair(slots: Verdict['slots']): string {
  const [stored, incoming] = relations(slots) ??
    slots.quantity ??
    slots.value ??
    slots.object ??
    slots.predicate ??
    slots.modality ?? [null, null];
  return `${stored ?? 'nothing'}, ${incoming ?? 'nothing'}`;
}

function modalities(slots: Verdict['slots']): string {
  const [stored, incoming] = slots.modality ?? [null, null];
  return [stored, incoming].map((modality) => (modality ?? 'unread').replaceAll('_', ' ')).join(', ');
}
