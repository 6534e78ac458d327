import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { facts, readAll } from '../helpers/stories.js';

const QUESTION = 'Does Aldric still rule Orrevane?';
const ASKED = 'Who rules Orrevane';

/** Questions of which the answers rest on the relation that a claim in question states. */
const ABOUT_THE_WORLD: [string, Record<string, string>][] = [
  ['was-true-at', { relation: 'RULES', subject: 'Aldric', object: 'Orrevane' }],
  ['true-during', { relation: 'RULES', subject: 'Aldric' }],
  ['rulers-of', { location: 'Orrevane' }],
  ['state-at', { entity: 'Aldric' }],
  ['entity-context', { entity: 'Aldric' }],
  ['get-context', { entity: 'Aldric' }],
  ['expand-context', { entity: 'Aldric' }],
  ['graph-traverse', { start: 'Aldric' }],
  ['list-relations', { entity: 'Aldric' }],
  ['person-profile', { person: 'Aldric' }],
  ['query-as-npc', { npc: 'Aldric', entity: 'Orrevane' }],
  ['timeline', { entity: 'Aldric' }],
  ['narrate-arc', { entity: 'Aldric' }],
];

describe.each([
  ['answer', { answer: 'no' }],
  ['dismiss', {}],
])('an open question, until a curator sends %s', (way, body) => {
  const project = 'realm';
  let app: TestApp;
  let id: string;
  const get = async (path: string, query: Record<string, string>) =>
    (await app.get(`/v1/${path}?${new URLSearchParams({ project, ...query })}`)).body;
  const caveats = async (tool: string, query: Record<string, string>) =>
    (await get(`lore/${tool}`, query)).caveats.filter(({ code }: { code: string }) => code === 'open_question');
  const inQuestion = async () =>
    (await get('recall', { q: ASKED })).items.filter(({ marks }: { marks: string[] }) => marks.includes('in_question'));

  beforeAll(async () => {
    app = await createTestApp();
    for (const [type, name] of [
      ['Person', 'Aldric'],
      ['Location', 'Orrevane'],
    ])
      await app.post('/v1/lore/add-entity', { project, type, name });
    const relation = { type: 'RULES', from: 'Aldric', to: 'Orrevane', reason: 'The annals say so' };
    await app.post('/v1/lore/add-relation', { project, ...relation, who: 'mara' });
    await app.post('/v1/ingest', { project, facts: facts('Aldric rules Orrevane', 'Sera rules Orrevane') });
    await readAll(app);
    const [finding, ...others] = (await get('findings', {})).items;
    expect([finding.kind, finding.question, others]).toEqual(['reversal', QUESTION, []]);
    id = finding.id;
  });
  afterAll(() => app?.close());

  test('recall marks every claim of it, and asks', async () => {
    const hits = await inQuestion();
    expect(hits).toHaveLength(3);
    for (const { findings } of hits) expect(findings).toMatchObject([{ id, kind: 'reversal', question: QUESTION }]);
  });

  test('why asks', async () => {
    expect(await get('why', { q: ASKED })).toMatchObject({ answer: {}, findings: [{ id, question: QUESTION }] });
  });

  test.each(ABOUT_THE_WORLD)('%s has the caveat', async (tool, query) => {
    expect(await caveats(tool, query)).toEqual([{ code: 'open_question', sentence: QUESTION, ids: [id] }]);
  });

  test('an answer about something else has none', async () => {
    await app.post('/v1/lore/add-entity', { project, type: 'Person', name: 'Ilse' });
    expect(await caveats('state-at', { entity: 'Ilse' })).toEqual([]);
  });

  test('then it is gone from all of them', async () => {
    const { status } = await app.post(`/v1/findings/${id}/${way}`, {
      project,
      reason: 'Looked up',
      who: 'dora',
      ...body,
    });
    expect(status).toBe(200);
    expect(await inQuestion()).toEqual([]);
    expect((await get('why', { q: ASKED })).findings).toEqual([]);
    for (const [tool, query] of ABOUT_THE_WORLD) expect([tool, await caveats(tool, query)]).toEqual([tool, []]);
  });
});
