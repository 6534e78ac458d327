import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { typeTemplates } from '../../src/core/type-template.js';
import { describeErrors, readShaped } from '../../src/lore/ingest/shaped.js';
import { type Folder, ingestFolder } from '../../src/start/folder.js';
import { createTestApp, type TestApp } from '../helpers/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

const AIRSHIP = `- type: Airship
  kind_of: Location
  attributes:
    hull: { kind: choice, values: [oak, iron] }
`;
const VIGIL = `entities:
  - { type: Airship, name: Vigil, attributes: { hull: Oak } }
  - { type: Person, name: Osric, born: 1200 }
relations:
  - { type: LOCATED_IN, from: Osric, to: Vigil, on: 1230 }
`;

const ingest = (project: string, yaml: string) => {
  const shaped = readShaped(yaml, typeTemplates);
  if (Array.isArray(shaped)) throw new Error(describeErrors('types.yaml', shaped));
  const types = {
    templates: shaped.value,
    explain: (errors: Parameters<typeof shaped.placed>[0]) => describeErrors('types.yaml', shaped.placed(errors)),
  };
  const documents: Folder['documents'] = [{ uri: 'vigil.yaml', format: 'yaml', content: VIGIL }];
  const run = {
    ...{ tenant: { orgId: 'default', project }, author: { who: 'mara', keyId: null }, runId: app.deps.ids.next() },
  };
  return ingestFolder(app.deps, { documents, calendar: null, types, unread: [], leftOut: [] }, run, (error) => {
    throw error;
  });
};

describe('a folder that declares types', () => {
  test('is stored with entities of them, and again it changes nothing', async () => {
    const first = await ingest('airships', AIRSHIP);
    expect([first.documents[0]?.result, first.counts.relations]).toEqual(['stored', 3]);
    const { items } = (await app.get('/v1/lore/list-relations?project=airships&entity=Vigil&type=hull')).body;
    expect(items).toMatchObject([{ type: 'HULL', value: 'oak' }]);
    expect((await ingest('airships', AIRSHIP)).documents[0]?.result).toBe('unchanged');
    expect((await app.get('/v1/audit?project=airships&action=put_type_template')).body.items).toHaveLength(1);
  });

  test('is refused with the line of a type that can not be declared so, and nothing of its documents is stored', async () => {
    const taken = `${AIRSHIP}- type: Barge\n  attributes:\n    gender: { kind: text }\n`;
    await expect(ingest('barges', taken)).rejects.toThrow(/^types\.yaml:7:13: 1\.attributes\.gender GENDER is/m);
    expect((await app.get('/v1/lore/lookup?project=barges&query=Vigil')).body.items).toEqual([]);
  });
});
