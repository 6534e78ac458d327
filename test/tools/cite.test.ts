import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('cite', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('cite', query, headers)).body;

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  const NONE = '01900000-0000-7000-8000-000000000000';
  type Cited = { place: { document: string; quote: string; text: string }; share: number; basis: string };

  test('200 of a relation: where every source says it, with line, span and reliability', async () => {
    const truth = await world.ask('was_true_at', {
      ...{ relation: 'RULES', subject: 'Isaude Hallowmere', object: 'Orrevane', at_time: '120 AB' },
    });
    const [fact] = truth.body.facts;
    const body = await ask({ relation: fact.id });
    expect(body).toMatchObject({ statement: null, is_disputed: true, total: 2 });
    expect(body.violations.contradictions).toBeGreaterThan(0);
    expect(body.citations[0]).toMatchObject({ basis: 'cited', fact: { id: fact.id }, share: null });
    const chronicle = body.citations.find(({ place }: Cited) => place.document.endsWith('isaude.md'));
    expect(chronicle.place).toMatchObject({
      ...{ heading: 'The queen', line: 21, source: { reliability: 'canonical', weight: 1 } },
      quote: 'Isaude Hallowmere ruled Orrevane from 98 AB to 131 AB.',
    });
    const { text, span } = chronicle.place;
    expect(text.slice(span.start, span.end)).toBe(chronicle.place.quote);
  });

  test('200 of a claim: the sentence of its document, or what it names as its source', async () => {
    const content = '# Runbook\n\n## Deploys\n\nDeploys must use a blue canary. It is known.\n';
    await world.post('/v1/ingest', {
      project: 'docs',
      documents: [{ path: 'runbook.md', format: 'markdown', content }],
    });
    const [claim] = (await world.get('/v1/claims?project=docs')).body.items;
    const made = (await world.ask('cite', { project: 'docs', claim: claim.id })).body;
    expect(made).toMatchObject({
      statement: claim.statement,
      citations: [{ basis: 'made', claim_id: claim.id, fact: null, place: { document: 'runbook.md', line: 5 } }],
    });
    expect(made.citations[0].place.quote).toContain('blue canary');
    const learnt = await world.post('/v1/learn', {
      ...{ project: 'docs', statement: 'The gateway listens on 8080', who: 'bob', source: 'docs/gateway.md:12' },
    });
    const found = (await world.ask('cite', { project: 'docs', claim: learnt.body.claim.id })).body;
    expect(found.citations).toMatchObject([{ basis: 'made', place: { document: 'docs/gateway.md:12', line: null } }]);
  });

  test('200 of a text: passages with its words, the best sentence of each, bounded', async () => {
    const body = await ask({ text: 'Isaude Hallowmere was married to Florian Dusk' });
    expect(body.citations[0]).toMatchObject({ basis: 'found', share: 1 });
    expect(body.citations[0].place.quote).toBe('Isaude Hallowmere was married to Florian Dusk from 80 AB to 112 AB.');
    const shares = body.citations.map(({ share }: Cited) => share);
    expect(shares).toEqual([...shares].sort((a, b) => b - a));
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.5);
    const short = await ask({ text: 'Isaude Hallowmere was married to Florian Dusk', limit: '1', view: 'compact' });
    expect(short.citations).toHaveLength(1);
    expect(short.citations[0]).toMatch(/^chronicles\/.+:\d+, The queen: Isaude Hallowmere was married/);
    expect(await ask({ text: 'Zeppelins over Xanadu' })).toMatchObject({ citations: [], total: 0 });
  });

  test('400 unless one thing is named', async () => {
    expect(await ask({})).toMatchObject({ status: 400 });
    expect(await ask({ text: 'x', relation: NONE })).toMatchObject({ status: 400 });
  });

  test('404 for a relation or a claim that there is none of', async () => {
    expect(await ask({ relation: NONE })).toMatchObject({ status: 404, code: 'not_found' });
    expect(await ask({ claim: NONE })).toMatchObject({ status: 404, code: 'not_found' });
  });
});
