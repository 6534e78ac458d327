import type { Tenant } from '../../../core/scope.js';
import type { TransferHeader } from '../../../core/transfer.js';
import { TRANSFER_FORMAT } from '../../../core/transfer.js';
import type { Db } from '../../tenant.js';
import { TRANSFERRED, type TransferredTable } from './transfer-tables.js';

/** The columns of a table but for the tenant, and those of them that its primary key has, both in order. */
interface TableShape {
  columns: string[];
  key: string[];
}

/** Rows of a step, and the most characters that one may have together: both bound what is held in memory. */
const ROWS_A_STEP = 200;

const SHAPES = `
SELECT c.relname AS "table", array_agg(a.attname::text ORDER BY a.attnum) AS columns,
  (SELECT array_agg(k.attname::text ORDER BY array_position(i.indkey::int2[], k.attnum))
   FROM pg_index i JOIN pg_attribute k ON k.attrelid = i.indrelid AND k.attnum = ANY (i.indkey)
   WHERE i.indrelid = c.oid AND i.indisprimary AND k.attname NOT IN ('org_id', 'project')) AS key
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY ($1::text[])
  AND a.attnum > 0 AND NOT a.attisdropped AND a.attname NOT IN ('org_id', 'project')
GROUP BY c.oid, c.relname`;

/** The tables of an export as this database has them. */
export async function transferShapes(db: Db): Promise<ReadonlyMap<TransferredTable, TableShape>> {
  const rows = await db.run<TableShape & { table: TransferredTable; key: string[] | null }>({
    ...{ text: SHAPES, values: [[...TRANSFERRED]] },
  });
  const found = new Map(rows.map(({ table, columns, key }) => [table, { columns, key: key ?? [] }]));
  return new Map(TRANSFERRED.map((table) => [table, found.get(table) ?? { columns: [], key: [] }]));
}

/** The last migration of this database. */
export async function schemaName(db: Db): Promise<string> {
  const [row] = await db.run<{ name: string }>({ text: 'SELECT max(name) AS name FROM schema_migrations', values: [] });
  return row?.name ?? '';
}

/** What a project holds, table by table, those without rows left out: the header of its export. */
export async function transferHeader(db: Db, { orgId, project }: Tenant): Promise<TransferHeader> {
  const tables: TransferHeader['tables'] = [];
  for (const [name, { columns }] of await transferShapes(db)) {
    const text = `SELECT count(*)::int AS rows FROM ${name} WHERE org_id = $1 AND project = $2`;
    const [counted] = await db.run<{ rows: number }>({ text, values: [orgId, project] });
    if (counted !== undefined && counted.rows > 0) tables.push({ name, columns, rows: counted.rows });
  }
  return { line: 'header', format: TRANSFER_FORMAT, schema: await schemaName(db), tables };
}

/**
 * The rows of a table as JSON, in the order of its primary key, some at a time. Within a transaction: its cursor lives
 * as long as that.
 */
export async function* transferRows(db: Db, tenant: Tenant, table: TransferredTable): AsyncGenerator<string[]> {
  const { columns, key } = (await transferShapes(db)).get(table) ?? { columns: [], key: [] };
  // A project has one row of its own table: there is nothing left of its key to order by.
  const order = ['org_id', 'project', ...key].join(', ');
  const cursor = `transfer_${table}`;
  await db.run({
    text: `DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT row_to_json(r)::text AS row FROM (
      SELECT ${columns.join(', ')} FROM ${table} WHERE org_id = $1 AND project = $2 ORDER BY ${order}) r`,
    values: [tenant.orgId, tenant.project],
  });
  for (;;) {
    const rows = await db.run<{ row: string }>({ text: `FETCH ${ROWS_A_STEP} FROM ${cursor}`, values: [] });
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < ROWS_A_STEP) break;
  }
  await db.run({ text: `CLOSE ${cursor}`, values: [] });
}
