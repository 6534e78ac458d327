import { describe, expect, test } from 'vitest';
import type { Client, ClientReply } from '../helpers/client.js';
import { type Call, useProcesses } from '../helpers/processes.js';

const CONNECTIONS = 16;

describe.each([1, 2])('races of curators against %i API process(es) on one database', (processes) => {
  const context = useProcesses(processes, CONNECTIONS);
  const { storm } = context;
  const one = async (project: string, path: string, body: object) => {
    const [reply] = await storm(project, [[path, body]]);
    return reply as ClientReply;
  };
  const statuses = (replies: readonly ClientReply[]) => replies.map(({ status }) => status).sort();
  const add = (type: string, from: string, to: string, rest = {}): Call => [
    '/v1/lore/add-relation',
    { type, from, to, who: 'racer', ...rest },
  ];
  const reign = (from: string, to: string, rest = {}) => add('RULES', from, to, { valid_from: '1300', ...rest });
  const person = (name: string): Call => ['/v1/lore/add-entity', { type: 'Person', name }];
  const merge = (entity: string, alias: string): Call => ['/v1/lore/merge-entities', { entity, alias }];
  const retcon = (old: string): Call => ['/v1/lore/retcon', { old, reason: 'New canon' }];
  const query = <Row extends Record<string, unknown>>(text: string, project: string) =>
    context.database.asAdmin<Row>(text, [project]);

  /**
   * What is open without a cause, who is disputed with what no longer stands or by nothing that is open, and claims of which
   * no relation stands.
   */
  const dangling = (project: string) =>
    query(
      `WITH standing AS (SELECT * FROM relations WHERE project = $1 AND system_until IS NULL AND status = 'active')
       (SELECT v.id FROM violations v, unnest(v.sides) side
        WHERE v.project = $1 AND v.status = 'open' AND v.about = 'relation' AND side NOT IN (SELECT id FROM standing))
       UNION ALL
       (SELECT r.id FROM standing r, unnest(r.disputed_with) other WHERE NOT EXISTS (
          SELECT FROM violations v WHERE v.project = $1 AND v.status = 'open' AND r.id = ANY (v.sides) AND other = ANY (v.sides)))
       UNION ALL
       (SELECT r.id FROM standing r, violations v WHERE v.project = $1 AND v.status = 'open' AND r.id = ANY (v.sides)
          AND NOT r.is_disputed)
       UNION ALL
       (SELECT c.id FROM claims c, unnest(c.disputed_with) other
        WHERE c.project = $1 AND c.system_until IS NULL AND c.status = 'active' AND NOT EXISTS (
          SELECT FROM claims o WHERE o.id = other AND o.system_until IS NULL AND o.status = 'active'))
       UNION ALL
       (SELECT c.id FROM claims c WHERE c.project = $1 AND c.system_until IS NULL AND c.status = 'active'
          AND c.id NOT IN (SELECT claim_id FROM standing WHERE claim_id IS NOT NULL))`,
      project,
    );

  test('what is told of somebody while they are merged is told of who they turn out to be', async () => {
    const project = 'masks';
    const masks = Array.from({ length: 12 }, (_, at) => `Mask ${String.fromCharCode(65 + at)}q`);
    await storm(project, ['King Osric', ...masks].map(person));
    const calls = masks.flatMap((mask, at) => [
      add('KNOWS', mask, `Witness ${at}w`),
      merge('King Osric', mask),
      add('POSSESSES', mask, `Blade ${at}b`, { valid_from: '1300' }),
      [
        '/v1/ingest',
        {
          relations: [{ type: 'MENTORED', from: mask, to: 'Ilse' }],
          source: `s${at}`,
          entities: [{ type: 'Person', name: 'Ilse' }],
        },
      ] as const,
    ]);
    const replies = await storm(project, calls);
    expect(replies.filter(({ status }) => status >= 300).map(({ body }) => body)).toEqual([]);
    const left = await query(
      `SELECT r.type, e.name FROM relations r JOIN entities e ON e.id IN (r.from_id, r.to_id)
       WHERE r.project = $1 AND r.system_until IS NULL AND r.status = 'active' AND e.merged_into IS NOT NULL`,
      project,
    );
    expect(left).toEqual([]);
    const [told] = await query<{ n: number }>(
      `SELECT count(*)::int AS n FROM relations r JOIN entities e ON e.id = r.from_id
       WHERE r.project = $1 AND r.system_until IS NULL AND r.status = 'active' AND e.name = 'King Osric'`,
      project,
    );
    expect(told?.n).toBe(3 * masks.length);
    const deadlocks = 'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()';
    expect(await context.database.asAdmin(deadlocks)).toEqual([{ deadlocks: '0' }]);
  });

  test('what is taken back while its ends are merged is taken back', async () => {
    const project = 'veils';
    const veils = Array.from({ length: 10 }, (_, at) => `Veil ${String.fromCharCode(65 + at)}v`);
    await storm(project, ['King Odran', ...veils].map(person));
    const told = await storm(
      project,
      veils.flatMap((veil, at) => [add('KNOWS', veil, `Page ${at}p`), add('KNOWS', `Squire ${at}s`, veil)]),
    );
    const replies = await storm(
      project,
      veils.flatMap((veil, at) => [
        retcon(told[2 * at]?.body.relations[0].id),
        merge('King Odran', veil),
        retcon(told[2 * at + 1]?.body.relations[0].id),
      ]),
    );
    expect(replies.filter(({ status }) => status >= 300).map(({ body }) => body)).toEqual([]);
    const standing = `SELECT id FROM relations WHERE project = $1 AND system_until IS NULL AND status = 'active'`;
    expect(await query(standing, project)).toEqual([]);
    expect(await dangling(project)).toEqual([]);
  });

  test('of 16 who merge the same two, either way round, one does', async () => {
    const project = 'twins';
    await storm(project, ['Ash', 'Birch'].map(person));
    const calls = Array.from({ length: CONNECTIONS }, (_, at) =>
      at % 2 === 0 ? merge('Ash', 'Birch') : merge('Birch', 'Ash'),
    );
    const replies = await storm(project, calls);
    expect(statuses(replies)).toEqual([200, ...Array<number>(CONNECTIONS - 1).fill(400)]);
    const merged = await query(
      `SELECT id FROM entities WHERE project = $1 AND merged_into IS NOT NULL AND type = 'Person'`,
      project,
    );
    expect(merged).toHaveLength(1);
  });

  test('a chain that is merged from all ends at once leads to one', async () => {
    const project = 'chain';
    const names = Array.from({ length: CONNECTIONS + 1 }, (_, at) => `Link ${String.fromCharCode(65 + at)}k`);
    await storm(project, names.map(person));
    await storm(
      project,
      names.slice(1).map((name, at) => add('KNOWS', name, `Stranger ${at}s`)),
    );
    const replies = await storm(
      project,
      names.slice(1).map((name, at) => merge(name, names[at] ?? '')),
    );
    expect(statuses(replies)).toEqual(Array<number>(CONNECTIONS).fill(200));
    const roots = await query(
      `SELECT DISTINCT coalesce(e.merged_into, e.id) AS id, r.merged_into FROM entities e
       JOIN entities r ON r.id = coalesce(e.merged_into, e.id) WHERE e.project = $1 AND e.name LIKE 'Link %'`,
      project,
    );
    expect(roots).toMatchObject([{ merged_into: null }]);
  });

  test('of 16 who retcon one relation, one does', async () => {
    const project = 'canon';
    const { body } = await one(project, ...reign('Aldric', 'Valdorn'));
    const replies = await storm(
      project,
      Array.from({ length: CONNECTIONS }, () => retcon(body.relations[0].id)),
    );
    expect(statuses(replies)).toEqual([200, ...Array<number>(CONNECTIONS - 1).fill(409)]);
    const actions = await query(`SELECT id FROM actions WHERE project = $1 AND action = 'retcon'`, project);
    expect(actions).toHaveLength(1);
  });

  test('of what one claim states nothing is left when all of it is taken back at once', async () => {
    const project = 'annals';
    for (const realm of ['Ostmark', 'Valdorn', 'Karth', 'Westmark', 'Nordmark', 'Morland']) {
      const king = `King Os${realm.slice(0, 3).toLowerCase()}`;
      const statement = `${king} ruled ${realm} from 1320 to 1340. ${king} died in 1361`;
      const { body } = await one(project, '/v1/remember', { statement, who: 'racer', kind: 'fact' });
      expect(body.relations).toHaveLength(2);
      const calls = body.relations.map(({ id }: { id: string }) => retcon(id));
      expect(statuses(await storm(project, calls))).toEqual([200, 200]);
      expect(await dangling(project)).toEqual([]);
    }
  });

  test('retcons, cancels, erasures, settlements and forced writes of one dispute leave nothing behind', async () => {
    const project = 'throne';
    for (let round = 0; round < 6; round += 1) {
      const throne = `Throne ${String.fromCharCode(65 + round)}t`;
      const forced = { force_exception: true };
      const first = await one(project, ...reign(`Aldric ${round}`, throne));
      const second = await one(project, ...reign(`Sera ${round}`, throne, forced));
      const third = await one(project, ...reign(`Ilse ${round}`, throne, forced));
      const { items } = (
        await (context.clients[0] as Client).get(
          `/v1/lore/get-contradictions?project=${project}&subject=${encodeURIComponent(throne)}`,
        )
      ).body;
      const settle = (action: string, rest = {}): Call => [
        '/v1/lore/resolve-contradiction',
        { id: items[0].id, action, reason: 'Looked up', ...rest },
      ];
      const replies = await storm(project, [
        retcon(first.body.relations[0].id),
        ['/v1/cancel', { claim_id: second.body.claim.id, reason: 'Wrong', who: 'racer' }],
        ['/v1/erase', { claim_id: (round % 2 === 0 ? first : third).body.claim.id, reason: 'Law', who: 'racer' }],
        settle('dismiss'),
        settle('keep', { keep: items[0].sides[0].id }),
        reign(`Odo ${round}`, throne, forced),
        retcon(third.body.relations[0].id),
        reign(`Una ${round}`, throne, forced),
        retcon(second.body.relations[0].id),
      ]);
      expect(replies.filter(({ status }) => status >= 500).map(({ body }) => body)).toEqual([]);
      expect(await dangling(project)).toEqual([]);
    }
  });
});
