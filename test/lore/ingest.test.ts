import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { worldCalendar } from '../helpers/world.js';

let app: TestApp;
let project = '';
let made = 0;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  made += 1;
  project = `p${made}`;
  await app.put('/v1/calendar', { project, ...worldCalendar });
});

const ingest = async (body: object) => {
  const reply = await app.post('/v1/ingest', { project, ...body });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
};
const send = (path: string, content: string) => ingest({ documents: [{ path, content }] });

interface Row {
  id: string;
  type: string;
  from: string;
  to: string | null;
  value: string | null;
  status: string;
  extraction: number;
  prophetic: boolean;
  passage: string | null;
  document: string;
  certain: string;
  valid_from: string | null;
  valid_until: string | null;
}

/** The relations that are stored now, withdrawn ones too. */
const relations = (where = 'true') =>
  app.database.asAdmin<Row & Record<string, unknown>>(
    `SELECT r.id, r.type, f.name AS from, t.name AS to, r.value, r.status, r.extraction, r.prophetic,
      substr(c.text, r.span_start + 1, r.span_end - r.span_start) AS passage, d.path AS document,
      r.valid_certain::text AS certain, r.valid_from, r.valid_until
     FROM relations r JOIN entities f ON f.id = r.from_id LEFT JOIN entities t ON t.id = r.to_id
     LEFT JOIN documents d ON d.id = r.document_id LEFT JOIN chunks c ON c.id = r.chunk_id
     WHERE r.project = $1 AND r.system_until IS NULL AND ${where} ORDER BY r.type, f.name, t.name, r.value`,
    [project],
  );
const entities = () =>
  app.database.asAdmin<{ name: string; type: string; lore_verified: boolean }>(
    `SELECT name, type, lore_verified FROM entities WHERE project = $1 AND type <> 'LoreSource' ORDER BY name`,
    [project],
  );

const TREE = `source_type: family_tree
people:
  - name: Ilse Vorn
    born: 12 AB
    parents: [Odo Vorn]
    rules: { name: Brack, valid_from: 30 AB, valid_until: 51 AB }
  - name: Odo Vorn
    gender: no
`;

