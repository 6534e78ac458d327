import { PROBLEMS } from '../../core/errors.js';
import type { TransferOptions } from '../transfer/options.js';
import type { TakenFact } from './sources.js';

/** Where memories go, and how. */
export interface Target extends Pick<TransferOptions, 'orgId' | 'project'> {
  guarded?: boolean;
  who?: string;
  source: string;
}

/** What became of one. */
export interface Outcome {
  statement: string;
  /** That it has, or would have had by itself. */
  status: number;
  result: string;
  reasons: string[];
}

/** Most memories of a request, and most characters: a body may have 1 MiB, and a character four bytes. */
const ITEMS_MAX = 200;
const CHARACTERS_MAX = 200_000;

export function* chunksOf(facts: readonly TakenFact[]): Generator<TakenFact[]> {
  let chunk: TakenFact[] = [];
  let characters = 0;
  for (const fact of facts) {
    if (chunk.length === ITEMS_MAX || (chunk.length > 0 && characters + fact.statement.length > CHARACTERS_MAX)) {
      yield chunk;
      [chunk, characters] = [[], 0];
    }
    chunk.push(fact);
    characters += fact.statement.length + fact.key.length;
  }
  if (chunk.length > 0) yield chunk;
}

/** The request that stores a chunk: as facts, or each under the guard. */
export function bodyOf(facts: readonly TakenFact[], target: Target): { path: string; body: object } {
  const { orgId, project, who, source } = target;
  const tenant = { ...(orgId !== undefined && { org_id: orgId }), ...(project !== undefined && { project }) };
  if (target.guarded !== true) {
    return { path: '/v1/ingest', body: { ...tenant, source, ...(who !== undefined && { who }), facts } };
  }
  const items = facts.map(({ key: _, ...fact }) => ({
    op: 'learn',
    source,
    ...(who !== undefined && { who }),
    ...fact,
  }));
  return { path: '/v1/batch', body: { ...tenant, items } };
}

interface Answer {
  /** Of an ingest. */
  facts?: { index: number; result: string }[];
  errors?: { index: number; path: string; message: string }[];
  violations?: unknown[];
  /** Of a batch. */
  results?: { index: number; status: number; body: RefusedBody & { result?: string } }[];
}

interface RefusedBody {
  detail?: string;
  errors?: { path: string; message: string }[];
  conflicts?: { claim?: { statement?: string } | null; reason?: string }[];
}

/** What an answer says of each memory of a chunk. */
export function outcomesOf(
  facts: readonly TakenFact[],
  body: unknown,
): { outcomes: Outcome[]; contradictions: number } {
  const { facts: stored = [], errors = [], violations = [], results } = body as Answer;
  const statementOf = (index: number) => facts[index]?.statement ?? '';
  if (results !== undefined) {
    const outcomes = results.map(({ index, status, body: told }) => ({
      ...{ statement: statementOf(index), status, result: told.result ?? 'refused', reasons: reasonsOf(told) },
    }));
    return { outcomes, contradictions: 0 };
  }
  const good = stored.map(({ index, result }) => ({ statement: statementOf(index), status: 200, result, reasons: [] }));
  const bad = [...new Set(errors.map(({ index }) => index))].map((index) => ({
    ...{ statement: statementOf(index), status: PROBLEMS.invalid_request.status, result: 'refused' },
    reasons: errors.filter((error) => error.index === index).map(({ path, message }) => `${path} ${message}`),
  }));
  return { outcomes: [...good, ...bad], contradictions: violations.length };
}

function reasonsOf({ detail, errors = [], conflicts = [] }: RefusedBody): string[] {
  const found = conflicts.map(
    ({ claim, reason }) => `contradicts "${claim?.statement ?? 'a relation'}": ${reason ?? ''}`,
  );
  if (found.length > 0) return found;
  const fields = errors.map(({ path, message }) => `${path} ${message}`);
  return fields.length > 0 ? fields : detail === undefined ? [] : [detail];
}
