import type { Tenant } from '../../../core/scope.js';
import type { Severity, ViolationKind, ViolationStatus } from '../../../core/violation.js';
import { builtName, type Db, type Query } from '../../tenant.js';
import { cursorId, type Page, pageOf } from '../cursor.js';
import { asOf, toViolation, VIOLATION_COLUMNS, type Violation } from './violations.js';

export interface ViolationFilter {
  kind: ViolationKind;
  ruleId?: string | undefined;
  /** Ids of an entity that stands on either end of a side, or is one; and what claims are about, in words. */
  subject?: { ids: readonly string[]; text: string } | undefined;
  /** A source that says a side, by its id; and as claims name it. */
  source?: { id: string | null; text: string } | undefined;
  /** At least so severe. */
  severity?: Severity | undefined;
  status?: ViolationStatus | undefined;
  /** ISO 8601: those that were opened by then, with the status that they had. */
  knownAt?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/**
 * A page of the violations of a kind, oldest first. By subject or source it starts from what these say, and of that, for
 * what is open, from what is disputed: neither all violations nor all that a hub has to do with is walked through.
 */
export async function listViolations(db: Db, tenant: Tenant, filter: ViolationFilter): Promise<Page<Violation>> {
  const { text, values } = listQuery(tenant, filter);
  const name = builtName(text);
  const rows = await db.run<Violation>(name === undefined ? { text, values } : { name, text, values });
  const asKnown = rows.map((row) => asOf(toViolation(row), filter.knownAt));
  return pageOf(asKnown, filter.limit);
}

/** The statement, for a test of its plan. */
export function listQuery(tenant: Tenant, filter: ViolationFilter): Query {
  const values: unknown[] = [tenant.orgId, tenant.project, filter.limit + 1];
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const { subject } = filter;
  const named = subject === undefined ? null : `SELECT unnest(${parameter(subject.ids, 'uuid[]')}) AS id`;
  return { text: `${violationsIn(VIOLATION_COLUMNS, filter, named, parameter)} LIMIT $3`, values };
}

/**
 * A query for the violations that pass a filter, in their order.
 * @param named a query for the ids of the entity that is asked about; null: none is
 */
export function violationsIn(
  columns: string,
  filter: ViolationFilter,
  named: string | null,
  parameter: Parameter,
): string {
  const { kind, ruleId, subject, source, severity, status, knownAt, cursor } = filter;
  // In the words of the partial indexes, which parameters would hide from the planner.
  const conditions = [`v.org_id = $1 AND v.project = $2 AND v.kind = '${kind}'`];
  if (cursor !== undefined) conditions.push(`v.id > ${parameter(cursorId(cursor), 'uuid')}`);
  if (severity === 'error') conditions.push(`v.severity = 'error'`);
  if (knownAt !== undefined) conditions.push(hadStatus(status, parameter(knownAt, 'timestamptz')));
  else if (status !== undefined)
    conditions.push(`v.status = '${status}'${status === 'open' ? '' : ` AND v.status <> 'open'`}`);
  const isOpen = status === 'open' && knownAt === undefined;
  if (ruleId !== undefined) conditions.push(`v.rule_id = ${parameter(ruleId, 'text')}`);
  const sided = [
    ...(subject === undefined || named === null
      ? []
      : [ofSubject(kind, { named, text: subject.text }, isOpen, parameter)]),
    ...(source === undefined ? [] : [ofSource(source, isOpen, parameter)]),
  ];
  const [first] = sided;
  if (first === undefined) return `SELECT ${columns} FROM violations v WHERE ${conditions.join(' AND ')} ORDER BY v.id`;
  const found = sided.map((ids) => `(${ids})`).join(' INTERSECT ');
  return `SELECT ${columns} FROM (${found}) f (id) CROSS JOIN LATERAL (
    SELECT * FROM violations v WHERE ${conditions.join(' AND ')} AND v.id = f.id LIMIT 1
  ) v ORDER BY v.id`;
}

/** Of those that were opened by a time: the ones that had this status then. */
function hadStatus(status: ViolationStatus | undefined, then: string): string {
  const isOpened = `v.detected_at <= ${then}`;
  if (status === undefined) return isOpened;
  if (status === 'open') return `${isOpened} AND (v.resolved_at IS NULL OR v.resolved_at > ${then})`;
  return `${isOpened} AND v.resolved_at <= ${then} AND v.status = '${status}'`;
}

/** Hands a value over to a statement, and answers what stands for it there. */
export type Parameter = (value: unknown, type: string) => string;

/** Ids of the violations that have one of these as a side. */
const violationsOfSides = (sides: string) => `SELECT DISTINCT s.violation_id FROM (${sides}) n (id) CROSS JOIN LATERAL (
  SELECT s.violation_id FROM violation_sides s WHERE s.org_id = $1 AND s.project = $2 AND s.side_id = n.id
) s`;

function ofSubject(
  kind: ViolationKind,
  { named, text }: { named: string; text: string },
  isOpen: boolean,
  parameter: Parameter,
): string {
  // What is unknown of an entity has but that one side.
  if (kind === 'orphan') return violationsOfSides(named);
  const at = (end: 'from' | 'to') => `SELECT r.id FROM (${named}) e CROSS JOIN LATERAL (
    SELECT r.id FROM relations r WHERE r.org_id = $1 AND r.project = $2 AND r.${end}_id = e.id AND r.system_until IS NULL
      ${isOpen ? 'AND r.is_disputed' : ''} ${end === 'to' ? 'AND r.to_id IS NOT NULL' : ''}
  ) r`;
  // Only contradictions are between claims.
  const relations = [named, at('from'), at('to')];
  if (kind !== 'contradiction') return violationsOfSides(relations.join(' UNION '));
  const words = parameter(text, 'text');
  const claims = 'SELECT c.id FROM claims c WHERE c.org_id = $1 AND c.project = $2 AND c.system_until IS NULL';
  const about = `${claims} AND c.entity IS NOT NULL AND lower(c.entity) = lower(${words})`;
  const spoken = `${claims} ${isOpen ? 'AND c.is_disputed' : SETTLED} AND EXISTS (
    SELECT FROM json_array_elements(c.reading->'norms') n WHERE n->>'subject' = lower(${words}))`;
  return violationsOfSides([...relations, about, spoken].join(' UNION '));
}

/** What claims are about, as they are read, has no index: of what is settled only claims that are a side are read. */
const SETTLED = `AND c.id IN (
  SELECT unnest(v.sides) FROM violations v WHERE v.org_id = $1 AND v.project = $2 AND v.about = 'claim'
)`;

function ofSource({ id, text }: NonNullable<ViolationFilter['source']>, isOpen: boolean, parameter: Parameter): string {
  const named = parameter(id, 'uuid');
  const said = `SELECT r.id FROM relations r WHERE r.org_id = $1 AND r.project = $2 AND r.source_id = ${named}
    AND r.source_id IS NOT NULL AND r.system_until IS NULL`;
  const sides = isOpen
    ? `${said} AND r.is_disputed`
    : `${said} AND EXISTS (
      SELECT FROM violation_sides s WHERE s.org_id = $1 AND s.project = $2 AND s.side_id = r.id)`;
  const claims = `SELECT c.id FROM claims c WHERE c.org_id = $1 AND c.project = $2 AND c.system_until IS NULL
    AND `;
  const told = `${claims} c.source IS NOT NULL AND c.source = ${parameter(text, 'text')}`;
  const ofSource = `${claims} c.source_id IS NOT NULL AND c.source_id = ${named}`;
  return violationsOfSides(`${sides} UNION ${told} UNION ${ofSource}`);
}
