import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Case, Write } from '../src/cli/labelled.js';
import type { Outcome } from './engines.js';
import type { Result } from './run.js';

const answer = z.object({ warnings: z.array(z.unknown()).optional() });

/** Runs the cases against a server: each in a project of its own. The key is taken from EVAL_TOKEN. */
export async function runHttp(base: string, cases: readonly Case[]): Promise<Result[]> {
  const run = randomUUID().slice(0, 8);
  const results: Result[] = [];
  for (const [number, each] of cases.entries()) {
    for (const [at, write] of each.writes.entries()) {
      const outcome = await remember(base, `eval-${run}-${number}`, write);
      const judged = each.judged.find((place) => place.at === at);
      const { file, kind, expected, isDocument } = each;
      if (judged === undefined) continue;
      results.push({
        id: judged.id,
        file,
        kind,
        expected,
        isDocument,
        statement: write.statement,
        outcome,
        why: 'http',
      });
    }
  }
  return results;
}

async function remember(base: string, project: string, write: Write): Promise<Outcome> {
  const token = process.env.EVAL_TOKEN;
  const response = await fetch(new URL('/v1/remember', base), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({
      project,
      who: 'eval',
      kind: 'decision',
      statement: write.statement,
      reason: 'evaluation',
      scope: { env: write.env, team: write.team },
      valid_from: write.from,
      valid_until: write.until,
    }),
  });
  if (response.status === 409) return 'block';
  if (!response.ok) throw new Error(`${response.status} for "${write.statement}": ${await response.text()}`);
  return (answer.parse(await response.json()).warnings ?? []).length > 0 ? 'warn' : 'clean';
}
