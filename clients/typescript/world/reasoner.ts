import { createLoreguard, type Loreguard } from '@loreguard/client';

export const PROJECT = 'lantern-coast';

/** One request of a transcript, and the gist of what was answered. */
export interface Recorded {
  call: string;
  answer: string;
}

type Body = Record<string, unknown>;

/** Asks the example world as a reasoner does, in a session of its own, and keeps what it asked and was answered. */
export class Reasoner {
  readonly client: Loreguard;
  readonly headers: { 'loreguard-session': string };
  readonly calls: Recorded[] = [];

  constructor(url: string, key: string, session: string) {
    this.headers = { 'loreguard-session': session };
    this.client = createLoreguard({ url, key, fetch: (input, init) => this.#send(input, init) });
  }

  /** The query of a question to the world, its answer in short, and the session that it belongs to. */
  short<Query extends object>(query: Query) {
    return this.with({ view: 'compact' as const, ...query });
  }

  with<Query extends object>(query: Query) {
    return { params: { query: { project: PROJECT, ...query } }, headers: this.headers };
  }

  async #send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    const response = await fetch(request);
    const { pathname, searchParams } = new URL(request.url);
    const tool = pathname.slice(pathname.lastIndexOf('/') + 1).replaceAll('-', '_');
    const given = [...searchParams].filter(([name]) => name !== 'project' && name !== 'view');
    const shown = given.map(([name, value]) => `${name}=${value}`).join(', ');
    this.calls.push({ call: `${tool}(${shown})`, answer: gist((await response.clone().json()) as Body) });
    return response;
  }
}

/** What of an answer a reader of the transcript wants to see: no ids, no system times. */
function gist(body: Body): string {
  const told = [
    ...('code' in body ? [`${body.status} ${body.code}`] : []),
    ...('status' in body && !('code' in body) ? [String(body.status)] : []),
    ...('was_true' in body ? [String(body.was_true)] : []),
    ...(typeof body.hint === 'string' ? [body.hint] : []),
    ...linesOf(body, 'candidates'),
    ...linesOf(body, 'items'),
    ...linesOf(body, 'facts'),
    ...linesOf(body, 'intervals'),
    ...linesOf(body, 'events'),
    ...linesOf(body, 'present'),
    ...linesOf(body, 'chain'),
    ...linesOf(body, 'citations'),
    ...linesOf(body, 'passages'),
    ...linesOf(body, 'held_by').map((line) => `instead: ${line}`),
    ...linesOf(body, 'sentences'),
    ...(codesOf(body) === '' ? [] : [`caveats: ${codesOf(body)}`]),
  ];
  return told.join(' | ') || 'nothing';
}

/** The lines of a list, or what its things are called. */
function linesOf(body: Body, field: string): string[] {
  const list = body[field];
  if (!Array.isArray(list)) return [];
  return [...new Set(list.map((one: Body | string) => (typeof one === 'string' ? one : nameOf(one))))].sort();
}

function nameOf(one: Body): string {
  if ('verdict' in one) return `${one.verdict}${one.is_disputed === true ? ', disputed' : ''}: ${one.text}`;
  if ('predicate' in one) return `${one.predicate} of ${(one.subject as Body | null)?.name}`;
  if ('sentence' in one) return String(one.sentence);
  return `${one.name} (${one.type})`;
}

/** How long ago everything was looked through is no matter of the world. */
function codesOf({ caveats }: { caveats?: unknown }): string {
  const list = Array.isArray(caveats)
    ? caveats.map((one: Body | string) => String(typeof one === 'string' ? one : one.code))
    : [];
  return [...new Set(list)]
    .filter((code) => code !== 'stale_run')
    .sort()
    .join(', ');
}
