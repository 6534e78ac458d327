import createClient from 'openapi-fetch';
import type { paths } from './generated/fetch/schema.js';

/** What a client that openapi-typescript and openapi-fetch make is told about a contradiction, and does about it. */
export async function run(baseUrl: string, apiKey: string, project: string): Promise<string> {
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${apiKey}` } });
  const body = {
    project,
    statement: 'Deploys must use a blue canary',
    who: 'alice',
    reason: 'The dashboards watch blue',
  };
  const stored = await client.POST('/v1/remember', { body });
  if (stored.data?.view !== 'full') throw new Error('It was not stored in full.');
  const kept = stored.data.claim.id;

  const { error } = await client.POST('/v1/remember', {
    body: { ...body, statement: 'Deploys must use a red canary', who: 'bob', reason: 'The new dashboards watch red' },
  });
  if (error === undefined) throw new Error('It was not refused.');
  switch (error.code) {
    case 'conflict':
      break;
    case 'idempotency_in_progress':
      throw new Error(`An equal request is still being done: ${error.detail}`);
    default:
      throw new Error(`${error.code}: ${error.detail}`);
  }
  if (error.view !== 'full') throw new Error('It was not answered in full.');
  const [conflict] = error.conflicts;
  if (conflict?.claim?.id !== kept) throw new Error('It does not contradict what was stored.');

  const way = error.resolutions.find((each) => each.operation === 'cancel');
  if (way?.operation !== 'cancel' || way.needs.join() !== 'reason') throw new Error('There is no way out by a cancel.');
  const cancelled = await client.POST('/v1/cancel', { body: { ...way.body, reason: 'The dashboards watch red now' } });
  if (cancelled.data?.result !== 'cancelled') throw new Error('It was not cancelled.');

  const replace = error.resolutions.find((each) => each.operation === 'supersede');
  if (replace?.operation !== 'supersede') throw new Error('There is no way out by a supersede.');
  const { reason } = replace.body;
  if (reason === null || replace.needs.length > 0) throw new Error('It lost the reason of the writer.');
  const again = await client.POST('/v1/remember', {
    body: { project, statement: replace.body.statement, who: 'bob', reason },
  });
  if (again.response.status !== 201) throw new Error(`It answered ${again.response.status}.`);
  return conflict.reason;
}
