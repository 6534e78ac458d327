import { z } from 'zod';
import { Problem } from '../core/errors.js';
import { hasShort, isLines, isRead, type Tool, type ToolResponse, takesKey } from '../tools/define.js';
import type { Asked } from './ask.js';

export type Arguments = Readonly<Record<string, unknown>>;

/** A call of a tool, beside its arguments. */
export interface CallContext {
  /** Fills in where the arguments name no project. */
  project: string | null;
  /** Makes a retry of a write safe. */
  idempotencyKey: string | null;
  /** Whether all is wanted, not the short form. */
  inFull: boolean;
}

/**
 * The request to the API that a call of a tool stands for.
 * @throws Problem `invalid_request` for an argument that can't stand in a path
 */
export function requestOf(tool: Tool, given: Arguments, context: CallContext): Asked {
  const input = withProject(tool, given, context.project);
  const inPath = fieldsOf(tool.params);
  const path = pathOf(tool.path, input);
  const rest = Object.entries(input).filter(([name, value]) => !inPath.has(name) && value != null);
  const inQuery = tool.body === undefined ? rest : rest.filter(([name]) => fieldsOf(tool.query).has(name));
  const query = new URLSearchParams(inQuery.map(([name, value]): [string, string] => [name, textOf(value)]));
  const inShort = !context.inFull && hasShort(tool);
  if (inShort && isRead(tool) && !isOfOne(tool)) query.set('view', 'compact');
  const headers = {
    ...(inShort && !isRead(tool) && !showsWays(tool) && { prefer: 'return=minimal' }),
    ...(context.idempotencyKey !== null && takesKey(tool) && { 'idempotency-key': context.idempotencyKey }),
  };
  const asked = { method: tool.method, path: query.size === 0 ? path : `${path}?${query}`, headers };
  if (tool.body === undefined) return asked;
  return { ...asked, body: Object.fromEntries(rest.filter(([name]) => !fieldsOf(tool.query).has(name))) };
}

/** Whether it is about one thing that is named in its path. The short form of one thing leaves out why it is so. */
export function isOfOne({ params }: Tool): boolean {
  return params !== undefined;
}

/** Whether an answer may hold ways out, which are told in full only. */
export function showsWays({ problems, responses }: Tool): boolean {
  const hasWays = ({ schema }: ToolResponse) => !isLines(schema) && 'resolutions' in schema.shape;
  return problems.includes('conflict') || Object.values(responses).some(hasWays);
}

function withProject(tool: Tool, given: Arguments, project: string | null): Arguments {
  const takesProject = [tool.query, tool.body].some((part) => fieldsOf(part).has('project'));
  return project === null || !takesProject || given.project != null ? given : { ...given, project };
}

const fields = new WeakMap<z.ZodType, ReadonlySet<string>>();

/** The names of the fields of an object, or of one of several. */
function fieldsOf(schema: z.ZodType | undefined): ReadonlySet<string> {
  if (schema === undefined) return NONE;
  const known = fields.get(schema);
  if (known !== undefined) return known;
  const found =
    schema instanceof z.ZodObject
      ? Object.keys(schema.shape)
      : schema instanceof z.ZodUnion
        ? schema.options.flatMap((option) => [...fieldsOf(option as z.ZodType)])
        : [];
  const names = new Set(found);
  fields.set(schema, names);
  return names;
}

const NONE: ReadonlySet<string> = new Set();

function pathOf(template: string, input: Arguments): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = input[name] == null ? '' : textOf(input[name]);
    // The dots would lead elsewhere.
    if (text !== '' && text !== '.' && text !== '..') return encodeURIComponent(text);
    throw new Problem('invalid_request', `1 field is not valid: ${name}.`, [{ path: name, message: 'is required' }]);
  });
}

/** As it stands in an address, where a list is one text with commas. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.toWellFormed();
}
