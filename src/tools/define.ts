import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { Tier } from '../core/decision.js';
import { type ProblemCode, problemBody } from '../core/errors.js';
import type { Caller, Role } from '../core/role.js';
import type { Tenant } from '../core/scope.js';
import type { Deps } from '../flows/deps.js';
import type { SessionUse } from '../flows/lore/sessions.js';
import type { Camel } from './wire.js';

type Shape = z.ZodType<object>;
type Fields<S extends Shape | undefined> = S extends Shape ? z.infer<S> : unknown;

/** What the server lets one client ask. */
export interface Served {
  bodyBytes: number;
  /** Null for no limit. */
  requestsPerMinute: number | null;
}

/** What a tool gets besides its input. */
export interface ToolContext {
  deps: Deps;
  tenant: Tenant;
  caller: Caller;
  served: Served;
  /** Every operation of this server. */
  tools: readonly Tool[];
  /** The conversation that the question belongs to; null: none. */
  session: SessionUse | null;
  /** The versions that a change may start from, as If-Match names them; null is whatever there is. */
  ifMatch: readonly string[] | null;
  /** Path and id of the request, for problems inside an answer. */
  instance: string;
  /** The bytes of the body of an operation that takes lines; of any other there are none. */
  lines: AsyncIterable<Uint8Array>;
  /** Logs a fault that only a part of the answer tells. */
  report(error: unknown): void;
}

/** What an operator wants to know of an answer: the decision on the record, its tier, milliseconds by stage. */
export interface AnswerTrace {
  decisionId: string | null;
  tier: Tier;
  timings: Readonly<Record<string, number>>;
}

/** What a tool answers, in camelCase; the http layer turns it into JSON. */
export interface ToolAnswer {
  status: number;
  /** Of an operation that answers lines, their bytes. */
  body: object | Readable;
  /** The same in short, for those who prefer that. */
  short?: () => object;
  /** Headers of its own, in lower case. */
  headers?: Record<string, string>;
  /** Of a guarded write. */
  trace?: AnswerTrace;
}

export interface ToolResponse {
  description: string;
  /** Of a body; or, where the answer is lines of JSON, of each of them. */
  schema: z.ZodObject | Lines;
  /** Of the answer in short, where there is one; the two are told apart by their `view`. */
  short?: z.ZodObject;
  /** Headers of its own. */
  headers?: readonly ('ETag' | 'Location')[];
}

/** What one line is of a body that is many, each of them JSON: it may be as long as it likes, and is never held whole. */
export interface Lines {
  lineSchema: z.ZodType<object>;
}

export function isLines(schema: z.ZodObject | Lines): schema is Lines {
  return 'lineSchema' in schema;
}

/** Whether it takes or answers lines, of which a model has no use. */
export function speaksLines({ lines, responses }: Tool): boolean {
  return lines !== undefined || Object.values(responses).some(({ schema }) => isLines(schema));
}

/** Another path of an operation, which is not to be used any more. */
export interface Alias {
  path: string;
  /** The day from which it is deprecated, and the first day on which it may be gone: YYYY-MM-DD. */
  since: string;
  sunset: string;
}

/** What an agent may choose to see of the operations; `memory` is what it sees unless it says otherwise. */
export const TOOLSETS = ['memory', 'lore', 'curate', 'admin'] as const;
export type Toolset = (typeof TOOLSETS)[number];

/** One operation of the API: everything about it in one value. */
export interface ToolSpec<
  Params extends Shape | undefined = Shape | undefined,
  Query extends Shape | undefined = Shape | undefined,
  Body extends Shape | undefined = Shape | undefined,
