import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../../config.js';
import { openModel } from '../../inference/model.js';
import { modelChoice } from '../../start/nli-scorer.js';
import { systemClock } from '../../start/system.js';
import { findPackage } from '../../store/embedded/binaries.js';
import { readServerFacts, type ServerFacts } from '../../store/server-facts.js';
import { withDatabase } from '../operator.js';
import { type Finding, fail, messageIn, ok, warn } from './finding.js';

const POSTGRES_MIN = 15;

/** How far the clocks of this machine and of the database may lie apart. */
const SKEW_MS = 2000;

/** The database, and its clock, which gives every claim its time. */
export async function lookAtDatabase(config: Config): Promise<Finding[]> {
  const isEmbedded = config.DATABASE_URL === undefined;
  if (isEmbedded && !existsSync(join(resolve(config.LOREGUARD_DATA), 'postgres'))) return [lookAtPackage()];
  try {
    let facts: ServerFacts | null = null;
    await withDatabase(config, async (url) => {
      facts = await readServerFacts(url);
    });
    return facts === null ? [] : [describeDatabase(facts, isEmbedded), describeClock(facts, systemClock.now())];
  } catch (error) {
    const todo = isEmbedded
      ? 'docs/operations.md tells of the embedded Postgres; postgres/server.log in the data folder has its words.'
      : 'Is it running, and DATABASE_URL right?';
    return [fail('database', messageIn(error), todo)];
  }
}

function lookAtPackage(): Finding {
  try {
    return ok('database', `none yet: the first start makes one with ${findPackage()}`);
  } catch (error) {
    return fail('database', messageIn(error), 'Install again without --omit=optional, or set DATABASE_URL.');
  }
}

export function describeDatabase({ version, pending }: ServerFacts, isEmbedded: boolean): Finding {
  const what = `${isEmbedded ? 'embedded ' : ''}Postgres ${version}`;
  if (Number.parseInt(version, 10) < POSTGRES_MIN)
    return fail('database', what, `Update it to ${POSTGRES_MIN} or newer.`);
  if (pending.length === 0) return ok('database', `${what}, with all migrations`);
  return warn(
    'database',
    `${what}, without ${pending.join(', ')}`,
    'The next start applies them; so does: loreguard migrate',
  );
}

export function describeClock({ now }: ServerFacts, ownMs: number): Finding {
  const apart = Math.round(Math.abs(now - ownMs));
  if (apart <= SKEW_MS) return ok('clock', `within ${apart} ms of the database's`);
  return warn(
    'clock',
    `${apart} ms from the database's`,
    'Let both machines keep time by NTP: claims have the time of the database.',
  );
}

export async function lookAtModel(config: Config): Promise<Finding> {
  if (config.NLI === 'off') return ok('model', 'off: pairs that the rules leave open are not asked about');
  const isWanted = config.NLI === 'on' || config.NLI_MODEL_DIR !== undefined;
  try {
    const choice = modelChoice(config);
    await (await openModel(choice)).close();
    return ok('model', `${choice.dir} works`);
  } catch (error) {
    const todo = 'Set NLI=off to do without, or NLI_MODEL_DIR to one that works here.';
    return isWanted ? fail('model', messageIn(error), todo) : warn('model', messageIn(error), todo);
  }
}

/** What reads stories. A model is not asked here: that may cost. */
export function lookAtDetective({ DETECTIVE, LLM_MODEL, LLM_BASE_URL }: Config): Finding {
  if (DETECTIVE === 'off') return ok('detective', 'off: stories are read only when somebody asks for it');
  if (DETECTIVE !== 'llm') return ok('detective', 'rules read the stories of projects; no language model does');
  return ok('detective', `rules read the stories of projects, and ${LLM_MODEL} at ${LLM_BASE_URL}`);
}
