import { resolve } from '../../core/resolution.js';
import type { Tenant } from '../../core/scope.js';
import type { Severity, ViolationKind, ViolationStatus } from '../../core/violation.js';
import type { ViolationFilter } from '../../store/queries/consistency/violation-list.js';
import type { OpenOfProject, Violation } from '../../store/queries/consistency/violations.js';
import type { Page } from '../../store/queries/cursor.js';
import { findSource } from '../../store/queries/lore/source-names.js';
import type { RecordInput } from '../../store/queries/records/record.js';
import type { Told } from '../../store/queries/records/told-record.js';
import { readViolations } from '../../store/queries/records/violations-record.js';
import type { Db } from '../../store/store.js';
import type { Deps } from '../deps.js';
import { required } from '../lore/resolve.js';

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

/** A page of violations, the entity that was asked about, what is told of their relations, and what is open in the project. */
export interface FoundViolations extends Told {
  page: Page<Violation>;
  /** Null where none was named, or what was named is none. */
  named: string | null;
  open: OpenOfProject;
}

/**
 * A page of the violations of one kind, and how many are open.
 * @param input what the statement takes, but for who is named
 * @throws Problem `ambiguous_entity`
 */
export async function askedViolations(
  deps: Pick<Deps, 'store'>,
  input: Omit<RecordInput, 'named'>,
  asked: ViolationsAsked,
): Promise<FoundViolations> {
  const { tenant } = input;
  const { entity } = asked;
  const named = entity == null ? [] : [entity.name];
  const { called, ...found } = await deps.store.tenant(tenant.orgId, async (db) => {
    const filter = { ...filterOf(asked), ...(await saidBy(db, tenant, asked.source)) };
    return readViolations(db, { ...input, named }, { ...filter, tellsSince: asked.kind === 'contradiction' });
  });
  const meant = resolve(called, { acceptsTypos: false });
  if (entity != null && meant.outcome === 'ambiguous') required(entity.path, entity.name, meant);
  return { ...found, named: meant.outcome === 'found' ? meant.entity.id : null };
}

function filterOf({ kind, ruleId, severity, status, knownAt, limit, cursor }: ViolationsAsked): ViolationFilter {
  return {
    ...{ kind, ruleId: ruleId ?? undefined, severity: severity ?? undefined, knownAt: knownAt ?? undefined },
    ...{ status: status === 'all' ? undefined : (status ?? 'open'), cursor: cursor ?? undefined },
    limit,
  };
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
