/** What differs from run to run, as it stands in the examples. */
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const KEY = /lg_default_[0-9a-f]{32}_[0-9a-f]{64}/g;
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z/g;
const INSTANT_SHOWN = '2026-11-24T09:00:00.000000Z';
const NIL = '01900000-0000-7000-8000-000000000000';
/** A place in a list, which holds an id or a time. */
const CURSOR = Buffer.from(NIL).toString('base64url');

/** Replaces ids, times, secrets and measures by ones that stay; the same id by the same one. */
export class Normaliser {
  readonly #ids = new Map([[NIL, NIL]]);

  of<T>(value: T): T {
    const text = JSON.stringify(value)
      .replace(KEY, `lg_default_${'0'.repeat(32)}_${'0'.repeat(64)}`)
      .replace(UUID, (id) => this.#idOf(id))
      .replace(INSTANT, INSTANT_SHOWN);
    return JSON.parse(text, measured) as T;
  }

  #idOf(id: string): string {
    const shown = this.#ids.get(id) ?? `01900000-0000-7000-8000-${String(this.#ids.size).padStart(12, '0')}`;
    this.#ids.set(id, shown);
    return shown;
  }
}

/** What differs by its field: milliseconds, what the planner of the database expects, places in lists, and what changes with the lexicon or the release. */
const SHOWN: Record<string, (value: unknown) => unknown> = {
  timings: (value) => Object.fromEntries(Object.keys(Object(value)).map((stage) => [stage, 1])),
  duration_ms: () => 1,
  age_seconds: ofNumber,
  cost: ofNumber,
  next_cursor: ofText(() => CURSOR),
  sha256: ofText((text) => '0'.repeat(text.length)),
  lexicon: ofText((text) => '0'.repeat(text.length)),
  normalizer: ofNumber,
  rules: ofNumber,
  schema: ofText(() => 'of this server'),
  app: ofText(() => 'of this server'),
  version: ofText(() => 'of this server'),
};

function measured(key: string, value: unknown): unknown {
  return Object.hasOwn(SHOWN, key) ? SHOWN[key]?.(value) : value;
}

function ofText(shown: (text: string) => string): (value: unknown) => unknown {
  return (value) => (typeof value === 'string' ? shown(value) : value);
}

function ofNumber(value: unknown): unknown {
  return typeof value === 'number' ? 1 : value;
}
