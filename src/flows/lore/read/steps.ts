import type { EntityRef } from '../../../core/lore.js';
import type { Period } from '../../../core/period.js';
import type { RecordedRelation } from '../../../core/record.js';
import type { StoryWindow } from '../../../core/story-time.js';
import { Recorded } from '../../../lore/recorded.js';
import { listViolations } from '../../../store/queries/consistency/violation-list.js';
import { cursorRank, type Rank, rankCursor } from '../../../store/queries/cursor.js';
import {
  readSteps,
  type Side,
  type StepsNode,
  type StepsProbe,
  type Walked,
} from '../../../store/queries/records/steps-record.js';
import { type DescribedAnachronism, describeAnachronisms } from '../../consistency/anachronisms.js';
import { type Envelope, envelope } from './envelope.js';
import { type ShownFact, showFact } from './fact.js';
import { type Asker, type Question, recordInput } from './question.js';

/** A walk that is asked for. */
export interface StepsAsked extends StepsPage, Omit<StepsProbe, 'after' | 'limit' | 'own'> {}

/** What of a walk is shown. */
export interface StepsPage extends Pick<StepsProbe, 'own' | 'limit'> {
  /** The entity that the question names. */
  named: string;
  cursor: string | null | undefined;
  hint: string | null;
}

/** Something that a walk came to. */
export interface StepsItem {
  side: Side;
  entity: EntityRef;
  depth: number;
  /** When it took place or existed. */
  periods: Period[];
  /** The same as it is shown. */
  windows: StoryWindow[];
  /** The relations by which it is come to, the first of `stepsTotal`. */
  steps: ShownFact[];
  stepsTotal: number;
  /** Of what the walk begins with: how it belongs to what was asked about. */
  link: ShownFact | null;
  /** What else is told of it, of the types that were asked for. */
  own: ShownFact[];
}

/** What every walk answers besides. */
export interface StepsRest {
  /** How many things were come to, on all pages. */
  total: number;
  /** Whether there is more than one walk looks at. */
  isCut: boolean;
  /** Open anachronisms of what is on this page. */
  anachronisms: DescribedAnachronism[];
  nextCursor: string | null;
}

export interface StepsAnswer extends StepsRest {
  envelope: Envelope;
  recorded: Recorded;
  items: StepsItem[];
  lines: EntityRef[];
}

const ANACHRONISMS_MAX = 50;

/** Walks from what a question names, and shows a page of what was come to. */
export async function stepsFrom(asker: Asker, question: Question, asked: StepsAsked): Promise<StepsAnswer> {
  const { named, cursor, hint: _hint, limit, ...probe } = asked;
  const after = afterOf(cursor);
  const walked = await asker.deps.store.tenant(question.tenant.orgId, (db) =>
    readSteps(db, recordInput(question, [named]), { ...probe, after, limit: limit + 1 }),
  );
  return showSteps(asker, question, asked, walked);
}

/** The place that a cursor names. */
export function afterOf(cursor: string | null | undefined): Rank | null {
  return cursor == null ? null : cursorRank(cursor);
}

/** Shows a page of a walk, read with one thing more. */
export async function showSteps(
  asker: Asker,
  question: Question,
  { named, hint, limit, own }: StepsPage,
  walked: Walked,
): Promise<StepsAnswer> {
  const page = walked.nodes.slice(0, limit);
  const recorded = new Recorded(walked.record, question.types.relations, question.calendar);
  const shown = page.map((node) => showNode(node, walked, recorded, question, own));
  const rests = new Set(shown.flatMap(({ used }) => used));
  const used = walked.record.facts.filter((fact) => rests.has(fact));
  return {
    envelope: envelope({ question, recorded, session: asker.session, time: null, named: [named], used, hint }),
    ...{ recorded, items: shown.map(({ item }) => item), lines: walked.lines.map((id) => recorded.entity(id)) },
    ...{ total: walked.count, isCut: walked.isCut },
    anachronisms: await anachronismsOf(asker, question, page, walked),
    nextCursor: walked.nodes.length > limit ? cursorAt(page.at(-1)) : null,
  };
}

function cursorAt(node: StepsNode | undefined): string | null {
  return node === undefined ? null : rankCursor({ ranks: [node.depth, node.side], id: node.id });
}

function showNode(
  { side, id, depth, steps, total, link }: StepsNode,
  { record }: Walked,
  recorded: Recorded,
  question: Question,
  ownTypes: readonly string[],
): { item: StepsItem; used: RecordedRelation[] } {
  const isStep = new Set(steps);
  const cited = record.facts.filter((fact) => isStep.has(fact.id));
  const own = record.facts.filter(({ type, fromId }) => ownTypes.includes(type) && recorded.idOf(fromId) === id);
  const linked = record.facts.filter((fact) => fact.id === link);
  const show = (facts: readonly RecordedRelation[]) => facts.map((fact) => showFact(fact, recorded, question, null));
  const periods = periodsOf(id, recorded);
  return {
    item: {
      ...{
        side,
        entity: recorded.entity(id),
        depth,
        periods,
        windows: periods.map((when) => recorded.shown(when, [], [id])),
      },
      ...{ steps: show(cited), stepsTotal: total, link: show(linked)[0] ?? null, own: show(own) },
    },
    used: [...cited, ...own, ...linked],
  };
}

function periodsOf(id: string, recorded: Recorded): Period[] {
  const time = recorded.eventTime(id);
  return time === null ? recorded.existence(id) : [time];
}

async function anachronismsOf(
  { deps }: Asker,
  { tenant, knownAt }: Question,
  page: readonly StepsNode[],
  { record }: Walked,
): Promise<DescribedAnachronism[]> {
  const onPage = new Set(page.map(({ id }) => id));
  const ids = [...record.entities].flatMap(([named, { id }]) => (onPage.has(id) ? [named] : []));
  const found = await deps.store.tenant(tenant.orgId, (db) =>
    listViolations(db, tenant, {
      ...{ kind: 'anachronism', status: 'open', limit: ANACHRONISMS_MAX, subject: { ids, text: '' } },
      ...(knownAt === null ? {} : { knownAt }),
    }),
  );
  return found.items.length === 0 ? [] : describeAnachronisms(deps, tenant, found.items);
}
