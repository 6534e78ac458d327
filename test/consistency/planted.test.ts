import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeCalendar } from '../../src/flows/calendar.js';
import { ingestDocuments } from '../../src/flows/documents/ingest-documents.js';
import { ingestFolder, readFolder } from '../../src/start/folder.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { anachronismLines, contradictionLines, orphanLines } from '../helpers/planted.js';
import { type OpenViolations, openViolations, runFull } from '../helpers/violations.js';
import { WORLD, worldCalendar, worldDocuments } from '../helpers/world.js';

let app: TestApp;
const tenantOf = (project: string) => ({ orgId: 'default', project });
const author = { who: 'mara', keyId: null };
const fail = (error: unknown) => {
  throw error;
};

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

/** Stores the world without anything being looked for. */
async function storeOnly(project: string): Promise<void> {
  const tenant = tenantOf(project);
  await changeCalendar(app.deps, tenant, worldCalendar, null, { name: 'mara', keyId: null });
  const documents = worldDocuments();
  await ingestDocuments(app.deps, { tenant, author, runId: app.deps.ids.next(), isCompared: true, documents });
}

async function storeLive(project: string): Promise<void> {
  const run = { tenant: tenantOf(project), author, runId: app.deps.ids.next() };
  await ingestFolder(app.deps, await readFolder(WORLD), run, fail);
}

function expectPlanted({ contradictions, anachronisms, orphans }: OpenViolations): void {
  expect(orphans).toEqual(orphanLines());
  expect(anachronisms).toHaveLength(anachronismLines().length);
  for (const line of anachronismLines()) {
    const [, claim = '', , act = ''] = line.split(/ ?\| ?/);
    expect(
      anachronisms.filter((one) => one.startsWith(claim) && one.includes(act)),
      line,
    ).toHaveLength(1);
  }
  expect(contradictions).toHaveLength(contradictionLines().length);
  for (const line of contradictionLines()) {
    const [, type = '', , rivals = ''] = line.split(/ ?\| ?/);
    const text = (one: string) => one.replace(/, (\d)/g, ' $1').replaceAll(' – ', '–');
    const isIt = (one: string) => one.includes(type) && rivals.split(' / ').every((rival) => text(one).includes(rival));
    expect(contradictions.filter(isIt), line).toHaveLength(1);
  }
}

describe('what is planted in the example world', () => {
  test('is found by the live sweep alone', async () => {
    await storeLive('live');
    expectPlanted(await openViolations(app, tenantOf('live')));
  });

  test('is found by a batch run alone, and a second one adds nothing', async () => {
    await storeOnly('batch');
    expect(await openViolations(app, tenantOf('batch'))).toEqual({ contradictions: [], anachronisms: [], orphans: [] });
    await runFull(app, 'batch');
    const found = await openViolations(app, tenantOf('batch'));
    expectPlanted(found);
    expect(found).toEqual(await openViolations(app, tenantOf('live')));
    const { body } = await app.get('/v1/lore/latest-run?project=batch');
    expect(body).toMatchObject({ stale: false, run: { scope: 'full', status: 'finished', errors: [] } });
    expect(body.run.orphans_found).toBe(orphanLines().length);
    await runFull(app, 'batch');
    expect(await openViolations(app, tenantOf('batch'))).toEqual(found);
    const second = (await app.get('/v1/lore/latest-run?project=batch')).body.run;
    expect(second).toMatchObject({ violations_found: 0, anachronisms_found: 0, orphans_found: 0, status: 'finished' });
    expect(second.id).not.toBe(body.run.id);
  });
});
