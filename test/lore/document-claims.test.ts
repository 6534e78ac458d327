import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

const RULES = `---
title: Payments
---
# Payments

Payments are handled by one service.

Services must:

- Log in **JSON**, because the collector reads nothing else.
- never log [card numbers](https://example.test/pci).

> Card numbers must be logged.
> — the handbook of 2009

## Storage

The payments service must use Postgres.

| rule | owner |
|---|---|
| Backups should be encrypted. | storage |
`;

describe('claims of documents', () => {
  let app: TestApp;
  let project = 'p0';
  let projects = 0;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const fresh = () => {
    projects += 1;
    project = `p${projects}`;
  };
  const ingest = async (content: string, rest: object = {}, path = 'docs/payments.md') => {
    const { status, body } = await app.post('/v1/ingest', { project, documents: [{ path, content, ...rest }] });
    expect(status).toBe(200);
    expect(body.errors).toEqual([]);
    return body;
  };
  const remember = (statement: string) =>
    app.post('/v1/remember', { project, statement, who: 'alice', reason: 'Agreed' });
  const claims = async (query = '') => (await app.get(`/v1/claims?project=${project}${query}`)).body.items;
  /** All that is stored of the text of documents, of any version. */
  const words = async () =>
    JSON.stringify(await app.database.asAdmin(`SELECT text, heading FROM chunks WHERE project = '${project}'`));
  const statements = async () => (await claims()).map(({ statement }: { statement: string }) => statement).sort();

  test('a text that is not parsed leaves claims and relations as they were', async () => {
    fresh();
    const prose = '# Brack\n\nOdo ruled Brack from 1903 to 1909. Guards must carry lamps.\n';
    expect((await ingest(prose)).lore.relations).toBe(1);
    const nested = await ingest(`${prose}\n${'>'.repeat(150)} a\n`);
    expect(nested.documents[0].warnings[0].code).toBe('not_parsed_as_markdown');
    expect(nested.lore).toMatchObject({ relations: 0, withdrawn: 0 });
    expect(await statements()).toEqual(['Guards must carry lamps.']);
    const asked = new URLSearchParams({ project, relation: 'RULES', subject: 'Odo', object: 'Brack', at_time: '1905' });
    expect((await app.get(`/v1/lore/was-true-at?${asked}`)).body).toMatchObject({ was_true: 'true' });
    const without = await ingest('# Brack\n\nNobody ruled.\n');
    expect(without.lore.withdrawn).toBe(1);
  });

  test('rules become claims that cite their place and refuse what contradicts them; what is told does not', async () => {
    fresh();
    const body = await ingest(RULES);
    expect(body.claims).toEqual({ stored: 4, unchanged: 0, removed: 0, compared: 4, to_compare: 0 });
    expect(body.documents[0]).toMatchObject({
      result: 'stored',
      claims: 'rules',
      sentences: { claims: 4, relations: 0 },
    });
    const stored = await claims();
    expect(
      stored.map(({ statement, kind, source, who, reason }: never) => ({ statement, kind, source, who, reason })),
    ).toEqual(
      expect.arrayContaining([
        {
          statement: 'Services must log in JSON, because the collector reads nothing else.',
          kind: 'constraint',
          source: 'docs/payments.md#Payments:10',
          who: 'docs/payments.md',
          reason: 'because the collector reads nothing else',
        },
        {
          statement: 'Backups should be encrypted.',
          kind: 'convention',
          source: 'docs/payments.md#Payments > Storage:22',
          who: 'docs/payments.md',
          reason: null,
        },
      ]),
    );
    const refused = await remember('The payments service must use MySQL');
    expect(refused.status).toBe(409);
    expect(refused.body.conflicts[0].claim.statement).toBe('The payments service must use Postgres.');
  });

  test('a record of a decision tells what was decided, until its status says that it holds no more', async () => {
    fresh();
    const record = (status: string) => `---
status: ${status}
---
# Ledger

## Context

Every ledger must be kept for ten years.

## Decision

The ledger is kept in Postgres. This makes reports cheap.

| limit | value |
|---|---|
| Longest entry | 4 kB |

## Consequences

Reports must name their ledger.
`;
    await ingest(record('accepted'), {}, 'docs/adr/0001-ledger.md');
    expect(await statements()).toEqual([
      'Longest entry: 4 kB',
      'Reports must name their ledger.',
      'The ledger is kept in Postgres.',
    ]);
    const body = await ingest(record('superseded by 0002'), {}, 'docs/adr/0001-ledger.md');
    expect(body.claims).toMatchObject({ stored: 0, removed: 3 });
    expect(body.sentences).toContainEqual(expect.objectContaining({ became: 'skipped', because: 'not_in_force' }));
    expect(await claims('&status=active')).toEqual([]);
    await ingest(record('accepted'), {}, 'docs/adr/0001-ledger.md');
    expect(await claims('&status=active')).toHaveLength(3);
  });

  test('the same text changes nothing; moved sentences keep their claims, with their new lines', async () => {
    fresh();
    await ingest(RULES);
    const before = await claims();
    expect((await ingest(RULES)).documents[0].result).toBe('unchanged');
    const moved = await ingest(RULES.replace('Payments are handled', 'One more line.\n\nPayments are handled'));
    expect(moved.claims).toEqual({ stored: 0, unchanged: 4, removed: 0, compared: 0, to_compare: 0 });
    const after = await claims();
    expect(after.map(({ id, system_from }: never) => ({ id, system_from }))).toEqual(
      before.map(({ id, system_from }: never) => ({ id, system_from })),
    );
    expect(after.map(({ source }: { source: string }) => source)).toContain('docs/payments.md#Payments:12');
  });

  test('a changed sentence is followed without a refusal, a dropped one is closed, and returns when it is said again', async () => {
    fresh();
    await ingest(RULES);
    const [old] = (await claims()).filter(({ statement }: { statement: string }) => statement.includes('Postgres'));
    const mysql = RULES.replace('must use Postgres', 'must use MySQL').replace(
      '| Backups should be encrypted. | storage |',
      '',
    );
    const changed = await ingest(mysql);
    expect(changed.claims).toMatchObject({ stored: 1, unchanged: 2, removed: 1 });
    expect(changed.violations).toEqual([]);
    const closed = (await app.get(`/v1/claims/${old.id}?project=${project}`)).body;
    expect(closed.status).toBe('superseded');
    expect(await statements()).toContain('The payments service must use MySQL.');
    const back = await ingest(RULES);
    expect(back.claims).toMatchObject({ stored: 2, unchanged: 2, removed: 0 });
    expect(back.sentences.filter(({ because }: { because: string }) => because === 'returned')).toHaveLength(2);
    expect(await statements()).not.toContain('The payments service must use MySQL.');
    expect((await claims()).map(({ id }: { id: string }) => id)).toContain(old.id);
  });

  test('what somebody cancelled or had erased does not come back, nor do the words of what was erased', async () => {
    fresh();
    await ingest(RULES);
    const all = await claims();
    const idOf = (word: string) => all.find(({ statement }: { statement: string }) => statement.includes(word)).id;
    await app.post('/v1/cancel', { project, claim_id: idOf('Postgres'), reason: 'No longer', who: 'alice' });
    await app.post('/v1/erase', { project, claim_id: idOf('card numbers'), reason: 'Asked for', who: 'alice' });
    const again = await ingest(RULES.replace('Payments are handled', 'One more line.\n\nPayments are handled'));
    const skipped = again.sentences.filter(({ became }: { became: string }) => became === 'skipped');
    expect(skipped.map(({ because }: { because: string }) => because)).toEqual(
      expect.arrayContaining(['closed', 'erased']),
    );
    expect(await statements()).toHaveLength(2);
    expect(await words()).not.toContain('card numbers](');
    expect(await words()).toContain('reads nothing else');
  });

  test('what was erased of an item that is one with its heading does not come back', async () => {
    fresh();
    const guide = '# Guide\n\n## Ask first if\n\n- A migration drops a column.\n- A port changes.\n';
    await ingest(guide, {}, 'AGENTS.md');
    const erased = (await claims()).find(({ statement }: { statement: string }) => statement.includes('column'));
    expect(erased.statement).toBe('Ask first if a migration drops a column.');
    await app.post('/v1/erase', { project, claim_id: erased.id, reason: 'Asked for', who: 'alice' });
    const again = await ingest(guide.replace('# Guide', '# Guide\n\nFor everybody.'), {}, 'AGENTS.md');
    const skipped = again.sentences.filter(({ because }: { because: string }) => because === 'erased');
    expect(skipped).toHaveLength(1);
    expect(await statements()).toEqual(['Ask first if a port changes.']);
    expect(await words()).not.toContain('drops a column');
    expect(await words()).toContain('A port changes');
  });

  test('a dry run answers what would become of it, contradictions included, and stores nothing', async () => {
    fresh();
    await remember('The payments service must use MySQL');
    const send = (dry_run: boolean) =>
      app.post('/v1/ingest', { project, dry_run, documents: [{ path: 'docs/payments.md', content: RULES }] });
    const dry = (await send(true)).body;
    expect(dry).toMatchObject({ dry_run: true, claims: { stored: 4 }, documents: [{ result: 'stored' }] });
    expect(dry.violations).toHaveLength(1);
    expect(await statements()).toEqual(['The payments service must use MySQL']);
    const done = (await send(false)).body;
    const shown = ({ sentences, claims: counts, documents }: typeof done) => ({
      counts,
      sentences: sentences.map(({ claim_id: _, ...rest }: { claim_id: string }) => rest),
      results: documents.map(({ result }: { result: string }) => result),
    });
    expect(shown(dry)).toEqual(shown(done));
    expect(await statements()).toHaveLength(5);
  });

  test('what is asked as all, or told by a lesser source, only warns until somebody vouches for it', async () => {
    fresh();
    await ingest(
      '# Notes\n\nThe ledger must use Postgres.\nThe archive lies in the cellar.\n',
      { claims: 'all' },
      'notes.md',
    );
    await ingest('---\nreliability: rumor\n---\nThe gateway must use port 8080.\n', {}, 'rumors.md');
    expect(await statements()).toHaveLength(3);
    const warned = await remember('The ledger must use MySQL');
    expect(warned.status).toBe(201);
    expect(warned.body.warnings[0]).toMatchObject({ code: 'value_differs', lowered_by: 'source' });
    expect((await remember('The gateway must use port 9090')).status).toBe(201);
    const [ledger] = (await claims()).filter(({ who }: { who: string }) => who === 'notes.md').slice(-1);
    await app.post('/v1/vouch', { project, claim_id: ledger.id, reason: 'Checked', who: 'alice' });
    const all = (await app.get(`/v1/claims?project=${project}`)).body.items;
    expect(all.find(({ id }: { id: string }) => id === ledger.id).guarded).toBe(true);
  });

  test('documents that contradict each other are disputed, not refused; none leaves the claims out', async () => {
    fresh();
    await ingest('# A\n\nThe ledger must use Postgres.\n', {}, 'a.md');
    const second = await ingest('# B\n\nThe ledger must use MySQL.\n', {}, 'b.md');
    expect(second.violations).toMatchObject([{ kind: 'contradiction', code: 'value_differs' }]);
    expect((await ingest('# B\n\nThe ledger must use MySQL.\n', { claims: 'none' }, 'b.md')).claims.removed).toBe(1);
    expect(await statements()).toEqual(['The ledger must use Postgres.']);
    expect((await claims('&disputed=true')).length).toBe(0);
  });
});
