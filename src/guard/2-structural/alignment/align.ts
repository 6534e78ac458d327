import { isOnlyFiller } from '../../../core/filler.js';
import type { Meaning } from '../../../core/meaning.js';
import { isFact } from '../../../core/modality.js';
import type { FrameToken, Norm } from '../../../core/norm.js';
import { perNorm } from './per-norm.js';

/** A norm of the incoming statement with its words indexed, so that each stored norm is compared in one walk. */
export interface Indexed {
  norm: Norm;
  positions: ReadonlyMap<string, readonly number[]>;
  /** What its words may be said for. */
  meanings: ReadonlySet<Meaning>;
  isUnstructured: boolean;
}

/** What is left when the words that two clauses share are taken away. */
export interface Alignment {
  onlyStored: FrameToken[];
  onlyIncoming: FrameToken[];
  /** Number of shared words. */
  common: number;
  /** Agent and patient have changed places, or the complement is in another order: who does what to what differs. */
  swapped: boolean;
  /** Agent and patient have changed places. */
  exchanged: boolean;
  /** What did something on one side does not on the other: "paid the client" / "the client paid". */
  isTurned: boolean;
  /** Shared words to which prepositions lead that may say the same, or surely others: *to* Rome, *from* Rome. */
  leads: readonly { stored: FrameToken; incoming: FrameToken; isOther: boolean }[];
}

export function index(norm: Norm): Indexed {
  const positions = new Map<string, number[]>();
  norm.tokens.forEach(({ stem }, at) => {
    const list = positions.get(stem);
    if (list === undefined) positions.set(stem, [at]);
    else list.push(at);
  });
  return {
    norm,
    positions,
    meanings: new Set(norm.tokens.flatMap(({ meanings = [] }) => meanings)),
    isUnstructured: isUnstructured(norm),
  };
}

/** Where each word of a clause stands first. What introduces a condition ("if") is left out. */
export const placesOf = perNorm(({ tokens }): ReadonlyMap<string, number> => {
  const places = new Map<string, number>();
  for (const [at, { stem, opens }] of tokens.entries())
    if (opens === undefined && !places.has(stem)) places.set(stem, at);
  return places;
});

/** Aligns two clauses as bags of words; the order counts only where it says who does what. Symmetric. */
export function align(incoming: Indexed, stored: Norm): Alignment {
  const { tokens } = incoming.norm;
  const { partners, isUsed } = partnersOf(stored, incoming);
  const order = new Order(incoming.isUnstructured || isUnstructured(stored));
  const onlyStored: FrameToken[] = [];
  let common = 0;
  const leads: Alignment['leads'][number][] = [];
  stored.tokens.forEach((token, nth) => {
    const at = partners[nth] ?? NONE;
    const partner = tokens[at];
    if (partner === undefined) {
      onlyStored.push(token);
      return;
    }
    common += 1;
    if (isLedOtherwise(token, partner))
      leads.push({ stored: token, incoming: partner, isOther: isLedElsewhere(token, partner) });
    order.add(token, partner, at);
  });
  const onlyIncoming = tokens.filter((_, at) => isUsed[at] !== true);
  return {
    onlyStored,
    onlyIncoming,
    common,
    swapped: order.isSwapped() || isOfOwner(stored, incoming.norm) || isOfOwner(incoming.norm, stored),
    exchanged: order.isExchanged(),
    isTurned: order.isTurned(),
    leads,
  };
}

/** "Hale trusts *his deputy*" / "Hale's *deputy* distrusts him": who does it on the one side has it done to them on the other. */
function isOfOwner(owned: Norm, owner: Norm): boolean {
  const [phrase, doers] = [doersOf(owned), doersOf(owner)];
  const head = phrase.at(-1)?.stem;
  if (head === undefined || doers.length === 0 || phrase.length !== doers.length + 1) return false;
  const isSame = doers.every(({ stem }, at) => stem === phrase[at]?.stem);
  return isSame && owner.tokens.some(({ stem, role }) => stem === head && role === undefined);
}

/** The words for who does it, where a verb says what. */
const doersOf = perNorm(({ tokens }): readonly FrameToken[] => {
  const isDone = tokens.some(({ role }) => role === 'verb');
  return isDone ? tokens.filter(({ role }) => role === 'agent') : [];
});

/** Whether other prepositions lead to two words, or one of them is told as an act: "fishing", "fish". */
function isLedOtherwise(a: FrameToken, b: FrameToken): boolean {
  if (a.isAct !== b.isAct && a.role !== 'verb' && b.role !== 'verb') return true;
  return a.lead !== b.lead && a.lead !== undefined && b.lead !== undefined;
}

/** Whether the prepositions before two words have no sense in common. Where one has none, the other may go without saying. */
export function isLedElsewhere({ lead: a }: FrameToken, { lead: b }: FrameToken): boolean {
  if (a === b || a === undefined || b === undefined) return false;
  const senses = b.split(' ');
  return !a.split(' ').some((sense) => senses.includes(sense));
}

const counts = perNorm(({ tokens }) => {
  const found = new Map<string, number>();
  for (const { stem } of tokens) found.set(stem, (found.get(stem) ?? 0) + 1);
  return found;
});

/** Of a clause that is so many times as long as the other one, the words are counted once for all pairs. */
const MUCH_LONGER = 4;

