import { Problem } from '../../core/errors.js';
import { type Candidate, type Mention, type Resolution, resolve } from '../../core/resolution.js';
import type { Tenant } from '../../core/scope.js';
import { findMentioned } from '../../store/queries/lore/resolve.js';
import type { Deps } from '../deps.js';

/** A mention, with the field of the request that holds it. */
export interface FieldMention extends Mention {
  path: string;
}

/**
 * Who is meant by ids and names of a request, in one query. A misspelt name is not taken for a known one: it is for the
 * writer to say so.
 * @throws Problem `unknown_entity` or `ambiguous_entity`, with candidates
 */
export async function requireEntities(
  deps: Pick<Deps, 'store'>,
  tenant: Tenant,
  mentions: readonly FieldMention[],
): Promise<Candidate[]> {
  const lists = await deps.store.tenant(tenant.orgId, (db) => findMentioned(db, tenant, mentions));
  return mentions.map((mention, at) =>
    required(mention.path, mention.name, resolve(lists[at] ?? [], { acceptsTypos: false })),
  );
}

/** As `requireEntities`, for one. */
export async function requireEntity(
  deps: Pick<Deps, 'store'>,
  tenant: Tenant,
  mention: FieldMention,
): Promise<Candidate> {
  const [entity] = await requireEntities(deps, tenant, [mention]);
  return found(entity);
}

/** What one mention was answered with. */
export function found(entity: Candidate | undefined): Candidate {
  if (entity === undefined) throw new Error('one mention has one answer');
  return entity;
}

/**
 * The one that is meant.
 * @throws Problem `unknown_entity` or `ambiguous_entity`, with candidates
 */
export function required(path: string, name: string, resolution: Resolution): Candidate {
  switch (resolution.outcome) {
    case 'found':
      return resolution.entity;
    case 'ambiguous':
      throw ambiguous(path, name, resolution.candidates);
    case 'unknown':
      throw unknown(path, resolution.candidates);
  }
}

export function ambiguous(path: string, name: string, candidates: readonly Candidate[]): Problem {
  const errors = [{ path, message: 'must be the id of one of candidates' }];
  const detail = `${candidates.length} entities are called "${name}".`;
  return new Problem('ambiguous_entity', detail, errors, undefined, { candidates: shown(candidates) });
}

function unknown(path: string, candidates: readonly Candidate[]): Problem {
  const errors = [{ path, message: 'names no entity of this project' }];
  return new Problem('unknown_entity', 'The name or id is that of no entity.', errors, undefined, {
    candidates: shown(candidates),
  });
}

/** As an answer shows them. */
export function shown(candidates: readonly Candidate[]) {
  return candidates.map(({ score, ...candidate }) => ({
    ...candidate,
    matchConfidence: Math.round(score * 100) / 100,
  }));
}
