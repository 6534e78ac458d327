import type { LintFinding } from '../flows/lint/lint.js';
import type { Stated } from '../flows/lint/stated.js';
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
export async function checkStored(server: Server, statements: readonly Stated[]): Promise<StoredConflict[]> {
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

type Server = NonNullable<LintCommand['server']>;

interface Doubt {
  code: string;
  reason: string;
  claim: { id: string; statement: string } | null;
}

interface Answer {
  conflicts: { code: string; reason: string; claim: StoredConflict['claim'] | null }[];
  warnings: Doubt[];
}

async function checkOne(server: Server, stated: Stated): Promise<StoredConflict[]> {
  const { statement, kind, reason, isExplicit } = stated.claim;
  const own = stated.path.slice(0, WHO_MAX);
  const told = { op: 'remember', statement, kind, who: own, reason: reason ?? `Said in ${stated.path}` };
  const { conflicts, warnings } = await ask<Answer>(server, '/v1/check', told);
  const level = isExplicit ? 'block' : 'warn';
  const blocks = conflicts.flatMap(({ code, reason: why, claim }): StoredConflict[] =>
    claim === null || claim.who === own ? [] : [{ level, code, reason: why, claim, stated }],
  );
  const doubts: StoredConflict[] = [];
  for (const { code, reason: why, claim } of warnings) {
    if (claim === null || REPEATED.has(code)) continue;
    const { who } = await ask<{ who: string }>(server, `/v1/claims/${claim.id}`);
    if (who !== own) doubts.push({ level: 'warn', code, reason: why, claim: { ...claim, who }, stated });
  }
  return [...blocks, ...doubts];
}

/** Longest name of who says something. */
const WHO_MAX = 200;

/** The server may have what a document says already. */
const REPEATED: ReadonlySet<string> = new Set(['same_text', 'same_content', 'nli_restatement']);

/** Sends a body, or asks without one. */
async function ask<T>({ url, key, org, project }: Server, path: string, body?: object): Promise<T> {
  const tenant = { ...(org === null ? {} : { org_id: org }), ...(project === null ? {} : { project }) };
  const whole = new URL(path, url);
  if (body === undefined) for (const [name, value] of Object.entries(tenant)) whole.searchParams.set(name, value);
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify({ ...tenant, ...body }) };
  const headers = { 'content-type': 'application/json', ...(key === null ? {} : { authorization: `Bearer ${key}` }) };
  const reply = await fetch(whole, { ...sent, headers, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    (error: Error) => {
      throw new Error(`${url} can't be asked: ${error.message}`);
    },
  );
  const answer = (await reply.json()) as T & { detail?: string };
  if (!reply.ok) throw new Error(`${url} answers ${reply.status}: ${answer.detail ?? 'no reason given'}`);
  return answer;
}