/** How many words two clauses have in common, one that is said twice counted as often as both say it. Cheap, and symmetric. */
export function commonOf({ norm, positions }: Indexed, stored: Norm): number {
  let common = 0;
  if (stored.tokens.length > MUCH_LONGER * norm.tokens.length) {
    const theirs = counts(stored);
    for (const [stem, places] of positions) common += Math.min(places.length, theirs.get(stem) ?? 0);
    return common;
  }
  let used: Map<string, number> | undefined;
  for (const { stem } of stored.tokens) {
    const places = positions.get(stem);
    if (places === undefined) continue;
    used ??= new Map();
    const before = used.get(stem) ?? 0;
    if (before < places.length) common += 1;
    used.set(stem, before + 1);
  }
  return common;
}

const withMeanings = perNorm(({ tokens }) => tokens.filter((token) => token.meanings !== undefined));

/** How many words more are likely words for one thing. */
export function nearAtMost({ positions, meanings }: Indexed, stored: Norm): number {
  if (meanings.size === 0) return 0;
  let common = 0;
  for (const token of withMeanings(stored))
    if (token.meanings?.some((one) => meanings.has(one)) === true && !positions.has(token.stem)) common += 1;
  return common;
}

const NONE = -1;

/** The place in the incoming clause of the partner of each stored word, or NONE; and which words there have one. */
interface Partners {
  partners: readonly number[];
  isUsed: readonly boolean[];
}

/**
 * Which words go together. Of several equal words those in the same
 * role go together first, then what is left of both sides, each time in the order of the text: so the same words go
 * together whichever clause is the stored one.
 */
function partnersOf({ tokens }: Norm, incoming: Indexed): Partners {
  const partners = new Array<number>(tokens.length).fill(NONE);
  const isUsed = new Array<boolean>(incoming.norm.tokens.length).fill(false);
  for (const inRole of IN_ROLE_FIRST) {
    const passed: Passed = { places: null };
    for (let nth = 0; nth < tokens.length; nth += 1) {
      const token = tokens[nth];
      if (token === undefined || partners[nth] !== NONE) continue;
      const at = firstFree(token, incoming, isUsed, inRole, passed);
      if (at === NONE) continue;
      partners[nth] = at;
      isUsed[at] = true;
    }
  }
  return { partners, isUsed };
}

const IN_ROLE_FIRST = [true, false] as const;

/** How many of the places of a word need not be looked at again; null until a word has more than one. */
interface Passed {
  places: Map<string, number> | null;
}

/**
 * The place of the first equal word that has no partner yet, in the same role if that is asked for; or NONE. What was
 * passed is not looked at again, so that a word said a thousand times is walked once.
 */
function firstFree(
  { stem, role }: FrameToken,
  { norm, positions }: Indexed,
  isUsed: readonly boolean[],
  inRole: boolean,
  passed: Passed,
): number {
  const places = positions.get(stem) ?? NOWHERE;
  if (places.length === 0) return NONE;
  const isFree = (at: number) => isUsed[at] !== true && (!inRole || norm.tokens[at]?.role === role);
  if (places.length === 1) return isFree(places[0] ?? NONE) ? (places[0] ?? NONE) : NONE;
  passed.places ??= new Map();
  const key = inRole ? `${role ?? ''} ${stem}` : stem;
  let nth = passed.places.get(key) ?? 0;
  while (nth < places.length && !isFree(places[nth] ?? NONE)) nth += 1;
  passed.places.set(key, nth + 1);
  return places[nth] ?? NONE;
}

const NOWHERE: readonly number[] = [];

/** Two words that have changed places between agent, complement and condition. */
const EXCHANGES = [
  ['agent>', '>agent'],
  ['condition>', '>condition'],
  ['agent>condition', 'condition>agent'],
  ['verb>condition', 'condition>verb'],
] as const;

/** A fact in which no verb was found: only the order of its words says who does what. */
function isUnstructured({ modality, tokens }: Norm): boolean {
  return isFact(modality) && tokens.every(({ role }) => role === undefined || role === 'condition');
}

/** Watches the places of shared words. */
class Order {
  readonly #isStrict: boolean;
  /** Which words went from one role to another: agent → complement and so on. */
  readonly #moves = new Set<string>();
  #last = -1;
  #reordered = false;

  /** Strict: the place of every word counts, not only that of complements. */
  constructor(isStrict: boolean) {
    this.#isStrict = isStrict;
  }

  add(stored: FrameToken, incoming: FrameToken, at: number): void {
    if (stored.role !== incoming.role) this.#moves.add(`${stored.role ?? ''}>${incoming.role ?? ''}`);
    if (!this.#isStrict && !(isComplement(stored) && isComplement(incoming))) return;
    if (at < this.#last) this.#reordered = true;
    this.#last = at;
  }

  /** One is of the agent, the other is not. */
  isTurned(): boolean {
    return this.#moves.has('agent>') || this.#moves.has('>agent');
  }

  isExchanged(): boolean {
    return this.#moves.has('agent>') && this.#moves.has('>agent');
  }

  isSwapped(): boolean {
    return this.#reordered || EXCHANGES.some(([there, back]) => this.#moves.has(there) && this.#moves.has(back));
  }
}

function isComplement(token: FrameToken): boolean {
  return token.role === undefined && !isOnlyFiller(token);
}
