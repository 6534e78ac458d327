import { describeClaim } from './claim.js';

/** Any answer for people to read: a line a value, what is within something indented below it. */
export function describeValue(value: unknown, indent = ''): string {
  if (Array.isArray(value)) return value.map((item) => itemOf(item, indent)).join('\n');
  if (typeof value !== 'object' || value === null) return `${indent}${plain(value)}`;
  return Object.entries(value)
    .filter(([name, field]) => name !== 'view' && !isEmpty(field))
    .map(([name, field]) => fieldOf(name, field, indent))
    .join('\n');
}

function fieldOf(name: string, field: unknown, indent: string): string {
  if (isPlain(field)) return `${indent}${name}: ${plain(field)}`;
  if (isClaim(field)) return `${indent}${name}: ${claimWithin(field, `${indent}  `)}`;
  return `${indent}${name}:\n${describeValue(field, `${indent}  `)}`;
}

/** A claim with how the guard reads it, which people seldom ask of one that is shown among other things. */
function isClaim(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && 'statement' in value && 'norms' in value;
}

/** On one line, and below it why it is so and when. */
function claimWithin(claim: Record<string, unknown>, indent: string): string {
  const textOf = (bound: unknown) => (bound as { text?: string } | null | undefined)?.text ?? null;
  const { reason, valid_from, valid_until, superseded_by } = claim;
  const more = { reason, valid_from: textOf(valid_from), valid_until: textOf(valid_until), superseded_by };
  const lines = describeValue(more, indent);
  return lines === '' ? describeClaim(claim) : `${describeClaim(claim)}\n${lines}`;
}

function itemOf(item: unknown, indent: string): string {
  if (isPlain(item)) return `${indent}- ${plain(item)}`;
  if (isClaim(item)) return `${indent}- ${claimWithin(item, `${indent}  `)}`;
  return `${indent}- ${describeValue(item, `${indent}  `).trimStart()}`;
}

/** What fits on the line of its name: a value, or a short list of them. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item !== 'object' || item === null);
  return typeof value !== 'object' || value === null;
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value == null || (typeof value === 'object' && Object.keys(value).length === 0);
}

function plain(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(', ') : String(value);
}
