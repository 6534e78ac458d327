import type pg from 'pg';
import { codeOf } from './errors.js';
import { APP_ROLE } from './pool.js';

/** The role exists already, or another process or database of this cluster makes it at this moment. */
const MADE_MEANWHILE = new Set(['42710', '23505']);

/**
 * Makes the role that requests run as, where the login user may, and lets it use every table. A user who may not
 * make roles and is held by row-level security needs none. Runs inside the transaction of the migrations.
 */
export async function grantAppRole(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ mayCreate: boolean; exists: boolean; isMember: boolean }>(
    `SELECT r.rolsuper OR r.rolcreaterole AS "mayCreate", a.oid IS NOT NULL AS exists,
       coalesce(r.rolsuper OR pg_has_role(r.oid, a.oid, 'MEMBER'), false) AS "isMember"
     FROM pg_roles r LEFT JOIN pg_roles a ON a.rolname = '${APP_ROLE}' WHERE r.rolname = current_user`,
  );
  const login = rows[0];
  if (login === undefined || !(login.exists || login.mayCreate)) return;
  if (!login.exists) await createRole(client);
  if (!login.isMember && login.mayCreate) await attempt(client, `GRANT ${APP_ROLE} TO CURRENT_USER`);
  const { rows: schemas } = await client.query<{ name: string }>('SELECT quote_ident(current_schema()) AS name');
  const schema = schemas[0]?.name ?? 'public';
  await attempt(client, `GRANT USAGE ON SCHEMA ${schema} TO ${APP_ROLE}`);
  await client.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${APP_ROLE}`);
}

async function createRole(client: pg.ClientBase): Promise<void> {
  await client.query('SAVEPOINT app_role');
  await client.query(`CREATE ROLE ${APP_ROLE} NOLOGIN`).catch(async (error) => {
    if (!MADE_MEANWHILE.has(codeOf(error) ?? '')) throw error;
    await client.query('ROLLBACK TO SAVEPOINT app_role');
  });
}

/** Tries a grant that the user may lack the right to give, without failing the transaction. */
async function attempt(client: pg.ClientBase, statement: string): Promise<void> {
  await client.query('SAVEPOINT attempt');
  await client.query(statement).catch(() => client.query('ROLLBACK TO SAVEPOINT attempt'));
}
