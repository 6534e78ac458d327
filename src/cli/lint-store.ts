import type { LintFinding, Stated } from '../flows/lint/lint.js';
import type { LintCommand } from './lint-command.js';

/** What a claim that the server has contradicts. */
export interface StoredConflict {
  level: LintFinding['level'];
  code: string;
  reason: string;
  claim: { id: string; statement: string; who: string };
  stated: Stated;
}

const AT_ONCE = 4;
const TIMEOUT_MS = 15_000;

/**
 * Asks a server what it would answer to each statement if somebody told it. What its claims of the same document say is left
 * out: an ingest of the document replaces them.
 * @throws Error where the server can't be asked
 */
export async function checkStored(
  server: NonNullable<LintCommand['server']>,
  statements: readonly Stated[],
): Promise<StoredConflict[]> {
  const found: StoredConflict[][] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < statements.length; at = next++) {
      const stated = statements[at];
      if (stated !== undefined) found[at] = await checkOne(server, stated);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return found.flat();
}

interface Answer {
  conflicts?: { code: string; reason: string; claim: StoredConflict['claim'] | null }[];
  warnings?: { code: string; reason: string; claim: { id: string; statement: string } | null; lowered_by?: string }[];
  detail?: string;
}

async function checkOne(server: NonNullable<LintCommand['server']>, stated: Stated): Promise<StoredConflict[]> {
  const { statement, kind, reason } = stated.claim;
  const told = { statement, kind, who: stated.path.slice(0, 200), reason: reason ?? `Said in ${stated.path}` };
  const answer = await post(server, { op: 'remember', ...told, tags: [] });
  const own = stated.path.slice(0, 200);
  const level = stated.claim.isExplicit ? 'block' : 'warn';
  const conflicts = (answer.conflicts ?? []).flatMap(({ code, reason: why, claim }): StoredConflict[] =>
    claim === null || claim.who === own ? [] : [{ level, code, reason: why, claim, stated }],
  );
  const doubts = (answer.warnings ?? []).flatMap(({ code, reason: why, claim, lowered_by }): StoredConflict[] =>
    claim === null || lowered_by === undefined
      ? []
      : [{ level: 'warn', code, reason: why, claim: { ...claim, who: '' }, stated }],
  );
  return [...conflicts, ...doubts];
}

async function post({ url, key, org, project }: NonNullable<LintCommand['server']>, body: object): Promise<Answer> {
  const tenant = { ...(org === null ? {} : { org_id: org }), ...(project === null ? {} : { project }) };
  const reply = await fetch(new URL('/v1/check', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ ...tenant, ...body }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: Error) => {
    throw new Error(`${url} can't be asked: ${error.message}`);
  });
  const answer = (await reply.json()) as Answer;
  if (!reply.ok) throw new Error(`${url} answers ${reply.status}: ${answer.detail ?? 'no reason given'}`);
  return answer;
}
