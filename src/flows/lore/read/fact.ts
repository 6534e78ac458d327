import type { EntityRef } from '../../../core/lore.js';
import type { Held, Unit } from '../../../core/period.js';
import type { RecordedRelation } from '../../../core/record.js';
import { type StoryTime, type StoryWindow, storyTime } from '../../../core/story-time.js';
import type { Recorded } from '../../../lore/recorded.js';
import { happenedBy, heldAt } from '../../../lore/weigh.js';
import type { Question } from './question.js';

/** A relation as answers about the world show it. */
export interface ShownFact {
  id: string;
  type: string;
  from: EntityRef;
  to: EntityRef | null;
  value: string | null;
  validFrom: StoryTime | null;
  validUntil: StoryTime | null;
  /** When it held or took place, by the lives and events that it is about where it says nothing itself. */
  when: StoryWindow | null;
  /** Whether it held at the time asked about; null where none was. */
  held: Held['truth'] | null;
  covers: Held['covers'];
  confidence: number | null;
  isDisputed: boolean;
  disputedWith: readonly string[];
  prophetic: boolean;
  status: RecordedRelation['status'];
  sourceId: string | null;
  document: string | null;
  claimId: string | null;
  who: string;
}

/** @param asked null where it is shown for no time in particular */
export function showFact(
  relation: RecordedRelation,
  recorded: Recorded,
  { calendar }: Pick<Question, 'calendar'>,
  asked: Unit | null,
): ShownFact {
  const { id, type, value, validFrom, validUntil, isDisputed, disputedWith, prophetic, status, claimId, who } =
    relation;
  const held = asked === null || prophetic || status !== 'active' ? null : heldAt(relation, asked, recorded);
  const [when] = recorded.times(relation);
  const { sourceId, documentId } = relation.citation;
  const confidence = recorded.confidence(relation);
  return {
    id,
    type,
    from: recorded.entity(relation.fromId),
    to: relation.toId === null ? null : recorded.entity(relation.toId),
    value,
    validFrom: validFrom === null ? null : storyTime(validFrom, calendar),
    validUntil: validUntil === null ? null : storyTime(validUntil, calendar),
    when: when === undefined ? null : recorded.shown(when, [relation]),
    held: held?.truth ?? null,
    covers: held?.covers ?? null,
    confidence: confidence === null ? null : Math.round(confidence * 1000) / 1000,
    isDisputed,
    disputedWith,
    prophetic,
    status,
    sourceId,
    document: documentId === null ? null : (recorded.record.paths.get(documentId) ?? null),
    claimId,
    who,
  };
}

/** The same; what happens once counts from when it had happened. */
export function showFactSince(
  relation: RecordedRelation,
  recorded: Recorded,
  question: Pick<Question, 'calendar'>,
  asked: Unit,
): ShownFact {
  const fact = showFact(relation, recorded, question, asked);
  if (fact.held === null || !isOnce(relation, recorded)) return fact;
  const held = happenedBy(relation, asked, recorded);
  return { ...fact, held: held.truth, covers: held.covers };
}

/** Whether a relation held at a time, or what happens once had happened by then. */
export function heldSince(relation: RecordedRelation, recorded: Recorded, asked: Unit): Held {
  return isOnce(relation, recorded) ? happenedBy(relation, asked, recorded) : heldAt(relation, asked, recorded);
}

function isOnce({ type }: RecordedRelation, recorded: Recorded): boolean {
  return recorded.type(type)?.isEvent === true;
}

/** "Aldric RULES Valdorn, 320 TA – 360 TA" */
export function factInWords({ from, type, to, value, validFrom, validUntil }: ShownFact): string {
  const window =
    validFrom === null && validUntil === null ? '' : `, ${validFrom?.text ?? '…'} – ${validUntil?.text ?? '…'}`;
  return `${from.name} ${type} ${to?.name ?? value ?? ''}${window}`;
}
