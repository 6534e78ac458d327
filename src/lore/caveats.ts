import { isStale, STALE_S } from '../core/consistency.js';
import type { Caveat, CaveatCode, OpenViolations, RecordedEntity, RecordedRelation } from '../core/record.js';
import { isUnreliable, LOW_CONFIDENCE, type LoreSource } from '../core/source.js';
import type { Recorded } from './recorded.js';

/**
 * The caveats of an answer.
 * @param manyViolations so many open violations of what the question names are worth saying: a setting of the project
 */
export function caveatsOf(
  used: readonly RecordedRelation[],
  entities: readonly RecordedEntity[],
  recorded: Recorded,
  manyViolations: number,
): Caveat[] {
  const told = used.filter(({ prophetic }) => !prophetic);
  const unsure = told.filter((relation) => (recorded.confidence(relation) ?? 1) < LOW_CONFIDENCE);
  const sources = told.flatMap(({ citation: { sourceId } }) => recorded.record.sources.get(sourceId ?? '') ?? []);
  const unreliable = sources.filter(isUnreliable);
  const { questions } = recorded.record.open;
  return [
    ...caveat('low_confidence', unsure, (n) => `${n} of the relations can be relied on less than ${LOW_CONFIDENCE}.`),
    ...caveat('disputed', told.filter(isDisputed), (n) => `${n} of the relations are contradicted by others.`),
    ...caveat('provisional', entities.filter(isProvisional), (n) => `Nobody vouches yet for ${n} of the entities.`),
    ...caveat('prophetic', used.filter(isProphetic), (n) => `${n} of the relations are foretold, not recorded.`),
    ...caveat(
      'unreliable_source',
      unreliable,
      (n) => `${n} of the sources are rumour, talk or invention: ${namesOf(unreliable)}.`,
    ),
    ...caveat('open_question', questions, () =>
      questions
        .map(({ question }) => question)
        .slice(0, NAMED_MAX)
        .join(' '),
    ),
    ...violationCaveats(recorded.record.open, entities, manyViolations),
  ];
}

function violationCaveats(
  { ofEntities, unacknowledged: open, isOfProject, lastRunAgeS }: OpenViolations,
  entities: readonly RecordedEntity[],
  manyViolations: number,
): Caveat[] {
  const { orphan = 0 } = ofEntities;
  const ids = isOfProject ? [] : entities.map(({ id }) => id);
  const orphans = 'What is not told of an orphan is unknown, not absent.';
  const told = { open, ageSeconds: lastRunAgeS === null ? null : Math.round(lastRunAgeS) };
  const many = `${open} violations that no curator acknowledged are open${isOfProject ? '' : ' about what was named'}.`;
  return [
    ...(orphan > 0 ? [{ code: 'orphan' as const, sentence: orphans, ids }] : []),
    ...(open >= manyViolations ? [{ code: 'many_violations' as const, sentence: many, ids, ...told }] : []),
    ...(isStale(lastRunAgeS)
      ? [{ code: 'stale_run' as const, sentence: staleSentence(lastRunAgeS), ids: [], ...told }]
      : []),
  ];
}

/** How long ago everything was looked through, in words. */
function staleSentence(ageS: number | null): string {
  if (ageS === null) return 'Nothing has looked through the whole project for what contradicts yet.';
  return `Everything was last looked through ${Math.floor(ageS / 3600)} hours ago, which is more than ${STALE_S / 3600}.`;
}

function caveat(code: CaveatCode, about: readonly { id: string }[], sentence: (n: number) => string): Caveat[] {
  const ids = [...new Set(about.map(({ id }) => id))];
  return ids.length === 0 ? [] : [{ code, sentence: sentence(ids.length), ids }];
}

/** Names that a sentence tells; the ids of all stand beside it. */
const NAMED_MAX = 3;

/** What the first of the sources are called, each once. */
function namesOf(sources: readonly LoreSource[]): string {
  const names = [...new Map(sources.map(({ id, title }) => [id, title])).values()];
  const left = names.length - NAMED_MAX;
  return `${names.slice(0, NAMED_MAX).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}

function isDisputed({ isDisputed }: RecordedRelation): boolean {
  return isDisputed;
}

function isProphetic({ prophetic }: RecordedRelation): boolean {
  return prophetic;
}

function isProvisional({ loreVerified }: RecordedEntity): boolean {
  return !loreVerified;
}
