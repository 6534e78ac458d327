import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LocalEndpoint } from '../../eval/endpoint.js';
import { readCassettes, startReplay } from '../../eval/stories/cassette.js';
import { type LabelledStory, OWN_STORIES, storiesIn } from '../../eval/stories/told.js';
import { openStoryReader } from '../../src/llm/story-reader.js';
import { systemClock, systemRandom } from '../../src/start/system.js';
import { createTestApp, type TestApp } from '../helpers/app.js';

/** The server sends what was sent when the answers were recorded, or the endpoint has none. */
describe('stories read by a model whose answers were recorded', () => {
  let replay: LocalEndpoint;
  let app: TestApp;
  const ingest = ({ id, facts }: LabelledStory) =>
    app.post('/v1/ingest', {
      project: id,
      facts: facts.map(({ n, at, who, statement, team = null, env = null }) => ({
        ...{ key: `f${n}`, who, statement, scope: { team, env } },
        said_at: at.includes('T') ? `${at}:00Z` : `${at}T00:00:00Z`,
      })),
    });

  beforeAll(async () => {
    replay = await startReplay(readCassettes());
    const model = { baseUrl: replay.baseUrl, apiKey: null, model: 'recorded', timeoutMs: 10_000 };
    app = await createTestApp({
      detective: await openStoryReader({ ...model, clock: systemClock, random: systemRandom }),
    });
  });
  afterAll(async () => {
    await app?.close();
    await replay?.close();
  });

  test.each(storiesIn(OWN_STORIES))('$id, $kind', async (story) => {
    await ingest(story);
    const { model, findings } = (await app.post('/v1/investigate', { project: story.id })).body;
    expect(model.state).toBe('asked');
    const kinds = findings.map(({ kind, reader }: { kind: string; reader: string }) => [kind, reader]);
    expect(kinds).toEqual(story.expect === 'flag' ? [[story.kind, 'llm:recorded']] : []);
    const said: string[] = findings.flatMap(({ evidence }: { evidence: { statement: string }[] }) =>
      evidence.map(({ statement }) => statement),
    );
    const confusing = story.facts.filter(({ n }) => story.confused.includes(n)).map(({ statement }) => statement);
    expect(said).toEqual(expect.arrayContaining(confusing));
  });
});
