import { Problem } from '../../core/errors.js';
import type { Tenant } from '../../core/scope.js';
import type { LoreSource, SourceKind } from '../../core/source.js';
import { recordAction } from '../../store/queries/actions.js';
import type { Author } from '../../store/queries/put-entities.js';
import { findSource, putSources, setSource } from '../../store/queries/sources.js';
import type { Deps } from '../deps.js';

/**
 * The source of an id or uri.
 * @throws Problem `unknown_entity`
 */
export async function requireSource(
  deps: Pick<Deps, 'store'>,
  tenant: Tenant,
  path: string,
  name: string,
): Promise<LoreSource> {
  const source = await deps.store.tenant(tenant.orgId, (db) => findSource(db, tenant, name));
  if (source !== null) return source;
  const errors = [{ path, message: 'names no source of this project, by id or uri' }];
  throw new Problem('unknown_entity', 'There is no such source.', errors, undefined, { candidates: [] });
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
