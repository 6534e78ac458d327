/**
 * The digits of a number that is or may be a version. Versions are ordered part by part, so that 3.13 comes after 3.9, and
 * each stands for all that begin with it: 18.3 is an 18.
 */
export interface VersionDigits {
  /** Whether the text around it tells a version; "at least 1.9" alone may be a decimal too. */
  isSure: boolean;
  min?: string;
  max?: string;
}

/** Numbers between two ends, as they are written. */
interface Ends {
  min: number | null;
  max: number | null;
  isMinOpen?: true;
  isMaxOpen?: true;
  version?: VersionDigits;
}

/** A place in the order of versions: before all that begin with these parts, or after them. */
interface Edge {
  parts: readonly number[];
  isAfter: boolean;
}

const PLAIN = /^\d+(?:\.\d+)*$/;

/** The digits of one end: as written, or as the number is spelled. */
export function digitsOf({ min, max, version }: Ends, side: 'min' | 'max'): string {
  const end = side === 'min' ? min : max;
  const [own, other] = side === 'min' ? [version?.min, version?.max] : [version?.max, version?.min];
  return [own, other].find((digits) => digits !== undefined && Number(digits) === end) ?? String(end ?? 0);
}

/** Whether no version lies between both pairs of ends; null where one of them is no version. */
export function areVersionsApart(a: Ends, b: Ends): boolean | null {
  const [lowA, highA, lowB, highB] = [low(a), high(a), low(b), high(b)];
  if ([lowA, highA, lowB, highB].includes(undefined)) return null;
  return isReached(highA, lowB) || isReached(highB, lowA);
}

/** Whether both set an end on this side, and not the same. */
export function haveOtherEnds(a: Ends, b: Ends, side: 'min' | 'max'): boolean {
  const [one, other] = side === 'min' ? [low(a), low(b)] : [high(a), high(b)];
  return one != null && other != null && order(one, other) !== 0;
}

/** "18.3" is an "18", "2.4.0" a "v2.4": whether the second begins with all parts of the first. */
export function isOfVersion(series: string, version: string): boolean {
  const [whole, part] = [partsOf(series), partsOf(version)];
  if (whole === null || part === null || whole.name !== part.name) return false;
  return whole.parts.every((number, at) => number === part.parts[at]);
}

/** "node/22.11", "v2.4", "3.x" */
const WRITTEN = /^((?:[a-z]+\/)?)v?(\d+(?:\.\d+)*)(?:\.[x*])?$/;

function partsOf(text: string): { name: string; parts: number[] } | null {
  const [, name = '', digits] = WRITTEN.exec(text) ?? [];
  return digits === undefined ? null : { name, parts: digits.split('.').map(Number) };
}

/** Where it begins; null for no end, undefined where that is no version. */
function low(ends: Ends): Edge | null | undefined {
  if (ends.min === null) return null;
  return edge(digitsOf(ends, 'min'), ends.isMinOpen === true);
}

/** Where it ends: "at most 3.9" holds 3.9.5. */
function high(ends: Ends): Edge | null | undefined {
  if (ends.max === null) return null;
  return edge(digitsOf(ends, 'max'), ends.isMaxOpen !== true);
}

function edge(digits: string, isAfter: boolean): Edge | undefined {
  return PLAIN.test(digits) ? { parts: digits.split('.').map(Number), isAfter } : undefined;
}

function isReached(end: Edge | null | undefined, start: Edge | null | undefined): boolean {
  return end != null && start != null && order(end, start) <= 0;
}

/** What is not said of a version is 0 at its beginning, and anything at its end. */
function order(a: Edge, b: Edge): number {
  const most = Math.max(a.parts.length, b.parts.length);
  for (let at = 0; at <= most; at += 1) {
    const [one, other] = [partAt(a, at), partAt(b, at)];
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

function partAt({ parts, isAfter }: Edge, at: number): number {
  return parts[at] ?? (isAfter ? Number.POSITIVE_INFINITY : 0);
}
