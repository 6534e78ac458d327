import { createTestApp, type Reply, type TestApp } from './app.js';

/** Years of the Iron Reckoning, of which "circa" is four years off, and eras in it. */
const CALENDAR = {
  ...{ id: 'iron', name: 'Iron Reckoning', current: '300 IR', units: {}, circa_years: 4 },
  eras: [
    { slug: 'iron_reckoning', name: 'Iron Reckoning', abbreviations: ['IR'], start: 1, end: 501 },
    { slug: 'sundering', name: 'Sundering Years', parent: 'iron_reckoning', start: 201, end: 221 },
    { slug: 'long_frost', name: 'Long Frost', parent: 'iron_reckoning' },
  ],
};

/** A relation as a test tells it: type, one end, the other or a value, from when and until when. */
export type ToldLine = readonly [type: string, from: string, to: string, from?: string | null, until?: string | null];

/** A world that a test tells, in a project of its own. */
export interface ToldWorld {
  /** Asks a lore tool: the body of its answer. */
  ask(tool: string, query: Readonly<Record<string, string>>): Promise<Reply['body']>;
  /** What `was_true_at` says. */
  truth(relation: string, subject: string, object: string, at_time: string): Promise<string>;
  verdict(text: string): Promise<[verdict: string, code: string]>;
  app: TestApp;
}

/** @param entities names by their types */
export async function tellWorld(
  project: string,
  entities: Readonly<Record<string, readonly string[]>>,
  lines: readonly ToldLine[],
): Promise<ToldWorld> {
  const app = await createTestApp();
  const told = { project, who: 'mara' };
  const done = async (reply: Promise<Reply>) => {
    const { status, body } = await reply;
    if (status > 201) throw new Error(JSON.stringify(body));
  };
  await done(app.put('/v1/calendar', { project, ...CALENDAR }));
  for (const [type, names] of Object.entries(entities)) {
    for (const name of names) await done(app.post('/v1/lore/add-entity', { ...told, type, name }));
  }
  for (const [type, from, to, valid_from = null, valid_until = null] of lines) {
    const relation = { type, from, to, valid_from, valid_until };
    await done(app.post('/v1/lore/add-relation', { ...told, ...relation }));
  }
  const ask: ToldWorld['ask'] = async (tool, query) => {
    const path = `/v1/lore/${tool.replaceAll('_', '-')}?${new URLSearchParams({ project, ...query })}`;
    return (await app.get(path)).body;
  };
  return {
    app,
    ask,
    truth: async (relation, subject, object, at_time) =>
      (await ask('was_true_at', { relation, subject, object, at_time })).was_true,
    verdict: async (text) => {
      const { body } = await app.post('/v1/verify-answer', { project, text });
      return [body.sentences[0].verdict, body.sentences[0].code];
    },
  };
}