describe('documents of lore', () => {
  test('a family tree is stored with its dates, passages and types', async () => {
    const body = await send('vorn.yaml', TREE);
    expect(body.lore).toMatchObject({ documents: 1, failed: 0, entities: 3, relations: 4, withdrawn: 0 });
    expect(await entities()).toEqual([
      { name: 'Brack', type: 'Kingdom', lore_verified: false },
      { name: 'Ilse Vorn', type: 'Person', lore_verified: true },
      { name: 'Odo Vorn', type: 'Person', lore_verified: true },
    ]);
    const stored = await relations();
    expect(stored).toMatchObject([
      { type: 'BORN_ON', from: 'Ilse Vorn', to: null, value: '12 AB', extraction: 1, passage: '12 AB' },
      { type: 'GENDER', from: 'Odo Vorn', value: 'no' },
      { type: 'PARENT_OF', from: 'Odo Vorn', to: 'Ilse Vorn', document: 'vorn.yaml' },
      { type: 'RULES', from: 'Ilse Vorn', to: 'Brack', valid_from: '30 AB', valid_until: '51 AB' },
    ]);
    expect(stored[3]?.certain).toMatch(/^\[\d+,\d+\)$/);
    expect(stored[3]?.passage).toContain('name: Brack');
  });

  test('the same text again changes nothing, and another replaces only what that document said', async () => {
    await send('vorn.yaml', TREE);
    await send('other.yaml', TREE.replace('12 AB', '14 AB'));
    const before = await relations();
    expect((await send('vorn.yaml', TREE)).documents).toMatchObject([{ result: 'unchanged' }]);
    expect(await relations()).toEqual(before);
    const changed = await send('vorn.yaml', TREE.replace('51 AB', '52 AB').replace('    gender: no\n', ''));
    expect(changed.documents).toMatchObject([{ result: 'updated' }]);
    expect(changed.lore).toMatchObject({ relations: 1, withdrawn: 2 });
    const after = await relations(`r.status = 'active'`);
    expect(after.map(({ type, document, valid_until }) => `${type} ${document} ${valid_until}`).sort()).toEqual([
      'BORN_ON other.yaml 14 AB',
      'BORN_ON vorn.yaml 12 AB',
      'GENDER other.yaml null',
      'PARENT_OF other.yaml null',
      'PARENT_OF vorn.yaml null',
      'RULES other.yaml 51 AB',
      'RULES vorn.yaml 52 AB',
    ]);
    const kept = (rows: Row[]) =>
      rows
        .filter(({ type }) => type === 'PARENT_OF')
        .map(({ id }) => id)
        .sort();
    expect(kept(after)).toEqual(kept(before));
    const back = await send('vorn.yaml', TREE);
    expect(back.lore).toMatchObject({ relations: 2, withdrawn: 1 });
  });

  test('with one document broken the others are stored, and the error names file, line and field', async () => {
    const broken = TREE.replace('    parents:', '    parnets:');
    const body = await ingest({
      documents: [
        { path: 'a.yaml', content: TREE },
        { path: 'b.yaml', content: broken },
        { path: 'c.md', content: '---\ntype: Person\nname: Odo Vorn\nborn: someday\n---\nOdo Vorn died in 40 AB.' },
        { path: 'd.md', content: '# Brack\n\nOdo Vorn died in 44 AB.' },
      ],
    });
    expect(body.documents.map(({ result }: { result: string }) => result)).toEqual([
      'stored',
      'failed',
      'failed',
      'stored',
    ]);
    expect(body.errors).toMatchObject([
      { index: 1, document: { path: 'b.yaml', field: 'people.0.parnets', line: 5, column: 5 } },
      { index: 2, document: { path: 'c.md', field: 'born', line: 4 } },
    ]);
    expect(body.errors[0].message).toContain('did you mean parents?');
    expect(body.lore).toMatchObject({ documents: 2, failed: 2 });
    expect((await relations()).map(({ document }) => document)).not.toContain('b.yaml');
  });

  test('prose is read with less confidence, and cited by its sentence', async () => {
    await send(
      'tale.md',
      '---\nreliability: prophetic\n---\n# Tale\n\nAll was well. Ilse Vorn ruled Brack from 3 AB to 9 AB.',
    );
    expect(await relations()).toMatchObject([
      { type: 'RULES', prophetic: true, passage: 'Ilse Vorn ruled Brack from 3 AB to 9 AB.', valid_until: '9 AB' },
    ]);
    expect((await relations())[0]?.extraction).toBeCloseTo(0.6);
    const sources = await app.database.asAdmin(`SELECT uri, kind FROM lore_sources WHERE project = '${project}'`);
    expect(sources).toEqual([{ uri: 'tale.md', kind: 'prophetic' }]);
  });

  test('what is only mentioned is told of later, whatever it was taken for', async () => {
    await send('vorn.yaml', TREE);
    await send(
      'places.yaml',
      'source_type: gazetteer\nplaces:\n  - { type: Region, name: Brack, aliases: [The Brack] }\n',
    );
    expect((await entities())[0]).toEqual({ name: 'Brack', type: 'Region', lore_verified: true });
    const body = await send(
      'more.json',
      '{"relations": [{"type": "PART_OF", "from": "the brack", "to": "Ilse Vorn"}]}',
    );
    expect(body.errors).toEqual([]);
    expect(await entities()).toHaveLength(3);
  });

  test('a realm that somebody rules does not become a person who is called so', async () => {
    await send(
      'h1.yaml',
      'source_type: family_tree\npeople:\n  - name: Kol\n    rules: Hest\n  - name: Per\n    parents: [Una]\n',
    );
    await send(
      'h2.yaml',
      'source_type: family_tree\npeople:\n  - name: Hest\n    born: 3 AB\n  - name: Una\n    born: 2 AB\n',
    );
    expect((await entities()).map(({ name, type }) => `${type} ${name}`).sort()).toEqual([
      'Kingdom Hest',
      'Person Hest',
      'Person Kol',
      'Person Per',
      'Person Una',
    ]);
    const [rules] = await relations(`r.type = 'RULES' AND t.type = 'Kingdom'`);
    expect(rules).toMatchObject({ from: 'Kol', to: 'Hest' });
    expect(await relations(`r.type = 'BORN_ON' AND f.type = 'Person' AND f.name = 'Hest'`)).toHaveLength(1);
    await send(
      'h1.yaml',
      'source_type: family_tree\npeople:\n  - name: Kol\n    rules: { name: Hest, valid_from: 30 AB }\n',
    );
    expect(await relations(`r.type = 'RULES' AND r.status = 'active' AND t.type = 'Kingdom'`)).toHaveLength(1);
  });

  test('documents that come together may mention what a later one tells of', async () => {
    await ingest({
      documents: [
        { path: 'vorn.yaml', content: TREE },
        { path: 'places.yaml', content: 'source_type: gazetteer\nplaces:\n  - { type: Region, name: Brack }\n' },
      ],
    });
    expect((await entities())[0]).toEqual({ name: 'Brack', type: 'Region', lore_verified: true });
  });

  test('a name that may mean two things is an error, never a guess', async () => {
    await send('two.json', '{"entities": [{"type": "Person", "name": "Ash"}, {"type": "Item", "name": "Ash"}]}');
    const body = await send('x.json', '{"relations": [{"type": "ALLIED_WITH", "from": "Ash", "to": "Ash"}]}');
    expect(body.errors[0]).toMatchObject({ document: { field: 'relations.0.from', line: 1 } });
    expect(body.errors[0].message).toMatch(/may mean any of/);
    const typed = await send('y.yaml', 'source_type: factions\nfactions:\n  - { name: Order, members: Ash }\n');
    expect(typed.errors).toEqual([]);
  });

  test('an inverse type turns the ends round, and one that is none is an error', async () => {
    const tree = (type: string) =>
      `{"entities": [{"type": "Person", "name": "A"}, {"type": "Person", "name": "B"}],
  "relations": [
    {"type": "${type}", "from": "A", "to": "B"}
  ]}`;
    await send('a.json', tree('CHILD_OF'));
    expect(await relations()).toMatchObject([{ type: 'PARENT_OF', from: 'B', to: 'A' }]);
    expect((await send('b.json', tree('GRUMBLES_AT'))).errors).toMatchObject([
      { document: { field: 'relations.0', line: 3 } },
    ]);
  });

  test('several documents may have one source, whose reliability they state', async () => {
    const doc = (reliability: string) => `source: The Book of Brack\nreliability: ${reliability}\nsource_type: lore\n`;
    await send('1.yaml', doc('rumor'));
    await send('2.yaml', doc('factional'));
    const sources = await app.database.asAdmin(`SELECT uri, kind FROM lore_sources WHERE project = '${project}'`);
    expect(sources).toEqual([{ uri: 'The Book of Brack', kind: 'factional' }]);
  });

  test('a document twice in one request, or of no known format, is an error', async () => {
    const body = await ingest({
      documents: [
        { path: 'a.yaml', content: TREE },
        { path: 'a.yaml', content: TREE },
        { path: 'a.txt', content: 'x' },
      ],
    });
    expect(body.errors.map(({ index, path }: { index: number; path: string }) => [index, path])).toEqual([
      [1, 'documents.1.content'],
      [2, 'documents.2.format'],
    ]);
    expect(body.lore).toMatchObject({ documents: 1, failed: 2 });
  });
});

