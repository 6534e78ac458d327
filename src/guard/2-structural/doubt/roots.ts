/** Endings that derive one word from another: migrate and migration, own and owner, approve and approval. */
const ENDINGS = new Set([
  '',
  'abl',
  'able',
  'al',
  'ance',
  'ation',
  'e',
  'ed',
  'ence',
  'er',
  'es',
  'ibl',
  'ing',
  'ion',
  'ity',
  'le',
  'ly',
  'ment',
  'or',
  'ship',
  'y',
]);
/** "orders.id" of "orders". */
function isMember(member: string, whole: string): boolean {
  return member.charAt(whole.length) === '.' && member.startsWith(whole) && LETTERS.test(whole);
}

const LETTERS = /^[a-z]+$/;
/** Shorter beginnings are shared by chance. */
const ROOT_MIN = 4;
const WHOLE_MIN = 3;

/** Whether two stems are derived from one word, as far as their endings tell. Symmetric. */
export function sharesRoot(a: string, b: string): boolean {
  if (a === b || isMember(a, b) || isMember(b, a)) return true;
  if (a.charCodeAt(0) !== b.charCodeAt(0) || a.charCodeAt(2) !== b.charCodeAt(2)) return false;
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  if (length < (length === most ? WHOLE_MIN : ROOT_MIN)) return false;
  return ENDINGS.has(a.slice(length)) && ENDINGS.has(b.slice(length)) && LETTERS.test(a) && LETTERS.test(b);
}

/** The longest of these endings. */
const ENDING_MAX = Math.max(...[...ENDINGS].map(({ length }) => length));

/**
 * Finds among many stems one that shares its root with another, without asking about each: two that do are one beginning
 * with two of the endings, and no beginning has more stems than there are endings.
 */
export class Roots {
  readonly #stems = new Set<string>();
  /** By each beginning that leaves an ending. */
  readonly #derived = new Map<string, string[]>();
  /** What stands before a full stop: "orders" of "orders.id". */
  readonly #wholes = new Set<string>();

  constructor(stems: Iterable<string>) {
    for (const stem of stems) this.#add(stem);
  }

  /** Whether one of them, or the stem itself, shares its root with a stem. */
  hasOneOf(stem: string): boolean {
    if (this.#stems.has(stem) || this.#wholes.has(stem) || this.#stems.has(wholeOf(stem) ?? stem)) return true;
    return beginnings(stem).some((root) => this.#derived.get(root)?.some((other) => sharesRoot(stem, other)) === true);
  }

  #add(stem: string): void {
    if (this.#stems.has(stem)) return;
    this.#stems.add(stem);
    const whole = wholeOf(stem);
    if (whole !== null) this.#wholes.add(whole);
    for (const root of beginnings(stem)) {
      const others = this.#derived.get(root);
      if (others === undefined) this.#derived.set(root, [stem]);
      else others.push(stem);
    }
  }
}

/** "orders" of "orders.id". */
function wholeOf(member: string): string | null {
  const whole = member.slice(0, Math.max(0, member.indexOf('.')));
  return LETTERS.test(whole) ? whole : null;
}

/** What is left of a stem by taking one of the endings off. */
function beginnings(stem: string): string[] {
  if (!LETTERS.test(stem)) return [];
  const shortest = Math.max(WHOLE_MIN, stem.length - ENDING_MAX);
  const found: string[] = [];
  for (let end = stem.length; end >= shortest; end -= 1) {
    if (ENDINGS.has(stem.slice(end))) found.push(stem.slice(0, end));
  }
  return found;
}
