import type { Tenant } from '../../core/scope.js';
import type { Severity, ViolationKind, ViolationStatus } from '../../core/violation.js';
import { listViolations, type ViolationFilter } from '../../store/queries/consistency/violation-list.js';
import { type OpenOfProject, openOfProject, type Violation } from '../../store/queries/consistency/violations.js';
import type { Page } from '../../store/queries/cursor.js';
import { idsOfEntity } from '../../store/queries/lore/entities.js';
import { findSource } from '../../store/queries/lore/source-names.js';
import type { Db } from '../../store/store.js';
import type { Deps } from '../deps.js';
import { findEntity } from '../lore/resolve.js';

/** What a list of violations of one kind is asked for. */
export interface ViolationsAsked {
  kind: ViolationKind;
  /** Name or id of an entity, and the field that names it. */
  entity?: { path: string; name: string } | null | undefined;
  /** Id or uri of a source, or the source of a claim. */
  source?: string | null | undefined;
  ruleId?: string | null | undefined;
  severity?: Severity | null | undefined;
  status?: ViolationStatus | 'all' | null | undefined;
  knownAt?: string | null | undefined;
  limit: number;
  cursor?: string | null | undefined;
}

/** A page of violations, the entity that was asked about, and what is open in the project. */
export interface FoundViolations {
  page: Page<Violation>;
  /** Null where none was named, or what was named is none. */
  named: string | null;
  open: OpenOfProject;
}

/**
 * A page of the violations of one kind, and how many are open.
 * @throws Problem `ambiguous_entity`
 */
export async function askedViolations(
  deps: Pick<Deps, 'store'>,
  tenant: Tenant,
  asked: ViolationsAsked,
): Promise<FoundViolations> {
  const { entity } = asked;
  const named = entity == null ? null : await findEntity(deps, tenant, entity);
  return deps.store.tenant(tenant.orgId, async (db) => {
    const subject = entity == null ? {} : { subject: { ids: await idsOf(db, tenant, named), text: entity.name } };
    const filter = { ...filterOf(asked), ...subject, ...(await saidBy(db, tenant, asked.source)) };
    const [page, open] = await Promise.all([listViolations(db, tenant, filter), openOfProject(db, tenant)]);
    return { page, named: named?.id ?? null, open };
  });
}

function filterOf({ kind, ruleId, severity, status, knownAt, limit, cursor }: ViolationsAsked): ViolationFilter {
  return {
    ...{ kind, ruleId: ruleId ?? undefined, severity: severity ?? undefined, knownAt: knownAt ?? undefined },
    ...{ status: status === 'all' ? undefined : (status ?? 'open'), cursor: cursor ?? undefined },
    limit,
  };
}

async function idsOf(db: Db, tenant: Tenant, named: { id: string } | null): Promise<string[]> {
  return named === null ? [] : idsOfEntity(db, tenant, named.id);
}

async function saidBy(
  db: Db,
  tenant: Tenant,
  source: string | null | undefined,
): Promise<Pick<ViolationFilter, 'source'>> {
  if (source == null) return {};
  const said = await findSource(db, tenant, source);
  return { source: { id: said?.id ?? null, text: source } };
}
