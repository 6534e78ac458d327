import type pg from 'pg';
import { codeOf } from './errors.js';
import { APP_ROLE } from './session.js';

/** Another process, or another database of this cluster, makes the role at this moment. */
const MADE_MEANWHILE = new Set(['42710', '23505']);

interface Login {
  name: string;
  mayCreate: boolean;
  bypasses: boolean;
  roleExists: boolean;
  isMember: boolean;
}

const READ_LOGIN = `
SELECT r.rolname AS name, r.rolsuper OR r.rolcreaterole AS "mayCreate", r.rolsuper OR r.rolbypassrls AS bypasses,
  a.oid IS NOT NULL AS "roleExists", coalesce(r.rolsuper OR pg_has_role(r.oid, a.oid, 'MEMBER'), false) AS "isMember"
FROM pg_roles r LEFT JOIN pg_roles a ON a.rolname = '${APP_ROLE}' WHERE r.rolname = current_user`;

/**
 * Makes the role that requests run as, where the login user may, and lets it use every table. A user who may not
 * make roles and is held by row-level security needs none. Runs inside the transaction of the migrations.
 * Throws when the user is not held by row-level security and can't step down either.
 */
export async function grantAppRole(client: pg.ClientBase): Promise<void> {
  const before = await readLogin(client);
  if (!before.roleExists && before.mayCreate) await createRole(client);
  if (!before.isMember && before.mayCreate) await attempt(client, `GRANT ${APP_ROLE} TO CURRENT_USER`);
  const login = await readLogin(client);
  if (login.bypasses && !login.isMember) throw new Error(mustStepDown(login.name));
  if (!login.roleExists) return;
  const { rows } = await client.query<{ name: string }>('SELECT quote_ident(current_schema()) AS name');
  const schema = rows[0]?.name ?? 'public';
  await attempt(client, `GRANT USAGE ON SCHEMA ${schema} TO ${APP_ROLE}`);
  await client.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${APP_ROLE}`);
}

function mustStepDown(user: string): string {
  return (
    `The database user ${user} is not held by row-level security and may not become the role ${APP_ROLE}. ` +
    `As a superuser: CREATE ROLE ${APP_ROLE} NOLOGIN; GRANT ${APP_ROLE} TO ${user}; ` +
    'or use a user without BYPASSRLS.'
  );
}

async function readLogin(client: pg.ClientBase): Promise<Login> {
  const { rows } = await client.query<Login>(READ_LOGIN);
  const [login] = rows;
  if (login === undefined) throw new Error('The database does not know the user that is logged in.');
  return login;
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
