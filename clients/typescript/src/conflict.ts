import type { Client, FetchResponse } from 'openapi-fetch';
import type { components, paths } from './generated/schema.js';

/** A refusal in full: what a write contradicts, and the ways out. */
export type Conflict = components['schemas']['ConflictProblem'];

type Resolution = Conflict['resolutions'][number];

/** A way out that is a request. */
type Request = Exclude<Resolution, { operation: 'none' }>;

/** One of the ways out, or what it does. */
export type Way = Request | Request['action'];

/** The fields that a way out may need, by their paths in its body. */
export type Fill = Partial<Record<Request['needs'][number], string>>;

/** What became of a way out: as the operation answers, which may refuse it again. */
export type Resolved = {
  [P in Request['path']]: FetchResponse<paths[P]['post'], object, `${string}/${string}`>;
}[Request['path']];

/** A way out was chosen without what it needs. */
export class MissingFields extends Error {
  override readonly name = 'MissingFields';

  /** @param fields their paths, as `fill` takes them */
  constructor(readonly fields: readonly string[]) {
    super(`Still to fill in: ${fields.join(', ')}.`);
  }
}

/**
 * Whether what an operation answered instead of data is the refusal of a write. A refusal in short, as
 * `Prefer: return=minimal` asks for it, has no ways out and is none.
 */
export function isConflict(error: unknown): error is Conflict {
  const { code, view } = (error ?? {}) as Partial<Conflict>;
  return code === 'conflict' && view === 'full';
}

/** The ways out that are requests, the likeliest first. */
export function waysOf({ resolutions }: Conflict): Request[] {
  return resolutions.filter((way): way is Request => way.operation !== 'none');
}

interface Choice {
  conflict: Conflict;
  way: Way;
  fill: Fill;
  signal?: AbortSignal;
}

/** Sends a way out, filled in. */
export async function resolveConflict(
  client: Client<paths>,
  { conflict, way: chosen, fill, signal }: Choice,
): Promise<Resolved> {
  const way = typeof chosen === 'string' ? waysOf(conflict).find(({ action }) => action === chosen) : chosen;
  if (way === undefined) throw new Error(`This refusal offers no ${chosen}.`);
  const missing = way.needs.filter((field) => !fill[field]?.trim());
  if (missing.length > 0) throw new MissingFields(missing);
  const body = filled(way.body, fill);
  // The body of a way out is that of its operation, which the compiler can't tell of all of them at once.
  const init = { body, ...(signal && { signal }) } as never;
  return (await client.POST(way.path, init)) as Resolved;
}

/** A copy of the body with these fields. */
function filled(body: object, fill: Fill): object {
  const copy = structuredClone(body) as Record<string, unknown>;
  for (const [path, text] of Object.entries(fill)) {
    const [first = '', second] = path.split('.');
    if (second === undefined) copy[first] = text;
    else copy[first] = { ...(copy[first] as object | null), [second]: text };
  }
  return copy;
}
