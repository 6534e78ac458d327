import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

/** The narrators' own sentences are read by the reader of answers: what is told from the record is borne out by it. */

const SENTENCES_EACH = 30;
const SUPPORTED_LEAST = 0.99;
const TELLERS = { narrate_arc: 'chronicle', summarize_chain: 'plain' } as const;

interface Checked {
  text: string;
  verdict: string;
}

describe('what the narrators tell of the example world', () => {
  let world: LoreWorld;
  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  async function entities(cursor?: string): Promise<string[]> {
    const { body } = await world.ask('list_entities', { limit: '200', ...(cursor === undefined ? {} : { cursor }) });
    const ids = body.items.map(({ id }: { id: string }) => id);
    return body.next_cursor === null ? ids : [...ids, ...(await entities(body.next_cursor))];
  }

  async function toldOf(entity: string): Promise<string[]> {
    const told = Object.entries(TELLERS).map(async ([tool, style]) => {
      const { body } = await world.ask(tool, { entity, style, limit: '200' });
      return body.sentences.map(({ sentence }: { sentence: string }) => sentence);
    });
    return (await Promise.all(told)).flat();
  }

  test('verify_answer contradicts none of it, and supports nearly all', async () => {
    const told = new Set<string>();
    for (const entity of await entities()) for (const sentence of await toldOf(entity)) told.add(sentence);
    const all = [...told].sort();
    const checked: Checked[] = [];
    for (let at = 0; at < all.length; at += SENTENCES_EACH) {
      const text = all.slice(at, at + SENTENCES_EACH).join(' ');
      checked.push(...(await world.post('/v1/verify-answer', { project: 'world', text })).body.sentences);
    }
    const of = (verdict: string) => checked.filter((one) => one.verdict === verdict).map(({ text }) => text);
    process.stdout.write(`sentences of the narrators: ${all.length}, supported ${of('supported').length}\n`);
    process.stdout.write(`unknown: ${of('unknown').join(' ') || 'none'}\n`);
    expect(checked.map(({ text }) => text)).toEqual(all);
    expect(of('contradicted')).toEqual([]);
    expect(of('supported').length / all.length).toBeGreaterThanOrEqual(SUPPORTED_LEAST);
  }, 120_000);
});
