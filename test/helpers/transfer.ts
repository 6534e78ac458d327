import type { Tenant } from '../../src/core/scope.js';
import { ingestFolder, readFolder } from '../../src/start/folder.js';
import type { TestApp } from './app.js';
import { ROOT } from './sources.js';

/** Stores the world of the example folder, and some claims, one of which was replaced, cancelled or disputed. */
export async function ingestExample({ deps, post }: TestApp, tenant: Tenant): Promise<void> {
  const world = await readFolder(`${ROOT}/examples/lantern-coast`);
  const run = { tenant, author: { who: 'mara', keyId: null }, runId: deps.ids.next() };
  await ingestFolder(deps, world, run, (error) => {
    throw error;
  });
  const by = { org_id: tenant.orgId, project: tenant.project, who: 'alice', reason: 'Agreed' };
  const first = await post('/v1/remember', {
    ...by,
    statement: 'Backups must be encrypted',
    tags: ['ops', 'naïve "q"'],
  });
  const second = await post('/v1/remember', {
    ...{ ...by, statement: 'The key of the backups is kept offline', depends_on: [first.body.claim.id] },
    ...{ valid_from: '341 AB', scope: { env: 'prod' } },
  });
  await post('/v1/remember', { ...by, statement: 'Backups must not be encrypted', force_exception: true });
  const rule = await post('/v1/remember', { ...by, statement: 'Deploys must use a blue canary' });
  await post('/v1/supersede', { ...by, statement: 'Deploys must use a red canary', claim_id: rule.body.claim.id });
  await post('/v1/cancel', { ...by, claim_id: second.body.claim.id });
}
