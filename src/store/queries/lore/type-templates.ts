import { and, asc, eq } from 'drizzle-orm';
import type { Tenant } from '../../../core/scope.js';
import type { TypeTemplate } from '../../../core/type-template.js';
import { retried } from '../../errors.js';
import { typeTemplates } from '../../schema.js';
import type { Db } from '../../tenant.js';
import { toJson } from '../../text.js';
import type { Author } from './put-entities.js';

/** The types that a project declares, by name. */
export async function listTypeTemplates(db: Db, tenant: Tenant): Promise<TypeTemplate[]> {
  const rows = await db.orm
    .select({ template: typeTemplates.template })
    .from(typeTemplates)
    .where(and(eq(typeTemplates.orgId, tenant.orgId), eq(typeTemplates.project, tenant.project)))
    .orderBy(asc(typeTemplates.type));
  return rows.map(({ template }) => template);
}

const PUT = `
WITH org AS (
  INSERT INTO orgs (org_id) VALUES ($1) ON CONFLICT DO NOTHING
), changed AS (
  INSERT INTO type_templates AS t (org_id, project, type, template, updated_at, who)
  VALUES ($1, $2, $3, $4::json, clock_timestamp(), $5)
  ON CONFLICT (org_id, project, type) DO UPDATE
  SET template = excluded.template, updated_at = excluded.updated_at, who = excluded.who
  WHERE t.template::text <> excluded.template::text
  RETURNING xmax = 0 AS "isNew"
), tenant AS (
  INSERT INTO projects AS p (org_id, project, context_version) SELECT $1, $2, 1 FROM changed
  ON CONFLICT (org_id, project) DO UPDATE SET context_version = p.context_version + 1
), action AS (
  INSERT INTO actions (org_id, project, id, at, who, action, detail, key_id)
  SELECT $1, $2, $6::uuid, clock_timestamp(), $5, 'put_type_template', $4::json, $7::uuid FROM changed
)
SELECT "isNew" FROM changed`;

/** Declares a type, or declares it anew. */
export async function putTypeTemplate(
  db: Db,
  tenant: Tenant,
  { who, keyId, actionId }: Author & { actionId: string },
  template: TypeTemplate,
): Promise<'stored' | 'updated' | 'unchanged'> {
  const values = [tenant.orgId, tenant.project, template.type, toJson(template), who, actionId, keyId];
  const [row] = await retried(db, () => db.run<{ isNew: boolean }>({ text: PUT, values }));
  if (row === undefined) return 'unchanged';
  return row.isNew ? 'stored' : 'updated';
}
