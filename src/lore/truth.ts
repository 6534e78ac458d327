import { type Held, heldWithin, isEmpty, type Period, type Unit } from '../core/period.js';

/** A recorded window of a relation, its open ends clipped to the lives that it needs. */
export interface RelationWindow {
  period: Period;
  /** The dates that it names as bounds. It held at some point in the unit in which it began, and in which it ended. */
  bounds: readonly Unit[];
}

/**
 * Whether a relation was true at a time, by what is recorded.
 *
 * true: a window certainly holds at some point of the time asked about, and `covers` says whether in all of it. false:
 * no window may hold then, or the relation is single-valued and another certainly holds all that time. unknown: nothing
 * is recorded, or the windows are unsure about that time.
 * @param windows the windows of this very relation, as they were believed
 * @param rivals the windows in which another has its place; none for a relation that many may have at once
 */
export function wasTrueAt(
  asked: Unit,
  windows: readonly RelationWindow[],
  rivals: readonly RelationWindow[] = [],
): Held {
  const held = windows.map((window) => heldIn(window, asked));
  if (coversAll(asked, windows)) return { truth: 'true', covers: 'all' };
  if (held.some(({ truth }) => truth === 'true')) return { truth: 'true', covers: 'part' };
  const isTaken = coversAll(asked, rivals);
  const isOver = windows.length > 0 && held.every(({ truth }) => truth === 'false');
  return { truth: isTaken || isOver ? 'false' : 'unknown', covers: null };
}

/** What one window says of a time. */
export function heldIn({ period, bounds }: RelationWindow, asked: Unit): Held {
  const held = heldWithin(period, asked);
  if (held.truth !== 'unknown' || asked.isPoint === true) return held;
  const isNamed = bounds.some(({ start, end }) => asked.start <= start && end <= asked.end);
  return isNamed ? { truth: 'true', covers: 'part' } : held;
}

/** Whether windows that follow one another certainly hold in all of a time. */
function coversAll(asked: Unit, windows: readonly RelationWindow[]): boolean {
  let reached = asked.start;
  for (let last = Number.NaN; reached !== last && reached < asked.end; ) {
    last = reached;
    for (const { period } of windows) reached = Math.max(reached, endOf(period, reached));
  }
  return reached >= asked.end;
}

/** How far a period certainly goes on from a tick, its last unit included; the tick itself where it does not hold. */
function endOf({ certain, tail }: Period, tick: number): number {
  const { from, until } = certain;
  if (isEmpty(certain) || (from !== null && from > tick)) return tick;
  return until === null ? Number.POSITIVE_INFINITY : Math.max(tick, until + tail);
}

/** A version of something on the record: system times in ISO 8601, UTC, with equally many digits. */
interface Version {
  systemFrom: string;
  systemUntil: string | null;
}

/** What was believed at a system time; null is now. */
export function believedAt<V extends Version>(versions: readonly V[], knownAt: string | null): V[] {
  if (knownAt === null) return versions.filter(({ systemUntil }) => systemUntil === null);
  return versions.filter(
    ({ systemFrom, systemUntil }) => systemFrom <= knownAt && (systemUntil === null || knownAt < systemUntil),
  );
}

/** The truth of a relation by what was believed at a system time. */
export function wasTrueByThen(
  asked: Unit,
  versions: { windows: readonly (RelationWindow & Version)[]; rivals?: readonly (RelationWindow & Version)[] },
  knownAt: string | null,
): Held {
  return wasTrueAt(asked, believedAt(versions.windows, knownAt), believedAt(versions.rivals ?? [], knownAt));
}
