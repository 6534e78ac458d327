import { areOfOneClass, isOnlyFiller, isValue } from '../../../core/filler.js';
import { direction } from '../../../core/modality.js';
import type { FrameToken, Norm } from '../../../core/norm.js';
import type { Pair } from '../alignment/pair.js';
import { isOnlyOfClass } from '../alignment/per-norm.js';
import { isMadeOf, isMaterial } from '../alignment/whole-slot.js';
import type { Doubt } from './doubt.js';
import { isVague } from './reworded.js';

/** "The site is powered by WordPress" / "The site is a Drupal site": nothing is told but what a thing is made of, written in or built with. */
export function otherMaking({ stored, incoming }: Pair): Doubt | null {
  if (!isPlain(stored) || !isPlain(incoming)) return null;
  for (const one of stored.tokens) {
    if (!isMadeOf(one) || !isOnlyOfClass(one, stored)) continue;
    const other = incoming.tokens.find((token) => isMadeOf(token) && areOfOneClass(one, token));
    if (other === undefined || other.stem === one.stem || !isOnlyOfClass(other, incoming)) continue;
    if (areChosen(one, other) && areOfOneThing(things(stored, one), things(incoming, other)))
      return { stored: one, incoming: other };
  }
  return null;
}

function isPlain(norm: Norm): boolean {
  const { modality, isAdditive, isPast, phase, preferredOver } = norm;
  if (direction(modality) !== 'for' || modality === 'may' || isVague(norm)) return false;
  return isAdditive !== true && isPast !== true && phase !== 'over' && preferredOver === null;
}

/** Of products a thing may use several, unless one of the two clauses names the one. */
function areChosen(one: FrameToken, other: FrameToken): boolean {
  return isMaterial(one) || isOnlyFiller(one) || isOnlyFiller(other);
}

/** Verbs that say but what a thing is made of, by their stems, beside near synonyms of "create". */
const MAKING = new Set(['be', 'burn', 'develop', 'power', 'rewrite', 'run']);
const CREATE = 'create';

/** "is *solid* oak" */
const WHOLLY = new Set(['entirely', 'plain', 'pure', 'solid', 'wholly']);

interface Things {
  words: ReadonlySet<string>;
  /** Whether it says what the thing is, be it by a noun that the other clause lacks: "is a Rust *service*". */
  isIdentity: boolean;
}

/** What is made, or null where more is told of it. */
function things({ tokens }: Norm, value: FrameToken): Things | null {
  const rest = tokens.filter(
    (token) => token !== value && !isSlot(token, value) && !isMaking(token) && !WHOLLY.has(token.stem),
  );
  const isSaid = rest.every((token) => token.role !== 'verb' && token.role !== 'condition' && !isValue(token));
  const isIdentity = tokens.some(({ role, stem }) => role === 'verb' && stem === 'be');
  return isSaid && rest.length > 0 ? { words: new Set(rest.map(({ stem }) => stem)), isIdentity } : null;
}

/** What the value fills: "the app's *database* is MySQL". */
function isSlot({ stem, role }: FrameToken, { hypernyms = [] }: FrameToken): boolean {
  return role === 'agent' && (hypernyms.includes(stem) || SLOTS.has(stem));
}

/** What the reader names the slot after a verb: "runs on", "is built with", "is written in". */
const SLOTS = new Set(['builder', 'language', 'material', 'platform']);

function isMaking({ role, stem, meanings }: FrameToken): boolean {
  return role === 'verb' && (MAKING.has(stem) || meanings?.includes(CREATE) === true);
}

function areOfOneThing(one: Things | null, other: Things | null): boolean {
  if (one === null || other === null) return false;
  const isMore = (a: Things, b: Things) => {
    const more = [...a.words].filter((word) => !b.words.has(word)).length;
    return more === 0 || (more === 1 && a.isIdentity && a.words.size > 1);
  };
  return isMore(one, other) && isMore(other, one);
}