describe('entities, relations and events that come by themselves', () => {
  const ITEMS = {
    source: 'session 4',
    entities: [{ type: 'Person', name: 'Ilse Vorn', born: '12 AB' }],
    relations: [{ type: 'RULES', from: 'Ilse Vorn', to: 'Brack', valid_from: '30 AB', valid_until: '51 AB' }],
    events: [{ name: 'The Fire', date: '33 AB', place: 'Brack', participants: ['Ilse Vorn'] }],
  };

  test('are stored, again unchanged, and give way to what the same source says instead', async () => {
    expect((await ingest(ITEMS)).lore).toMatchObject({ relations: 5, withdrawn: 0 });
    expect((await ingest(ITEMS)).lore).toMatchObject({ relations: 0, withdrawn: 0 });
    const [rule] = ITEMS.relations;
    const later = { source: 'session 4', relations: [{ ...rule, valid_until: '52 AB' }] };
    expect((await ingest(later)).lore).toMatchObject({ relations: 1, withdrawn: 1 });
    const other = { source: 'session 5', relations: [{ ...rule, valid_until: '40 AB' }] };
    expect((await ingest(other)).lore).toMatchObject({ relations: 1, withdrawn: 0 });
    const active = await relations(`r.status = 'active' AND r.type = 'RULES'`);
    expect(active.map(({ valid_until }) => valid_until).sort()).toEqual(['40 AB', '52 AB']);
    expect(await relations(`r.status = 'active'`)).toHaveLength(6);
  });

  test('clash with what was stored before, whichever of act and death is told first', async () => {
    const act = { relations: [{ type: 'WITNESSED', from: 'Ilse Vorn', to: 'The Fire', on: '90 AB' }] };
    const death = { entities: [{ type: 'Person', name: 'Ilse Vorn', died: '70 AB' }] };
    const kindsOf = ({ violations }: Awaited<ReturnType<typeof ingest>>) =>
      violations.map(({ kind, sides }: { kind: string; sides: object[] }) => [kind, sides.length]);
    expect([kindsOf(await ingest(act)), kindsOf(await ingest(death))]).toEqual([[], [['anachronism', 2]]]);
    project = `${project}-turned`;
    await app.put('/v1/calendar', { project, ...worldCalendar });
    expect([kindsOf(await ingest(death)), kindsOf(await ingest(act))]).toEqual([[], [['anachronism', 2]]]);
  });

  test('fail one by one', async () => {
    const body = await ingest({
      entities: [{ type: 'Person', name: 'A', shoes: 2 }, { type: 'Person', name: 'B' }, { name: 'C' }],
      relations: [
        { type: 'RULES', from: 'B', to: 'Brack', valid_from: 'soon' },
        { type: 'RULES', from: 'B', to: 'Brack' },
        { type: 'ADJACENT_TO', from: 'Nowhere', to: 'Brack' },
        { from: 'B' },
      ],
      events: [{ name: 'E', date: 7 }],
    });
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual([
      'entities.0.shoes',
      'entities.2.type',
      'relations.3.type',
      'relations.3.to',
      'events.0.date',
      'relations.0.valid_from',
      'relations.2.from',
    ]);
    expect((await relations()).map(({ type, from }) => [type, from])).toEqual([['RULES', 'B']]);
  });
});
