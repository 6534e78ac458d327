import { createClient } from './generated/hey-api/client/index.js';
import { remember, supersede } from './generated/hey-api/sdk.gen.js';

/** What a client that hey-api makes is told about a contradiction, and does about it. */
export async function run(baseUrl: string, apiKey: string, project: string): Promise<string> {
  const client = createClient({ baseUrl, auth: apiKey });
  const body = {
    project,
    statement: 'Deploys must use a blue canary',
    who: 'alice',
    reason: 'The dashboards watch blue',
  };
  const stored = await remember({ client, body });
  if (stored.data?.view !== 'full') throw new Error('It was not stored in full.');

  const refused = await remember({
    client,
    body: { ...body, statement: 'Deploys must use a red canary', who: 'bob', kind: 'fact', reason: null },
  });
  const { error } = refused;
  if (error?.code !== 'conflict') throw new Error(`It was not refused: ${error?.code}`);
  if (error.view !== 'full') throw new Error('It was not answered in full.');
  const [conflict] = error.conflicts;
  if (conflict === undefined) throw new Error('It contradicts nothing.');

  const way = error.resolutions.find((each) => each.operation === 'supersede');
  if (way?.operation !== 'supersede' || way.needs.join() !== 'reason')
    throw new Error('There is no way out by a supersede.');
  const done = await supersede({ client, body: { ...way.body, reason: 'The new dashboards watch red' } });
  if (done.response?.status !== 201 || done.data?.view !== 'full') throw new Error('It was not superseded.');
  return conflict.reason;
}
