import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('POST /v1/lore/add-relation', () => {
  let app: TestApp;
  let project = 0;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const add = (body: object) => app.post('/v1/lore/add-relation', { project: `p${project}`, who: 'mara', ...body });
  const reign = (from: string, valid_from: string, valid_until: string | null) => ({
    ...{ type: 'RULES', from, to: 'Valdorn', valid_from, valid_until },
  });

  test('201 stores the relation beside a claim that says it', async () => {
    project++;
    const stored = await add(reign('Aldric', '1320', '1360'));
    expect(stored.status).toBe(201);
    expect(stored.body.relations).toMatchObject([{ type: 'RULES', from: { name: 'Aldric' }, to: { name: 'Valdorn' } }]);
    expect(stored.body.relations[0].claim_id).toBe(stored.body.claim.id);
  });

  test('409 for a second ruler in the same years', async () => {
    project++;
    const first = await add(reign('Aldric', '1320', '1360'));
    const second = await add(reign('Sera', '1350', '1380'));
    expect(second.status).toBe(409);
    expect(second.body.conflicts).toMatchObject([
      {
        code: 'relation_exclusive',
        claim: { id: first.body.claim.id },
        relations: {
          incoming: { from: { name: 'Sera' }, valid_from: '1350', valid_until: '1380' },
          stored: [{ from: { name: 'Aldric' }, valid_from: '1320', valid_until: '1360', source: null }],
        },
      },
    ]);
  });
});
