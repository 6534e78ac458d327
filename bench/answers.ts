import { type AnswerSize, answerSizes, TOKENS_MAX, tokensOf } from '../test/helpers/answer-sizes.js';
import { startServer } from '../test/helpers/server-process.js';
import { listedGoal, listedSizes, listedTable } from './listed.js';
import { atMost, goalTable } from './report.js';

const KINDS: Record<AnswerSize['kind'], string> = {
  stored: '201 to `Prefer: return=minimal`',
  refused: '409 with one conflict to `Prefer: return=minimal`',
  listed: 'a claim of a list with `view=compact`',
  related: 'a line of `related` to `Prefer: return=minimal`',
};

/** Markdown: what an agent reads of short answers, beside the same in full, and of the list of tools; and the goals. */
export async function answersReport(databaseUrl: string): Promise<string> {
  const server = await startServer({ DATABASE_URL: databaseUrl, NLI: 'off' });
  const key = { authorization: `Bearer ${server.apiKey}` };
  try {
    const sizes = await answerSizes(async (method, path, body, headers) => {
      const content = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      const request = { method, ...content, headers: { ...content?.headers, ...key, ...headers } };
      const response = await fetch(`${server.url}${path}`, request);
      return { status: response.status, body: (await response.json()) as { items?: object[]; related?: object[] } };
    });
    const listed = await listedSizes(server);
    const reached = goalTable([...goals(sizes), listedGoal(listed)]);
    return [sizeTable(sizes), listedTable(listed), reached].join('\n\n');
  } finally {
    await server.kill();
  }
}

function sizeTable(sizes: readonly AnswerSize[]): string {
  return [
    '| answer | about | in short | in full |',
    '|---|---|---|---|',
    ...sizes.map(({ kind, fixture, characters, inFull }) => {
      const tokens = [characters, inFull].map((length) => `${tokensOf(length)} tokens`);
      return `| ${[KINDS[kind], fixture, ...tokens].join(' | ')} |`;
    }),
  ].join('\n');
}

function goals(sizes: readonly AnswerSize[]) {
  return (['stored', 'refused', 'listed', 'related'] as const).map((kind) => {
    const longest = Math.max(...sizes.filter((size) => size.kind === kind).map(({ characters }) => characters));
    return atMost(`longest ${KINDS[kind]}`, tokensOf(longest), TOKENS_MAX[kind], 'tokens');
  });
}
