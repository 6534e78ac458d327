import type { EntityRef } from '../../../core/lore.js';
import type { Truth } from '../../../core/period.js';
import type { Candidate } from '../../../core/resolution.js';
import { Recorded } from '../../../lore/recorded.js';
import { readOutwards } from '../../../store/queries/records/place-record.js';
import { askedTime } from './asked-time.js';
import { type Envelope, envelope } from './envelope.js';
import { type ShownFact, showFact } from './fact.js';
import { oneNamed } from './named.js';
import { type Asker, openQuestion, recordInput } from './question.js';

/** A plane that an entity was on, and by which steps one comes to it. */
export interface PlaneFound {
  plane: EntityRef;
  /** As sure as the least sure of the steps. */
  held: Truth;
  path: ShownFact[];
}

export interface PlanesAnswer extends Envelope {
  entity: Candidate;
  planes: PlaneFound[];
}

/** What leads from a thing to the plane that it is on. */
const OUTWARDS = ['LOCATED_IN_PLANE', 'LOCATED_IN', 'OCCURRED_AT', 'PART_OF', 'EXISTS_IN'];

/**
 * The planes that an entity was on at a time, by where it was and what that is a part of.
 * @throws Problem `unknown_entity`, `ambiguous_entity` or `invalid_date`
 */
export async function planesAt(
  asker: Asker,
  asked: { entity: string; atTime?: string | null | undefined; knownAt?: string | null | undefined },
): Promise<PlanesAnswer> {
  const question = await openQuestion(asker, asked.knownAt);
  const entity = await oneNamed(asker, question, { path: 'entity', name: asked.entity });
  const time = await askedTime(asker, question, 'at_time', asked.atTime);
  const named = [entity.id];
  const record = await asker.deps.store.tenant(question.tenant.orgId, (db) =>
    readOutwards(db, recordInput(question, named), { entity: entity.id, types: OUTWARDS, asked: time.unit }),
  );
  const recorded = new Recorded(record, question.types.relations, question.calendar);
  const facts = record.facts.map((relation) => showFact(relation, recorded, question, time.unit));
  const planes = reached(entity, facts);
  const onPaths = new Set(planes.flatMap(({ path }) => path.map(({ id }) => id)));
  const used = record.facts.filter(({ id }) => onPaths.has(id));
  return { ...envelope({ question, recorded, session: asker.session, time, named, used }), entity, planes };
}

/** The shortest way to each plane; no thing is come to twice. */
function reached(start: Candidate, facts: readonly ShownFact[]): PlaneFound[] {
  const paths = new Map<string, ShownFact[]>([[start.id, []]]);
  for (const [thing, path] of paths) {
    for (const fact of facts) {
      const isStep = fact.from.id === thing && fact.to !== null && fact.held !== 'false' && !paths.has(fact.to.id);
      if (isStep && fact.to !== null) paths.set(fact.to.id, [...path, fact]);
    }
  }
  return [...paths.values()].flatMap((path) => {
    const plane = path.at(-1)?.to;
    if (plane == null || plane.type !== 'Plane') return [];
    return [{ plane, held: path.every(({ held }) => held === 'true') ? 'true' : 'unknown', path }];
  });
}
