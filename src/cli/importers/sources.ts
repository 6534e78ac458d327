/** Programs whose memory can be taken over. */
export const SOURCES = {
  'mcp-memory': { title: 'the reference memory server of MCP' },
  mem0: { title: 'mem0' },
} as const;
export type SourceName = keyof typeof SOURCES;

/** A memory of another program, as a fact. */
export interface TakenFact {
  statement: string;
  /** What names it there, so that taking it over again changes nothing. */
  key: string;
  who?: string;
  entity?: string;
  tags?: string[];
  said_at?: string;
}

/** Something in the file that is no memory, and where. */
export interface Unread {
  /** `line 3`, `memories[2]` */
  where: string;
  why: string;
}

export interface Taken {
  facts: TakenFact[];
  unread: Unread[];
}

/** Longest statement, name and tag that the API takes. */
export const STATEMENT_MAX = 8000;
export const LABEL_MAX = 200;
export const TAGS_MAX = 32;

/** A text that says something; null where there is none. */
export function textIn(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** A name as it may stand where names do; undefined where it says nothing, or too much. */
export function labelIn(value: unknown): string | undefined {
  const text = textIn(value);
  return text !== null && text.length <= LABEL_MAX ? text : undefined;
}

/** Words as tags: those that may be one, each once. */
export function tagsIn(...values: unknown[]): string[] {
  const labels = values.flat().flatMap((value) => labelIn(value) ?? []);
  return [...new Set(labels)].slice(0, TAGS_MAX);
}
