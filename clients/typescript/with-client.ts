import { createLoreguard, isConflict, MissingFields, waysOf } from '@loreguard/client';

/** The conversation of the README: a decision is stored, contradicted, and replaced by a way that was offered. */
export async function run(url: string, key: string, project: string): Promise<string> {
  const loreguard = createLoreguard({ url, key });
  const stored = await loreguard.POST('/v1/remember', {
    body: { project, statement: 'Deploys must use a blue canary', who: 'alice', reason: 'The dashboards watch blue' },
  });
  if (stored.data?.view !== 'full') throw new Error(`It was not stored: ${stored.response.status}`);

  const { error } = await loreguard.POST('/v1/remember', {
    body: { project, statement: 'Deploys must use a red canary', who: 'bob', reason: 'The new dashboards watch red' },
  });
  if (!isConflict(error)) throw new Error('It was not refused.');
  const [conflict] = error.conflicts;
  if (conflict?.claim?.id !== stored.data.claim.id) throw new Error('It does not contradict what was stored.');

  await mustThrow(MissingFields, () => loreguard.resolve(error, 'cancel_stored'));
  // @ts-expect-error: what it does is one of the ways that there are
  await mustThrow(Error, () => loreguard.resolve(error, 'shout'));

  const replaced = await loreguard.resolve(error, 'supersede');
  if (replaced.response.status !== 201 || replaced.error) throw new Error(`It answered ${replaced.response.status}.`);
  const again = await loreguard.resolve(error, 'cancel_stored', { reason: 'It is gone' });
  if (again.error?.code !== 'not_active') throw new Error('A claim that is gone was cancelled.');

  const { error: second } = await loreguard.POST('/v1/remember', {
    body: {
      project,
      statement: 'Deploys must use a green canary',
      who: 'eve',
      reason: 'Trials',
      scope: { env: 'trial' },
    },
  });
  if (!isConflict(second)) throw new Error('What holds everywhere holds in one environment, too.');
  const force = waysOf(second).find(({ action }) => action === 'force_exception');
  if (force === undefined) throw new Error('There is no exception.');
  const forced = await loreguard.resolve(second, force);
  if (forced.response.status !== 201) throw new Error(`It answered ${forced.response.status}.`);
  return conflict.reason;
}

async function mustThrow(kind: new (...given: never[]) => Error, work: () => Promise<unknown>): Promise<void> {
  const thrown = await work().then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof kind)) throw new Error(`${kind.name} was not thrown, but ${thrown}.`);
}