> {
  /** operationId, snake_case. */
  name: string;
  method: 'GET' | 'POST' | 'PUT';
  /** Path with parameters as `{name}`. */
  path: string;
  /** The path that it had before, which goes on until a day. */
  alias?: Alias;
  tag: 'write' | 'read' | 'lore' | 'curate' | 'admin';
  /** Where agents find it; default: the toolset of its tag, and `curate` for a write or a read. */
  toolsets?: readonly [Toolset, ...Toolset[]];
  /** Least role of a key that may call it. */
  role: Role;
  /** Whether it takes away or replaces what stands, as agents are told before they call it; default: a PUT does. */
  isDestructive?: true;
  /** Whether a POST may come with an Idempotency-Key, and its answer be kept for a retry; default true. */
  takesIdempotencyKey?: false;
  /** Whether what it answers or writes counts for a conversation; default: a question of the lore does. */
  takesSession?: true;
  /** Whether it obeys an If-Match; default false. */
  takesIfMatch?: true;
  /** A line for a list of operations, in the imperative. */
  summary: string;
  /** What it does and answers. */
  description: string;
  /** When it is the right one of all operations; completes "Use when". */
  useWhen: string;
  /** What another operation is for, with its name; completes "Not for". */
  notFor: string;
  /** What to do about a refusal; completes "On conflict". */
  onConflict?: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** In place of a body: lines of JSON, which the operation reads itself. */
  lines?: Lines;
  responses: Record<number, ToolResponse>;
  /** Problems that this tool answers with, beyond those that every operation may. */
  problems: readonly ProblemCode[];
  run(context: ToolContext, input: Camel<Fields<Params> & Fields<Query> & Fields<Body>>): Promise<ToolAnswer>;
}

/** Where agents find a tool. */
export function toolsetsOf({ tag, toolsets }: Pick<Tool, 'tag' | 'toolsets'>): readonly Toolset[] {
  return toolsets ?? [tag === 'lore' || tag === 'admin' ? tag : 'curate'];
}

/** Whether the questions that an operation answers, or what it writes, may belong to a conversation. */
export function takesSession({ tag, method, takesSession: takes }: Tool): boolean {
  return takes ?? (tag === 'lore' && method === 'GET');
}

/** Whether an operation has answers in short. */
export function hasShort({ responses }: Tool): boolean {
  return Object.values(responses).some(({ short }) => short !== undefined);
}

export function isRead({ method }: Tool): boolean {
  return method === 'GET';
}

/** Whether a client may send an Idempotency-Key with this operation. */
export function takesKey({ method, takesIdempotencyKey }: Tool): boolean {
  return method === 'POST' && takesIdempotencyKey !== false;
}

/** All that is said of a tool, so that it stands alone in a list of tools. */
export function describeTool({ description, useWhen, notFor, onConflict }: Tool): string {
  const advice = [
    `Use when ${useWhen}`,
    `Not for ${notFor}`,
    ...(onConflict === undefined ? [] : [`On conflict ${onConflict}`]),
  ];
  return [description, ...advice].join('\n\n');
}

/** A tool whose input types are hidden, as the registry and the http layer see it. */
export interface Tool extends Omit<ToolSpec, 'run'> {
  run(context: ToolContext, input: never): Promise<ToolAnswer>;
}

export function defineTool<
  Params extends Shape | undefined = undefined,
  Query extends Shape | undefined = undefined,
  Body extends Shape | undefined = undefined,
>(spec: ToolSpec<Params, Query, Body>): Tool {
  const { name, body } = spec;
  return { ...(spec as unknown as Tool), ...(body && { body: named(body, name) }) };
}

/** A body that has no name is called after its operation: AddEntityRequest. */
function named(body: Shape, tool: string): Shape {
  const { id, description } = z.globalRegistry.get(body) ?? {};
  if (id !== undefined && description !== undefined) return body;
  const pascal = tool.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return body.meta({ id: id ?? `${pascal}Request`, description: description ?? `What ${tool} takes.` });
}

/** A refusal by a tool (its code, its detail and more) in the shape of a problem. */
export function asProblem(body: object, instance: string): object {
  const { code, detail, ...extra } = body as { code: ProblemCode; detail: string };
  return problemBody(code, detail, instance, [], extra);
}
