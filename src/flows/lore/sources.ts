import { Problem } from '../../core/errors.js';
import type { Candidate } from '../../core/resolution.js';
import type { Tenant } from '../../core/scope.js';
import type { LoreSource, SourceKind } from '../../core/source.js';
import type { Author } from '../../store/queries/lore/put-entities.js';
import { findSources, SOURCE_TYPE } from '../../store/queries/lore/source-names.js';
import { putSources, setSource } from '../../store/queries/lore/sources.js';
import { recordAction } from '../../store/queries/projects/actions.js';
import type { Deps } from '../deps.js';
import { ambiguous } from './resolve.js';

/**
 * The source of an id, a uri or a name.
 * @throws Problem `unknown_entity`, or `ambiguous_entity` where several are called so
 */
export async function requireSource(
  deps: Pick<Deps, 'store'>,
  tenant: Tenant,
  path: string,
  name: string,
): Promise<LoreSource> {
  const source = await sourceNamed(deps, tenant, path, name);
  if (source !== null) return source;
  const errors = [{ path, message: 'names no source of this project, by id, uri or name' }];
  throw new Problem('unknown_entity', 'There is no such source.', errors, undefined, { candidates: [] });
}

/**
 * The same, or null where there is none yet.
 * @throws Problem `ambiguous_entity` where several are called so
 */
export async function sourceNamed(
  deps: Pick<Deps, 'store'>,
  tenant: Tenant,
  path: string,
  name: string,
): Promise<LoreSource | null> {
  const [found] = await deps.store.tenant(tenant.orgId, (db) => findSources(db, tenant, [name]));
  if (found !== undefined && found.candidates.length > 0)
    throw ambiguous(path, name, found.candidates.map(asCandidate));
  return found?.source ?? null;
}

function asCandidate({ id, title }: LoreSource): Candidate {
  return { id, name: title, type: SOURCE_TYPE, loreVerified: true, by: 'name', score: 1 };
}

/**
 * Adds a source, or says anew how reliable it is: the confidence of all that it says follows.
 * @throws Problem `source_differs` when a prophetic source would become another one, or another one prophetic
 */
export async function addSource(
  deps: Pick<Deps, 'store' | 'ids'>,
  tenant: Tenant,
  author: Author,
  told: { uri: string; title: string | null; kind: SourceKind; reason: string | null },
): Promise<{ result: 'stored' | 'updated' | 'unchanged'; source: LoreSource }> {
  return deps.store.transaction(tenant.orgId, async (db) => {
    const draft = { id: deps.ids.next(), uri: told.uri, title: told.title ?? told.uri, kind: told.kind };
    const put = (await putSources(db, tenant, author, [draft])).get(told.uri);
    if (put === undefined) throw new Problem('unavailable', 'The source could not be stored; send it again.');
    const { isNew, ...before } = put;
    const source = { ...before, kind: told.kind, title: told.title ?? before.title };
    if (!isNew && source.kind === before.kind && source.title === before.title) return { result: 'unchanged', source };
    if ((source.kind === 'prophetic') !== (before.kind === 'prophetic')) throw differs(before, told.kind);
    if (!isNew) await setSource(db, tenant, source);
    const detail = { uri: source.uri, reliability: source.kind, before: isNew ? null : before.kind };
    const action = { id: deps.ids.next(), action: 'add_lore_source', nodeId: source.id, reason: told.reason, detail };
    await recordAction(db, tenant, { ...action, ...author });
    return { result: isNew ? 'stored' : 'updated', source };
  });
}

function differs({ uri, kind }: LoreSource, wanted: SourceKind): Problem {
  const errors = [{ path: 'reliability', message: `is ${kind}, and can not become ${wanted}` }];
  return new Problem('source_differs', `The source ${uri} is ${kind}.`, errors);
}
