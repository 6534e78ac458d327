import { labelIn, STATEMENT_MAX, type Taken, type TakenFact, tagsIn, textIn, type Unread } from './sources.js';

/** Where its exports and the answers of its API keep the memories, if not at the top. */
const LISTS = ['memories', 'results', 'data', 'items'] as const;

/** What the text of a memory is called, by version. */
const TEXTS = ['memory', 'text', 'content', 'data'] as const;

/**
 * An export of mem0: a list of memories, alone or as `results` or `memories`, or a memory a line. Of each its text, its
 * id, whose it is, when it was made, its categories and the tags of its metadata are kept.
 */
export function readMem0(text: string): Taken {
  const { items, unread } = itemsOf(text);
  const taken: Taken = { facts: [], unread: [...unread] };
  for (const [where, item] of items) {
    const fact = readMemory(item);
    if (typeof fact === 'string') taken.unread.push({ where, why: fact });
    else taken.facts.push(fact);
  }
  return taken;
}

function itemsOf(text: string): { items: [string, unknown][]; unread: Unread[] } {
  try {
    const parsed: unknown = JSON.parse(text);
    const [name, list] = listIn(parsed);
    return { items: list.map((item, at) => [`${name}[${at}]`, item]), unread: [] };
  } catch (error) {
    const lines = text.split('\n').map((line, at) => [`line ${at + 1}`, line] as const);
    const full = lines.filter(([, line]) => line.trim() !== '');
    if (full.length < 2)
      return { items: [], unread: [{ where: 'the file', why: `is not JSON: ${(error as Error).message}` }] };
    return readLines(full);
  }
}

function readLines(lines: readonly (readonly [string, string])[]): ReturnType<typeof itemsOf> {
  const items: [string, unknown][] = [];
  const unread: Unread[] = [];
  for (const [where, line] of lines) {
    try {
      items.push([where, JSON.parse(line)]);
    } catch {
      unread.push({ where, why: 'is not JSON' });
    }
  }
  return { items, unread };
}

function listIn(parsed: unknown): [string, unknown[]] {
  if (Array.isArray(parsed)) return ['memories', parsed];
  if (typeof parsed !== 'object' || parsed === null) return ['memories', [parsed]];
  const name = LISTS.find((one) => Array.isArray((parsed as Record<string, unknown>)[one]));
  if (name === undefined) return ['memories', [parsed]];
  return [name, (parsed as Record<string, unknown[]>)[name] ?? []];
}

/** The memory as a fact; or why it is none. */
function readMemory(item: unknown): TakenFact | string {
  if (typeof item !== 'object' || item === null) return 'is no object';
  const fields = item as Record<string, unknown>;
  const statement = TEXTS.map((name) => textIn(fields[name])).find((text) => text !== null);
  if (statement == null) return `has no text: none of ${TEXTS.join(', ')}`;
  if (statement.length > STATEMENT_MAX)
    return `is too long: ${statement.length} characters, and ${STATEMENT_MAX} are taken`;
  const who = labelIn(fields.user_id) ?? labelIn(fields.agent_id);
  const saidAt = instantIn(fields.created_at) ?? instantIn(fields.updated_at);
  const { tags } = (fields.metadata ?? {}) as { tags?: unknown };
  return {
    statement,
    key: (textIn(fields.id) ?? statement).slice(0, KEY_MAX),
    ...(who !== undefined && { who }),
    ...(saidAt !== null && { said_at: saidAt }),
    tags: tagsIn(fields.categories, tags),
  };
}

const KEY_MAX = 500;
/** Seconds until the year 33658 are fewer than milliseconds since 2001. */
const SECONDS_MAX = 1e12;

/** A time as text, or in seconds or milliseconds, as ISO 8601; null where it is none. */
function instantIn(value: unknown): string | null {
  const ms = typeof value === 'number' ? (value < SECONDS_MAX ? value * 1000 : value) : Date.parse(String(value));
  return Number.isNaN(ms) || Math.abs(ms) > 8.64e15 ? null : new Date(ms).toISOString();
}
