import type { JudgedPair, JudgedSide } from '../../src/core/judge.js';
import { pairKeyOf } from '../../src/flows/judging/key.js';
import type { ShownPair, ShownSide } from '../../src/llm/prompts/judge.js';
import { type LocalEndpoint, startEndpoint } from '../endpoint.js';
import { type Cassette, recalled } from './cassette.js';

/**
 * An OpenAI-compatible server that answers what is on cassettes, and nothing else: a pair that none knows gets no verdict.
 * Whoever asks by another prompt than the one that was recorded gets an error.
 */
export function startReplay(cassettes: readonly Cassette[]): Promise<LocalEndpoint> {
  return startEndpoint(({ promptHash, user }) => {
    const known = cassettes.filter(({ prompt_hash }) => prompt_hash === promptHash);
    if (known.length === 0) return null;
    const { pairs } = JSON.parse(user) as { pairs: ShownPair[] };
    const verdicts = pairs.flatMap(({ stored, incoming }, at) => {
      const pair: JudgedPair = { stored: sideOf(stored), incoming: sideOf(incoming) };
      const key = pairKeyOf(pair);
      const [found] = known.flatMap((cassette) => recalled(cassette, key, pair) ?? []);
      return found === undefined ? [] : [{ pair: at + 1, ...found }];
    });
    return JSON.stringify({ verdicts });
  });
}

function sideOf({ statement, env, team, valid_from, valid_until }: ShownSide): JudgedSide {
  const scope = { env: env ?? null, team: team ?? null };
  return { statement, scope, validFrom: valid_from ?? null, validUntil: valid_until ?? null };
}
