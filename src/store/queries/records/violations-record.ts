import type { Candidate } from '../../../core/resolution.js';
import type { Db } from '../../tenant.js';
import { type ViolationFilter, violationsIn } from '../consistency/violation-list.js';
import {
  asOf,
  type ListedViolation,
  OPEN_OF_PROJECT,
  type OpenOfProject,
  VIOLATION_LIST,
  type Violation,
  violationOf,
} from '../consistency/violations.js';
import { type Page, pageOf } from '../cursor.js';
import { believed, idsOf, type RecordInput, readNamedWith, readRecordWith, WHO, whoIs } from './record.js';
import { type FirstStored, firstStored, inOrder, type Told, toStoredAt } from './told-record.js';

/** What violations are asked for, of whoever the one name of the input means, if it has one. */
export interface ViolationsProbe extends Omit<ViolationFilter, 'subject'> {
  /** Whether it is told when the relations were first stored. */
  tellsSince: boolean;
}

/** A page of violations, with what is said beside it of their relations. */
export interface ToldViolations extends Told {
  page: Page<Violation>;
  /** Who may be meant by the name, best first. */
  called: Candidate[];
  open: OpenOfProject;
}

interface More {
  found: ListedViolation[] | null;
  open: OpenOfProject;
  first: FirstStored;
}

/** By which ids the entity that is named stands in relations. */
const ME = `${WHO}, me AS MATERIALIZED (${idsOf(whoIs(1))}
), `;

/** A page of the violations of a kind, oldest first, and all that an answer says beside it: one statement. */
export async function readViolations(db: Db, input: RecordInput, probe: ViolationsProbe): Promise<ToldViolations> {
  const values: unknown[] = [];
  const parameter = (value: unknown, type: string) => `$${values.push(value) + 9}::${type}`;
  const [name] = input.named;
  const limit = parameter(probe.limit, 'int');
  const filter = name === undefined ? probe : { ...probe, subject: { ids: [], text: name } };
  const named = name === undefined ? null : 'SELECT id FROM me';
  const ctes = `
WITH ${name === undefined ? '' : ME}found AS MATERIALIZED (
  ${violationsIn('v.*', filter, named, parameter)} LIMIT ${limit} + 1
), sided AS MATERIALIZED (
  SELECT DISTINCT unnest(v.sides) AS id FROM (SELECT * FROM found v ORDER BY v.id LIMIT ${limit}) v WHERE v.about = 'relation'
), facts AS MATERIALIZED (
  SELECT r.*, 0 AS ord FROM sided i CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.id = i.id AND r.status <> 'erased' LIMIT 1
  ) r
)`;
  const more = `json_build_object('found', (SELECT json_agg(${VIOLATION_LIST} ORDER BY v.id) FROM found v),
  'open', (SELECT row_to_json(o) FROM (${OPEN_OF_PROJECT}) o), 'first', ${probe.tellsSince ? firstStored('SELECT id FROM sided') : 'NULL'})`;
  const query = { name: nameOf(probe, name), ctes, values, more, tellsNoTimes: true } as const;
  const {
    record,
    called,
    more: told,
  } = name === undefined
    ? { ...(await readRecordWith<More>(db, input, query)), called: [] }
    : await readNamedWith<More>(db, input, { ...query, findsNamed: true });
  const found = (told.found ?? []).map((row) => asOf(violationOf(row), probe.knownAt));
  const page = pageOf(found, probe.limit);
  const relations = page.items.flatMap(({ about, sides }) => (about === 'relation' ? sides : []));
  const storedAt = toStoredAt(told.first);
  return { page, record: inOrder(record, relations), storedAt, called: called[0] ?? [], open: told.open };
}

/** Each filter has a statement of its own: a name has room for a letter of each. */
function nameOf({ kind, status, tellsSince, ...probe }: ViolationsProbe, name: string | undefined): string {
  const { severity, knownAt, ruleId, source, cursor } = probe;
  const letters = [
    ...[severity === 'error' && 'e', knownAt && 'k', ruleId && 'r', source && 's', cursor && 'c'],
    ...[name !== undefined && 'n', tellsSince && 't'],
  ];
  return `read_violations_${kind}_${status ?? 'any'}_${letters.filter(Boolean).join('')}`;
}
