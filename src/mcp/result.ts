import { PROBLEMS, type ProblemCode } from '../core/errors.js';
import { isRead, type Tool } from '../tools/define.js';
import type { Answered } from './ask.js';
import { isOfOne, showsWays } from './request.js';
import { type Reader, slim, slimRefusal, withoutNulls } from './slim.js';

/** What a call of a tool is answered. */
export interface ToolResult {
  [key: string]: unknown;
  content: [{ type: 'text'; text: string }];
  isError: boolean;
}

/** The guard said no: that is an answer, and the ways out go with it. */
const REFUSALS: ReadonlySet<unknown> = new Set<ProblemCode>(['conflict', 'batch_refused']);

/** What an agent reads of an answer of the API. */
export function resultOf(tool: Tool, { status, body, retryAfter }: Answered, reader: Reader): ToolResult {
  if (REFUSALS.has(body.code)) return told(slimRefusal(body, reader), false);
  if (status >= 400) return problemResult(body, retryAfter);
  const isSlim = showsWays(tool) || (isRead(tool) && isOfOne(tool));
  return told(isSlim ? slim(body, reader) : (withoutNulls(body) as object), false);
}

/** What is wrong, and what to do about it. */
export function problemResult(body: Readonly<Record<string, unknown>>, retryAfter?: string): ToolResult {
  const { type: _type, title: _title, status: _status, code, detail, instance: _instance, errors, ...more } = body;
  const known = PROBLEMS[code as ProblemCode];
  return told(
    {
      ...{ code, detail },
      ...(Array.isArray(errors) && errors.length > 0 && { errors }),
      ...more,
      ...(retryAfter !== undefined && { retry_after_s: Number(retryAfter) }),
      ...(known !== undefined && { what_to_do: known.help }),
    },
    true,
  );
}

function told(answer: object, isError: boolean): ToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(answer) }], isError };
}
