import type { Caveat, OpenCounts, RecordedEntity, RecordedRelation } from '../../../core/record.js';
import { type LoreSource, leastConfidence, RELIABILITY } from '../../../core/source.js';
import type { StoryTime, StoryWindow } from '../../../core/story-time.js';
import { caveatsOf } from '../../../lore/caveats.js';
import type { Recorded } from '../../../lore/recorded.js';
import type { SessionUse } from '../sessions.js';
import type { AskedSpan, AskedTime } from './asked-time.js';
import { type ShownFact, showFact } from './fact.js';
import type { Question } from './question.js';

/** What every answer about the world says beside what was asked. */
export interface Envelope {
  outcome: 'answered' | 'not_applicable';
  /** What to ask instead; null where the question fits. */
  hint: string | null;
  atTime: StoryTime | null;
  during: StoryWindow | null;
  /** ISO 8601. */
  knownAt: string;
  timeDefaulted: boolean;
  confidence: number | null;
  isDisputed: boolean;
  sources: AnswerSource[];
  caveats: Caveat[];
  violations: { contradictions: number; anachronisms: number; ontologyViolations: number; orphans: number };
  retcons: Retcon[];
}

/** A source of an answer; of what no source is named for, who said it. */
export interface AnswerSource {
  id: string | null;
  uri: string | null;
  title: string;
  reliability: LoreSource['kind'] | null;
  weight: number | null;
  openContradictions: number;
  /** Where it says it. */
  passages: SourcePassage[];
}

export interface SourcePassage {
  relationId: string;
  document: string | null;
  heading: string | null;
  /** The line on which the passage begins. */
  line: number | null;
  chunkId: string | null;
  claimId: string | null;
}

/** A relation that was declared to be otherwise, on this and that side of it. */
export interface Retcon {
  before: ShownFact;
  /** Null where nothing took its place. */
  after: ShownFact | null;
}

export interface Answered {
  question: Question;
  recorded: Recorded;
  session: SessionUse | null;
  time: AskedTime | AskedSpan | null;
  /** The entities that the question names. */
  named: readonly string[];
  /** The relations that the answer rests on. */
  used: readonly RecordedRelation[];
  hint?: string | null;
}

/** All that is said beside an answer. The caveats go into the session. */
export function envelope({ question, recorded, session, time, named, used, hint = null }: Answered): Envelope {
  const told = used.filter(({ prophetic }) => !prophetic);
  const entities = entitiesOf(named, used, recorded);
  const caveats = caveatsOf(used, entities, recorded, question.manyViolations);
  for (const { code } of caveats) session?.warn(code);
  for (const { id } of used) session?.restOn(id);
  return {
    ...{ outcome: hint === null ? 'answered' : 'not_applicable', hint },
    atTime: time !== null && 'time' in time ? time.time : null,
    during: time !== null && 'window' in time ? time.window : null,
    knownAt: question.knownAt ?? question.askedAt,
    timeDefaulted: time?.isDefault ?? false,
    confidence: leastConfidence(told.map((relation) => recorded.confidence(relation))),
    isDisputed: told.some(({ isDisputed }) => isDisputed),
    sources: sourcesOf(used, recorded),
    caveats,
    violations: counted(recorded.record.open.ofEntities),
    retcons: retconsOf(used, recorded).map(({ before, after }) => ({
      before: showFact(before, recorded, question, null),
      after: after === null ? null : showFact(after, recorded, question, null),
    })),
  };
}

function entitiesOf(named: readonly string[], used: readonly RecordedRelation[], recorded: Recorded): RecordedEntity[] {
  const ids = [...named, ...used.flatMap(({ fromId, toId }) => (toId === null ? [fromId] : [fromId, toId]))];
  const entities = ids.map((id) => recorded.entity(id));
  return [...new Map(entities.map((entity) => [entity.id, entity])).values()];
}

export function counted({ contradiction = 0, anachronism = 0, ontology_violation = 0, orphan = 0 }: OpenCounts) {
  return {
    contradictions: contradiction,
    anachronisms: anachronism,
    ontologyViolations: ontology_violation,
    orphans: orphan,
  };
}

/** Who says it: sources in the order in which the answer names them. */
function sourcesOf(used: readonly RecordedRelation[], recorded: Recorded): AnswerSource[] {
  const found = new Map<string, AnswerSource>();
  for (const relation of used) {
    const { documentId, chunkId, sourceId } = relation.citation;
    const key = sourceId ?? `who ${relation.who}`;
    const source = found.get(key) ?? newSource(relation, recorded);
    found.set(key, source);
    const document = documentId === null ? null : (recorded.record.paths.get(documentId) ?? null);
    const { heading, line } = recorded.record.passages.get(chunkId ?? '') ?? { heading: null, line: null };
    source.passages.push({ relationId: relation.id, document, heading, line, chunkId, claimId: relation.claimId });
  }
  return [...found.values()];
}

function newSource({ who, citation: { sourceId } }: RecordedRelation, { record }: Recorded): AnswerSource {
  const source = sourceId === null ? undefined : record.sources.get(sourceId);
  return {
    id: source?.id ?? null,
    uri: source?.uri ?? null,
    title: source?.title ?? who,
    reliability: source?.kind ?? null,
    weight: source === undefined ? 1 : RELIABILITY[source.kind],
    openContradictions: record.open.bySource.get(source?.id ?? '') ?? 0,
    passages: [],
  };
}

interface Pair {
  before: RecordedRelation;
  after: RecordedRelation | null;
}

/** What of an answer was otherwise before, or is by now. */
function retconsOf(used: readonly RecordedRelation[], { record }: Recorded) {
  const others = new Map(record.others.map((relation) => [relation.id, relation]));
  const before: Pair[] = used.flatMap((after) =>
    after.supersedes.flatMap((id) => {
      const old = others.get(id);
      return old === undefined || !isTakenBack(old) ? [] : [{ before: old, after }];
    }),
  );
  const since: Pair[] = used.flatMap((then) => {
    const now = others.get(then.id);
    if (now === undefined || !isTakenBack(now)) return [];
    return [{ before: then, after: others.get(now.supersededBy ?? '') ?? null }];
  });
  const own: Pair[] = used
    .filter((relation) => isTakenBack(relation) && relation.systemUntil === null)
    .map((relation) => ({ before: relation, after: others.get(relation.supersededBy ?? '') ?? null }));
  return [...new Map([...before, ...since, ...own].map((one) => [one.before.id, one])).values()];
}

function isTakenBack({ status }: RecordedRelation): boolean {
  return status === 'superseded' || status === 'retracted';
}
