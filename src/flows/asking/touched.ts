import type { Deps } from '../deps.js';
import type { SessionUse } from '../lore/sessions.js';
import type { Hit } from './hit.js';

/**
 * How much nearer to 1 what a session touched comes, most for what fits half: what does not fit stays below, and of two
 * that were touched the better one stays ahead.
 */
const GAIN = 0.25;

/** What a session came to know before it asks. */
export interface TouchedIds {
  claims: ReadonlySet<string>;
  entities: ReadonlySet<string>;
}

const NOTHING: TouchedIds = { claims: new Set(), entities: new Set() };

/** What the session of a question came to know; asks nothing where there is none. */
export async function touchedIn({ sessions }: Pick<Deps, 'sessions'>, session: SessionUse | null): Promise<TouchedIds> {
  if (session === null) return NOTHING;
  const { claims, entities } = await sessions.touched(session);
  return { claims: new Set(claims), entities: new Set(entities) };
}

/** The score of something that the session touched; between the old one and 1. */
export function raised(score: number): number {
  return score + GAIN * score * (1 - score);
}

/** A thing that the session spoke of, or a relation of one, higher than it fits by itself. */
export function raiseLore(hit: Hit, { entities }: TouchedIds): Hit {
  const ends = [hit.entity?.id, hit.relation?.from.id, hit.relation?.to?.id];
  const isTouched = ends.some((id) => id !== undefined && entities.has(id));
  return isTouched ? { ...hit, score: raised(hit.score), matched: [...hit.matched, 'session'] } : hit;
}

/** What the session knows of from then on: the claims, and the thing that the question names, where it is one. */
export function note(session: SessionUse, hits: readonly Hit[]): void {
  session.touch(hits.flatMap(({ claim }) => claim?.id ?? []));
  const named = hits.flatMap(({ entity }) => entity?.id ?? []);
  if (named.length === 1 && named[0] !== undefined) session.speakOf(named[0]);
}
