import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ingestItems } from '../../src/flows/documents/ingest-items.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { openViolations, runFull } from '../helpers/violations.js';

const calendar = {
  ...{ id: 'vael', name: 'The Count of Vael', current: '20 IA', units: {} },
  eras: [
    { slug: 'dawn_age', name: 'Dawn Age', abbreviations: ['DA'], start: 1, end: 401 },
    { slug: 'glass_age', name: 'Glass Age', abbreviations: ['GA'], start: 401, end: 501 },
    { slug: 'iron_age', name: 'Iron Age', abbreviations: ['IA'], start: 501 },
  ],
};

const REFUSED = [409, 'outside_lifespan'];
const YSOLDE = { type: 'Person', name: 'Ysolde' };
const VAEL = { type: 'Kingdom', name: 'Vael' };

/** What is found of one story, told to the guard as a relation and in words, and to the engine in documents. */
describe('one story', () => {
  let app: TestApp;
  let project = '';
  let made = 0;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(() => next());

  const next = () => {
    made += 1;
    project = `p${made}`;
  };
  const post = (path: string, body: object) => app.post(path, { project, ...body });
  const add = (relation: object) => post('/v1/lore/add-relation', { who: 'mara', ...relation });
  const remember = (statement: string) => post('/v1/remember', { statement, who: 'mara', kind: 'fact' });
  const learn = (statement: string) => post('/v1/learn', { statement, who: 'mara', source: 'a traveller' });
  const setCalendar = async () => {
    const { status, body } = await app.put('/v1/calendar', { project, ...calendar });
    expect(status, JSON.stringify(body)).toBe(200);
  };
  const stored = async (...requests: readonly (() => Promise<{ status: number; body: unknown }>)[]) => {
    for (const request of requests) {
      const { status, body } = await request();
      expect([200, 201], JSON.stringify(body)).toContain(status);
    }
  };
  const told = ({ status, body }: Awaited<ReturnType<typeof add>>) => {
    const code = ({ code: one }: { code: string }) => one;
    return [status, ...(body.conflicts ?? []).map(code), ...(body.warnings ?? []).map(code)];
  };

  /** What the engine opens of items: at once, and in a run over what nothing compared before. */
  const engine = async (entities: readonly object[], relations: readonly object[]) => {
    await setCalendar();
    const items = { entities: [...entities], relations: [...relations], events: [] };
    const live = await post('/v1/ingest', items);
    expect([live.status, live.body.errors]).toEqual([200, []]);
    next();
    await setCalendar();
    const tenant = { orgId: 'default', project };
    const author = { who: 'mara', keyId: null };
    const run = { tenant, author, runId: app.deps.ids.next(), items, source: null, isCompared: true };
    expect((await ingestItems(app.deps, run)).errors).toEqual([]);
    await runFull(app, project);
    const { contradictions, anachronisms } = await openViolations(app, tenant);
    const found = [...live.body.violations].map(({ kind }: { kind: string }) => kind);
    return { live: found.length, batch: contradictions.length + anachronisms.length };
  };

  describe('of a date that is known by its era', () => {
    const reign = (valid_from: string, valid_until?: string) => {
      return { type: 'RULES', from: 'Ysolde', to: 'Vael', valid_from, ...(valid_until && { valid_until }) };
    };
    const IN_GLASS_AGE = [
      'Ysolde ruled Vael in the Glass Age.',
      'In the Glass Age, Vael was ruled by Ysolde.',
      'Ysolde was the ruler of Vael during the Glass Age.',
      'The ruler of Vael in the Glass Age was Ysolde.',
    ];
    const cases: [string, { born?: string; died?: string }, object[], string[], boolean][] = [
      [
        'born in its third year',
        { born: '3 GA' },
        [reign('Glass Age'), reign('Glass Age', 'Glass Age')],
        IN_GLASS_AGE,
        false,
      ],
      ['a life within it', { born: '3 GA', died: '60 GA' }, [reign('Glass Age', 'Glass Age')], IN_GLASS_AGE, false],
      [
        'from one era to the next',
        { born: '3 GA', died: '9 IA' },
        [reign('Glass Age', 'Iron Age')],
        ['Ysolde ruled Vael from the Glass Age to the Iron Age.'],
        false,
      ],
      [
        'a birth that is known by the era',
        { born: 'Glass Age' },
        [reign('3 GA', '9 GA')],
        ['Ysolde ruled Vael from 3 GA to 9 GA.'],
        false,
      ],
      [
        'a death that is known by the era',
        { died: 'Glass Age' },
        [reign('80 GA', '90 GA')],
        ['Ysolde ruled Vael from 80 GA to 90 GA.'],
        false,
      ],
      ['born after it', { born: '3 IA' }, [reign('Glass Age'), reign('Glass Age', 'Glass Age')], IN_GLASS_AGE, true],
      ['dead before it', { died: '300 DA' }, [reign('Glass Age')], IN_GLASS_AGE, true],
      [
        'dead before the era in which it ends',
        { born: '3 GA', died: '60 GA' },
        [reign('Glass Age', 'Iron Age')],
        ['Ysolde ruled Vael from the Glass Age to the Iron Age.'],
        true,
      ],
      [
        'before an era of birth',
        { born: 'Glass Age' },
        [reign('390 DA', '395 DA')],
        ['Ysolde ruled Vael from 390 DA to 395 DA.'],
        true,
      ],
    ];

    const liveAs = async ({ born, died }: { born?: string; died?: string }) => {
      next();
      await setCalendar();
      await stored(
        () => post('/v1/lore/add-entity', YSOLDE),
        () => post('/v1/lore/add-entity', VAEL),
        ...(born === undefined ? [] : [() => add({ type: 'BORN_ON', from: 'Ysolde', to: born })]),
        ...(died === undefined ? [] : [() => add({ type: 'DIED_ON', from: 'Ysolde', to: died })]),
      );
    };

    test.each(cases)('as a relation: %s', async (_name, life, relations, _sentences, isFound) => {
      for (const relation of relations) {
        await liveAs(life);
        expect(told(await add(relation)), JSON.stringify(relation)).toEqual(isFound ? REFUSED : [201]);
        next();
        const found = await engine([{ ...YSOLDE, ...life }, VAEL], [relation]);
        expect(found, JSON.stringify(relation)).toEqual(isFound ? { live: 1, batch: 1 } : { live: 0, batch: 0 });
      }
    });

    test.each(cases)('in words: %s', async (_name, life, _relations, sentences, isFound) => {
      for (const sentence of sentences) {
        await liveAs(life);
        expect(told(await learn(sentence)), sentence).toEqual(isFound ? REFUSED : [201]);
        await liveAs(life);
        expect(told(await remember(sentence)), sentence).toEqual(isFound ? REFUSED : [201]);
        // What was stored in words is stored as it would be as a relation: the engine finds no more in it.
        await runFull(app, project);
        expect((await openViolations(app, { orgId: 'default', project })).anachronisms, sentence).toEqual([]);
      }
    });

    test('a rough year that may lie outside is a doubt still', async () => {
      await setCalendar();
      await stored(() => add({ type: 'BORN_ON', from: 'Ysolde', to: '3 GA' }));
      expect(told(await remember('Ysolde ruled Vael in circa 6 GA.'))).toEqual([201, 'outside_lifespan']);
      const { body } = await app.get(`/v1/lore/timeline?project=${project}&entity=Ysolde`);
      expect(JSON.stringify(body)).toContain('circa 6 GA');
    });
  });

  describe('of a ruler told after her death', () => {
    const RELATION = { type: 'RULES', from: 'Ysolde', to: 'Vael', valid_from: '1412', valid_until: '1412' };
    const SENTENCES = [
      'Queen Ysolde ruled Vael in year 1412.',
      'In 1412, Vael was ruled by Ysolde.',
      'Ysolde had ruled Vael since 1409.',
      'The ruler of Vael in 1412 was Ysolde.',
      'It was Ysolde who ruled Vael in 1412.',
      'Ysolde reigned as queen of Vael from 1410 to 1415.',
      'Ysolde ascended the throne of Vael in 1412.',
    ];
    const SETUPS: [string, () => Promise<void>][] = [
      ['a relation', () => stored(() => add({ type: 'DIED_ON', from: 'Ysolde', to: '1405' }))],
      ['words', () => stored(() => remember('Ysolde died in 1405.'))],
      ['words with a title', () => stored(() => remember('Queen Ysolde died in 1405.'))],
      ['a document', () => stored(() => post('/v1/ingest', { entities: [{ ...YSOLDE, died: '1405' }] }))],
    ];

    test.each(SETUPS)('blocks as a relation and in words, where the death was told by %s', async (_name, setUp) => {
      await setUp();
      const expected = [409, 'outside_lifespan'];
      expect(told(await add(RELATION))).toEqual(expected);
      expect(told(await add({ ...RELATION, from: 'Queen Ysolde' }))).toEqual(expected);
      for (const sentence of SENTENCES) {
        expect(told(await remember(sentence)).slice(0, 2), sentence).toEqual(expected);
        expect(told(await learn(sentence)).slice(0, 2), sentence).toEqual(expected);
      }
    });

    test.each([
      'Ysolde may have ruled Vael in 1412.',
      'Legend has it that Ysolde ruled Vael in 1412.',
      'Ysolde did not rule Vael in 1412.',
      'Ysolde never ruled Vael in 1412.',
      'If Ysolde had ruled Vael in 1412, the war would have been short.',
      "Ysolde's heirs ruled Vael in 1412.",
      '"Ysolde ruled Vael in 1412," the bard sang.',
      'According to the bard, Ysolde ruled Vael in 1412.',
      'The bard says that Ysolde ruled Vael in 1412.',
      'Ysolde was said to have ruled Vael in 1412.',
      'Ysolde and Bron ruled Vael in 1412.',
      'The ghost of Ysolde ruled Vael in 1412.',
      'Ysolde II ruled Vael in 1412.',
      'Ysolde the Younger ruled Vael in 1412.',
      'It was not Ysolde who ruled Vael in 1412.',
      'Had Ysolde ruled Vael in 1412, the war would have been short.',
      'Did Ysolde rule Vael in 1412?',
      'Ysolde ruled Vael until 1405.',
    ])('is not what is told by: %s', async (sentence) => {
      await stored(() => add({ type: 'DIED_ON', from: 'Ysolde', to: '1405' }));
      expect((await remember(sentence)).status).toBe(201);
    });
  });

  describe('of somebody who has an epithet', () => {
    const known = async () => {
      await stored(
        () => post('/v1/lore/add-entity', { ...YSOLDE, who: 'mara' }),
        () => add({ type: 'DIED_ON', from: 'Ysolde', to: '1405' }),
      );
    };

    test.each([
      'Ysolde the Younger ruled Vael in 1412.',
      'Ysolde the Second ruled Vael in 1412.',
      'Ysolde the Bold was born in 1410.',
      'Queen Ysolde the Elder died in 1430.',
    ])('is not what is told of who is known by the name without it: %s', async (sentence) => {
      await known();
      const { status, body } = await remember(sentence);
      expect([status, body.relations.map(({ from }: { from: { name: string } }) => from.name)]).toEqual([
        201,
        [sentence.split(/ (?:ruled|was|died) /)[0]],
      ]);
    });

    test('is not what is told of them as a relation', async () => {
      await known();
      const done = await add({ type: 'RULES', from: 'Ysolde the Younger', to: 'Vael', valid_from: '1412' });
      expect([done.status, done.body.relations[0].from.name]).toEqual([201, 'Ysolde the Younger']);
    });

    test('is what is told of them with a title', async () => {
      await known();
      expect(told(await remember('Queen Ysolde ruled Vael in 1412.')).slice(0, 2)).toEqual(REFUSED);
      await stored(() => add({ type: 'DIED_ON', from: 'Ysolde the Younger', to: '1450' }));
      expect(told(await remember('Queen Ysolde the Younger ruled Vael in 1460.')).slice(0, 2)).toEqual(REFUSED);
    });
  });

  describe('of a second membership at one time', () => {
    const first = { type: 'MEMBER_OF', from: 'Maren', to: 'Iron Choir', valid_from: '1340', valid_until: '1360' };
    const SETUPS: [string, () => Promise<void>][] = [
      ['a relation', () => stored(() => add(first))],
      ['words', () => stored(() => remember('Maren was a member of the Iron Choir from 1340 to 1360.'))],
    ];

    test.each(SETUPS)('warns as a relation and in words, where the first was told by %s', async (_name, setUp) => {
      const second = { type: 'MEMBER_OF', from: 'Maren', to: 'Tidewatch', valid_from: '1350', valid_until: '1355' };
      const sentences = [
        'Maren was a member of the Tidewatch from 1350 to 1355.',
        'From 1350 to 1355, Maren was a member of the Tidewatch.',
        'Maren has been a member of the Tidewatch since 1350.',
        'Maren joined the Tidewatch in 1350.',
      ];
      await setUp();
      expect(told(await add(second))).toEqual([201, 'relation_exclusive']);
      for (const sentence of sentences) {
        next();
        await setUp();
        expect(told(await remember(sentence)), sentence).toEqual([201, 'relation_exclusive']);
      }
    });

    test('who belongs to a faction is a member of it', async () => {
      await stored(
        () => add(first),
        () => post('/v1/lore/add-entity', { type: 'Faction', name: 'Tidewatch' }),
      );
      const { status, body } = await remember('Between 1350 and 1355 Maren belonged to the Tidewatch.');
      expect([status, body.relations[0].type, body.warnings[0].code]).toEqual([201, 'MEMBER_OF', 'relation_exclusive']);
      const possession = await remember('Sunblade belonged to Maren from 1350 to 1355.');
      expect(possession.body.relations).toMatchObject([{ type: 'BELONGS_TO' }]);
    });

    test('without dates, words warn that it may be so', async () => {
      await stored(() => remember('Maren is a member of the Iron Choir.'));
      expect(told(await remember('Maren is a member of the Tidewatch.'))).toEqual([201, 'relation_exclusive']);
      expect(told(await add({ type: 'MEMBER_OF', from: 'Maren', to: 'Salt Guild' }))).toContain('relation_exclusive');
    });
  });

  describe('of a relation that is told again', () => {
    const RELATION = { type: 'RULES', from: 'Aldric', to: 'Valdorn', valid_from: '1320', valid_until: '1360' };
    const INVERSE = { ...RELATION, type: 'RULED_BY', from: 'Valdorn', to: 'Aldric' };
    const SENTENCES = [
      'Aldric ruled Valdorn from 1320 to 1360.',
      'Valdorn was ruled by Aldric from 1320 until 1360.',
      'From 1320 to 1360, King Aldric ruled Valdorn.',
      'Between 1320 and 1360 Aldric was king of Valdorn.',
    ];
    const entities = [
      { type: 'Person', name: 'Aldric' },
      { type: 'Kingdom', name: 'Valdorn' },
    ];
    const ingest = (source: string) => post('/v1/ingest', { source, entities, relations: [RELATION] });
    const SETUPS: [string, () => Promise<void>][] = [
      ['a relation', () => stored(() => add(RELATION))],
      ['words', () => stored(() => remember('King Aldric reigned over Valdorn from 1320 till 1360.'))],
      ['a document', () => stored(() => ingest('annals'))],
    ];

    test.each(SETUPS)('is a repetition, where it was told first by %s', async (name, setUp) => {
      for (const relation of name === 'a relation' ? [INVERSE] : [RELATION, INVERSE]) {
        next();
        await setUp();
        const again = await add(relation);
        expect(told(again)).toEqual([201, 'same_content']);
        expect(again.body.warnings).toMatchObject([{ confidence: 'HIGH', relations: { stored: [{ type: 'RULES' }] } }]);
      }
      for (const sentence of SENTENCES) {
        next();
        await setUp();
        expect(told(await remember(sentence)), sentence).toEqual([201, 'same_content']);
        next();
        await setUp();
        expect(told(await learn(sentence)), sentence).toEqual([201, 'same_content']);
      }
    });

    test('is unchanged, where the very same is sent', async () => {
      await setUp();
      expect((await add(RELATION)).body.result).toBe('unchanged');
      await stored(() => remember('Aldric ruled Karth from 1320 to 1360.'));
      expect((await remember('Aldric ruled Karth from 1320 to 1360.')).body.result).toBe('unchanged');
    });
    const setUp = () => stored(() => add(RELATION));

    test('is one source more, of which an ingest tells', async () => {
      await setUp();
      const first = await ingest('annals');
      expect(first.body.lore).toMatchObject({ relations: 1, repeated: 1 });
      const [repetition] = first.body.repetitions;
      expect(repetition).toMatchObject({ statement: expect.stringContaining('Aldric RULES Valdorn') });
      expect(repetition.repeats).toHaveLength(1);
      const second = await ingest('annals');
      expect(second.body).toMatchObject({ lore: { relations: 0, repeated: 0 }, repetitions: [] });
    });

    test('is no repetition for another time, or of another', async () => {
      await setUp();
      expect(told(await add({ ...RELATION, valid_from: '1325' }))).toEqual([201]);
      expect(told(await remember('Aldric ruled Karth from 1320 to 1360.'))).toEqual([201]);
      expect(told(await add({ type: 'KNOWS', from: 'Aldric', to: 'Sera' }))).toEqual([201]);
      expect(told(await add({ type: 'KNOWS', from: 'Sera', to: 'Aldric' }))).toEqual([201]);
    });

    test.each([
      [
        'of a type that allows many',
        { type: 'KNOWS', from: 'Aldric', to: 'Sera' },
        { type: 'KNOWS', from: 'Aldric', to: 'Sera' },
      ],
      [
        'from the other side',
        { type: 'SPOUSE_OF', from: 'Aldric', to: 'Sera', valid_from: '1330' },
        { type: 'SPOUSE_OF', from: 'Sera', to: 'Aldric', valid_from: '1330' },
      ],
      ['of a value', { type: 'BORN_ON', from: 'Aldric', to: '1300' }, { type: 'BORN_ON', from: 'Aldric', to: '1300' }],
    ])('is a repetition %s', async (_name, one, other) => {
      await stored(
        () => add(one),
        () => remember('Bells ring at noon.'),
      );
      const again = await post('/v1/remember', {
        statement: 'As the annals have it',
        who: 'mara',
        kind: 'fact',
        relation: other,
      });
      expect(told(again)).toContain('same_content');
    });
  });
});
