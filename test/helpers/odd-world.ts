import { expect } from 'vitest';
import type { TestApp } from './app.js';

/**
 * A small project in which something is wrong of every kind: Karth has two rulers at once, Edda fought after her death,
 * and nobody knows where the siege took place, nor who the parents of Osric are.
 */
export async function oddWorld(app: TestApp, project: string): Promise<void> {
  await app.post('/v1/lore/add-lore-source', { project, uri: 'ballads.md', reliability: 'fanon' });
  const { status, body } = await app.post('/v1/ingest', {
    ...{ project, source: 'ballads.md' },
    entities: [
      { type: 'Person', name: 'Osric' },
      { type: 'Person', name: 'Ilse', born: '1290' },
      { type: 'Person', name: 'Edda', born: '1300', died: '1350' },
      { type: 'Kingdom', name: 'Karth' },
    ],
    events: [{ name: 'Siege of Karth', date: '1400' }],
    relations: [
      { type: 'RULES', from: 'Osric', to: 'Karth', valid_from: '1310', valid_until: '1340' },
      { type: 'RULES', from: 'Ilse', to: 'Karth', valid_from: '1320', valid_until: '1345' },
      { type: 'PARTICIPATED_IN', from: 'Edda', to: 'Siege of Karth', on: '1400' },
    ],
  });
  expect([status, body.errors]).toEqual([200, []]);
}

/** The ids of the open violations of a kind, as their list has them. */
export async function listed(
  app: TestApp,
  project: string,
  kind: 'contradictions' | 'anachronisms' | 'orphans',
): Promise<string[]> {
  const path = kind === 'contradictions' ? '/v1/contradictions' : `/v1/lore/get-${kind}`;
  const { items } = (await app.get(`${path}?project=${project}`)).body;
  return items.map(({ id }: { id: string }) => id);
}
