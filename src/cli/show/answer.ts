import type { ApiAnswer } from '../api/client.js';
import type { ApiCommand } from '../api/command.js';
import { describeClaim } from './claim.js';
import type { Wording } from './command-line.js';
import { describeRefusal, type Refusal } from './refusal.js';
import { describeStored, type Stored } from './stored.js';
import { describeValue } from './values.js';

/** What people are shown of an answer. `--json` has all of it. */
export function describeAnswer(command: ApiCommand | null, { status, body }: ApiAnswer, wording: Wording): string {
  if (status >= 400) return describeProblem(body, wording);
  const { claim, items, decision_id, result, conflicts } = body as Record<string, unknown>;
  if (Array.isArray(items)) return describePage(command?.name ?? '', body as Page);
  if (Array.isArray(conflicts) && conflicts.length > 0) return describeRefusal(body as Refusal, wording);
  if (claim && result !== undefined && decision_id !== undefined) return describeStored(body as Stored);
  return describeValue(body);
}

interface Problem {
  title?: string;
  detail?: string;
  code?: string;
  errors?: { path: string; message: string }[];
  candidates?: { id: string; name: string }[];
}

function describeProblem(body: unknown, wording: Wording): string {
  if (Array.isArray((body as { conflicts?: unknown }).conflicts)) return describeRefusal(body as Refusal, wording);
  const { title, detail, code, errors = [], ...rest } = body as Problem & Record<string, unknown>;
  const { type: _type, status: _status, instance: _instance, view: _view, ...more } = rest;
  const lines = [`${title ?? code ?? 'refused'}: ${detail ?? ''}`.trimEnd()];
  lines.push(...errors.map(({ path, message }) => `  ${path} ${message}`));
  if (Object.keys(more).length > 0) lines.push(describeValue(more));
  return lines.join('\n');
}

interface Page {
  items: Record<string, unknown>[];
  next_cursor?: string | null;
}

function describePage(name: string, { items, next_cursor }: Page): string {
  if (items.length === 0) return 'Nothing found.';
  const isClaim = (item: Record<string, unknown>) => 'statement' in item && 'id' in item;
  const lines = items.map((item) => (isClaim(item) ? describeClaim(item) : describeValue(item)));
  const separator = items.every(isClaim) ? '\n' : '\n\n';
  const more = next_cursor ? [`\nMore: loreguard ${name} … --cursor ${next_cursor}`] : [];
  return [lines.join(separator), ...more].join('\n');
}
