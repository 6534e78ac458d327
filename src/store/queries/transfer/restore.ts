import type { Tenant } from '../../../core/scope.js';
import { codeOf, messageOf } from '../../errors.js';
import type { Db } from '../../tenant.js';
import { MADE_AGAIN, TRANSFERRED, type TransferredTable } from './transfer-tables.js';

/** A row to store, and the number of its line. */
export interface RowLine {
  number: number;
  /** The line itself: the database reads it, so that nothing of a row is changed on its way. */
  text: string;
}

/** A row that the database does not take, and why. */
export interface RefusedRow {
  number: number;
  message: string;
}

/** SQLSTATE classes of a value that has not the form of its column, and of a row that its table does not allow. */
const WRONG_ROW = /^(?:21|22|23|54)/;

const TAKE_PROJECT = `
WITH org AS (
  INSERT INTO orgs (org_id) VALUES ($1) ON CONFLICT DO NOTHING
)
INSERT INTO projects (org_id, project) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING true AS taken`;

/**
 * Takes a project that is not there yet, until the transaction ends: guarded writes to it wait, as each of them sees to
 * it that there is the project. False when it is there, or something of it.
 */
export async function takeProject(db: Db, { orgId, project }: Tenant): Promise<boolean> {
  const taken = await db.run({ text: TAKE_PROJECT, values: [orgId, project] });
  if (taken.length === 0) return false;
  const others = TRANSFERRED.filter((table) => table !== 'projects');
  const looks = others.map((table) => `EXISTS (SELECT FROM ${table} WHERE org_id = $1 AND project = $2)`);
  const [row] = await db.run<{ used: boolean }>({
    text: `SELECT ${looks.join(' OR ')} AS used`,
    values: [orgId, project],
  });
  return row?.used === false;
}

/** Lets go of a project that has nothing, so that it is no more there than before. */
export async function dropProject(db: Db, { orgId, project }: Tenant): Promise<void> {
  await db.run({ text: 'DELETE FROM projects WHERE org_id = $1 AND project = $2', values: [orgId, project] });
}

/**
 * Stores rows of one table, and what is made again from them. Within a transaction.
 * @param columns those that the rows have, all of them columns of the table
 * @returns the rows that could not be stored, of which nothing is: then none of these is stored
 */
export async function restoreRows(
  db: Db,
  tenant: Tenant,
  { table, columns }: { table: TransferredTable; columns: readonly string[] },
  rows: readonly RowLine[],
): Promise<RefusedRow[]> {
  const text = statementOf(table, columns);
  const store = async (some: readonly RowLine[]) => {
    const values = [tenant.orgId, tenant.project, some.map((row) => row.text)];
    await db.run({ text, values });
  };
  if ((await attempt(db, () => store(rows))) === null) return [];
  const refused: RefusedRow[] = [];
  for (const row of rows) {
    const message = await attempt(db, () => store([row]));
    if (message !== null) refused.push({ number: row.number, message });
  }
  return refused;
}

function statementOf(table: TransferredTable, columns: readonly string[]): string {
  const names = columns.join(', ');
  const taken = columns.map((column) => `${column} = excluded.${column}`).join(', ');
  const onConflict = table === 'projects' ? `ON CONFLICT (org_id, project) DO UPDATE SET ${taken}` : '';
  return `
WITH stored AS (
  INSERT INTO ${table} (org_id, project, ${names})
  SELECT $1, $2, ${columns.map((column) => `r.${column}`).join(', ')}
  FROM unnest($3::text[]) AS line (text), json_populate_record(NULL::${table}, (line.text::json)->'row') AS r
  ${onConflict} RETURNING *
)${MADE_AGAIN[table] ?? ''}
SELECT count(*) FROM stored`;
}

/** What the database says against it; null when it was done. Then, and only then, it stays done. */
async function attempt(db: Db, work: () => Promise<void>): Promise<string | null> {
  await db.run({ text: 'SAVEPOINT restore_rows', values: [] });
  try {
    await work();
    await db.run({ text: 'RELEASE SAVEPOINT restore_rows', values: [] });
    return null;
  } catch (error) {
    if (!WRONG_ROW.test(codeOf(error) ?? '')) throw error;
    await db.run({ text: 'ROLLBACK TO SAVEPOINT restore_rows', values: [] });
    return messageOf(error);
  }
}
