import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

/** What is asked at each time in the world, from before the reversal to after the end of what was temporary. */
const WORLD_TIMES = ['2026-03', '2026-08', '2027-02'] as const;

interface Shown {
  id: string;
  is_disputed: boolean;
  unsupported_by?: string[];
}

/** A decision, its reversal, a mistake put right, a write by force, claims that rest on others, and one that is taken back. */
describe('a story, read back at four system times and three times in the world', () => {
  let app: TestApp;
  const ids: Record<string, string> = {};
  /** After each part of the story. */
  const known: string[] = [];

  const nameOf = (id: string) => Object.keys(ids).find((name) => ids[name] === id) ?? id;
  const get = async (path: string, query: Record<string, string>) => {
    const { status, body } = await app.get(`${path}?${new URLSearchParams(query)}`);
    expect(status, `${path} ${JSON.stringify(body)}`).toBe(200);
    return body;
  };
  const write = async (name: string, path: string, body: object) => {
    const answer = await app.post(path, { who: 'alice', reason: `Of ${name}`, ...body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    ids[name] = answer.body.claim.id;
  };
  const chapterEnds = async () => {
    const [row] = await app.database.asAdmin<{ now: string }>(
      `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now`,
    );
    known.push(row?.now ?? '');
  };

  beforeAll(async () => {
    app = await createTestApp();
    const told = '/v1/remember';
    await write('rabbit', told, { statement: 'The message queue must be RabbitMQ', valid_from: '2026-01' });
    await write('mistake', told, { statement: 'Audit logs must be kept for 30 days', kind: 'constraint' });
    await write('wiki', told, { statement: 'Runbooks must live in the wiki', valid_until: '2026-12' });
    await write('oncall', told, { statement: 'The pager links to runbooks', kind: 'fact', depends_on: [ids.wiki] });
    await write('training', told, {
      ...{ statement: 'New engineers learn from the pager', kind: 'convention', depends_on: [ids.oncall] },
    });
    await chapterEnds();
    await write('kafka', '/v1/supersede', {
      ...{ claim_id: ids.rabbit, statement: 'The message queue must be Kafka', reason_kind: 'update' },
      ...{ valid_from: '2026-06', why_replaced: 'RabbitMQ forgets' },
    });
    await chapterEnds();
    await write('right', '/v1/supersede', {
      ...{ claim_id: ids.mistake, statement: 'Audit logs must be kept for 90 days', kind: 'constraint' },
      ...{ reason_kind: 'revision', why_replaced: 'A slip of the pen' },
    });
    await write('blue', told, { statement: 'Deploys must use a blue canary' });
    await write('red', told, { statement: 'Deploys must use a red canary', force_exception: true });
    await chapterEnds();
    await app.post('/v1/cancel', { claim_id: ids.wiki, who: 'bob', reason: 'The wiki is gone' });
    await chapterEnds();
  });
  afterAll(() => app.close());

  const marked = ({ id, is_disputed: isDisputed, unsupported_by: closed = [] }: Shown) =>
    [
      nameOf(id),
      ...(isDisputed ? ['disputed'] : []),
      ...(closed.length > 0 ? [`without ${closed.map(nameOf)}`] : []),
    ].join(' ');
  const believed = async (at: string, then: string) => {
    const { items } = await get('/v1/claims', { at_time: at, known_at: then });
    return items.map(marked).sort();
  };
  /** Every combination, in the order of the system times. */
  const everywhere = async <T>(read: (at: string, then: string) => Promise<T>) =>
    Promise.all(known.map((then) => Promise.all(WORLD_TIMES.map((at) => read(at, then)))));

  test('what was believed', async () => {
    const rest = ['mistake', 'oncall', 'training'];
    const [late, disputed] = [
      ['oncall', 'training'],
      ['blue disputed', 'red disputed', 'right'],
    ];
    const alone = ['oncall without wiki', 'training without wiki'];
    expect(await everywhere(believed)).toEqual([
      [
        [...rest, 'rabbit', 'wiki'],
        [...rest, 'rabbit', 'wiki'],
        [...rest, 'rabbit'],
      ].map((names) => names.sort()),
      [
        [...rest, 'rabbit', 'wiki'],
        [...rest, 'kafka', 'wiki'],
        [...rest, 'kafka'],
      ].map((names) => names.sort()),
      [
        [...late, ...disputed, 'rabbit', 'wiki'],
        [...late, ...disputed, 'kafka', 'wiki'],
        [...late, ...disputed, 'kafka'],
      ].map((names) => names.sort()),
      [
        [...alone, ...disputed, 'rabbit'],
        [...alone, ...disputed, 'kafka'],
        [...alone, ...disputed, 'kafka'],
      ].map((names) => names.sort()),
    ]);
  });

  test('what recall finds first, and with which marks', async () => {
    const first = (q: string) => async (at: string, then: string) => {
      const { items } = await get('/v1/recall', { q, at_time: at, known_at: then });
      return items.length === 0 ? null : [nameOf(items[0].id), ...items[0].marks].join(' ');
    };
    expect(await everywhere(first('Which message queue must we use?'))).toEqual([
      ['rabbit', 'rabbit', 'rabbit'],
      ['rabbit', 'kafka', 'kafka'],
      ['rabbit', 'kafka', 'kafka'],
      ['rabbit', 'kafka', 'kafka'],
    ]);
    expect(await everywhere(first('For how many days are audit logs kept?'))).toEqual([
      ['mistake', 'mistake', 'mistake'],
      ['mistake', 'mistake', 'mistake'],
      ['right', 'right', 'right'],
      ['right', 'right', 'right'],
    ]);
    expect(await everywhere(first('Where do runbooks live?'))).toEqual([
      ['wiki', 'wiki', 'oncall'],
      ['wiki', 'wiki', 'oncall'],
      ['wiki', 'wiki', 'oncall'],
      ['oncall unsupported', 'oncall unsupported', 'oncall unsupported'],
    ]);
  });

  test('why it was so, of what held at each time in the world', async () => {
    const reason = async (at: string, then: string) => {
      const q = 'Why is that our message queue?';
      const { answer, rationale } = await get('/v1/why', { q, at_time: at, known_at: then });
      return [nameOf(answer.id), rationale].join(': ');
    };
    const [rabbit, kafka] = ['rabbit: Of rabbit', 'kafka: Of kafka'];
    expect(await everywhere(reason)).toEqual([
      [rabbit, rabbit, rabbit],
      ...[1, 2, 3].map(() => [rabbit, kafka, kafka]),
    ]);
  });

  test('why it was so, with the line as it was then', async () => {
    const lines = known.map(async (then) => {
      const { answer, chain } = await get('/v1/why', { q: 'Why is that our message queue?', known_at: then });
      return [
        nameOf(answer.id),
        chain.map((link: { id: string; why_replaced: string | null }) => [nameOf(link.id), link.why_replaced]),
      ];
    });
    expect(await Promise.all(lines)).toEqual([
      ['rabbit', [['rabbit', null]]],
      ...[1, 2, 3].map(() => [
        'kafka',
        [
          ['rabbit', 'RabbitMQ forgets'],
          ['kafka', null],
        ],
      ]),
    ]);
    const mistakes = known.map(async (then) => {
      const { items } = await get(`/v1/claims/${ids.mistake}/history`, { known_at: then }).then(({ versions }) => ({
        items: versions,
      }));
      return items.map(({ status }: { status: string }) => status);
    });
    expect(await Promise.all(mistakes)).toEqual([
      ['active'],
      ['active'],
      ['active', 'superseded'],
      ['active', 'superseded'],
    ]);
  });

  test('whether one claim held, and what rested on it', async () => {
    const held = async (at: string, then: string) => {
      const { holds, status } = await get(`/v1/claims/${ids.rabbit}`, { at_time: at, known_at: then });
      return [status, holds];
    };
    expect(await everywhere(held)).toEqual([
      [
        ['active', 'true'],
        ['active', 'true'],
        ['active', 'true'],
      ],
      ...[1, 2, 3].map(() => [
        ['active', 'true'],
        ['active', 'false'],
        ['active', 'false'],
      ]),
    ]);
    const resting = async (then: string) => {
      const { status, depended_on_by: dependents } = await get(`/v1/claims/${ids.wiki}`, { known_at: then });
      return [status, dependents.map(nameOf)];
    };
    expect(await Promise.all(known.map(resting))).toEqual([
      ...[0, 1, 2].map(() => ['active', ['oncall']]),
      ['cancelled', ['oncall']],
    ]);
  });

  test('what was disputed and unguarded', async () => {
    const disputes = async (at: string, then: string) => {
      const asOf = { at_time: at, known_at: then };
      const [open, unguarded] = [await get('/v1/contradictions', asOf), await get('/v1/unguarded', asOf)];
      const sides = open.items.flatMap(({ sides: of }: { sides: { id: string }[] }) => of.map(({ id }) => nameOf(id)));
      return [sides.sort(), unguarded.items.map(({ claim }: { claim: Shown }) => nameOf(claim.id))].join(' / ');
    };
    expect(await everywhere(disputes)).toEqual([
      [' / ', ' / ', ' / '],
      [' / ', ' / ', ' / '],
      ...[2, 3].map(() => ['blue,red / red', 'blue,red / red', 'blue,red / red']),
    ]);
  });

  test('one contradiction, and since when its sides are told', async () => {
    const [{ id }] = (await get('/v1/contradictions', {})).items;
    const read = async (at: string, then: string) => {
      const query = new URLSearchParams({ at_time: at, known_at: then });
      const { status, body } = await app.get(`/v1/contradictions/${id}?${query}`);
      return status === 200 ? [body.status, body.holds].join(' ') : status;
    };
    expect(await everywhere(read)).toEqual([
      [404, 404, 404],
      [404, 404, 404],
      ['open true', 'open true', 'open true'],
      ['open true', 'open true', 'open true'],
    ]);
    const { sides } = await get(`/v1/contradictions/${id}`, {});
    for (const side of sides) {
      const { first_stored_at: stored } = await get(`/v1/claims/${side.id}`, {});
      expect(side.since).toBe(stored);
      expect(known[1]?.localeCompare(side.since) === -1 && side.since < (known[2] ?? '')).toBe(true);
    }
  });

  test('what a newcomer was told', async () => {
    const told = async (at: string, then: string) => {
      const { text } = await get('/v1/brief', { at_time: at, known_at: then });
      const named = text.split('\n').map((line: string) => /^# |\[(.*)\]$/.exec(line));
      return named
        .flatMap((match: RegExpExecArray | null) => (match?.[1] === undefined ? [] : [nameOf(match[1])]))
        .filter((name: string) => name in ids)
        .join(' ');
    };
    expect(await everywhere(told)).toEqual([
      ['mistake training wiki rabbit', 'mistake training wiki rabbit', 'mistake training rabbit'],
      ['mistake training wiki rabbit', 'mistake training wiki kafka', 'mistake training kafka'],
      ['right training wiki red blue rabbit', 'right training wiki red blue kafka', 'right training red blue kafka'],
      ['right training red blue rabbit', 'right training red blue kafka', 'right training red blue kafka'],
    ]);
  });

  test('what changed from each part to the next', async () => {
    const between = async (at: number) => {
      const { items } = await get('/v1/diff', { from: known[at - 1] ?? '2020-01-01T00:00:00Z', to: known[at] ?? '' });
      return items.map(({ claim, changes }: { claim: Shown; changes: string[] }) =>
        [nameOf(claim.id), ...changes].join(' '),
      );
    };
    expect(await Promise.all([0, 1, 2, 3].map(between))).toEqual([
      ['rabbit stored', 'mistake stored', 'wiki stored', 'oncall stored', 'training stored'],
      ['rabbit ended', 'kafka stored'],
      ['mistake superseded', 'right stored', 'blue stored', 'blue disputed', 'red stored'],
      ['wiki cancelled'],
    ]);
  });
});
