import { type FrameToken, isValue, type Norm, type Reading } from '../core/norm.js';
import { slotKeys } from '../lore/rules/exclusive.js';
import { lives } from '../lore/rules/lifespan.js';
import { hash } from './hash.js';

/** Most lock keys of one statement. */
const LOCK_MAX = 8;
const RARE_MAX = 5;
const PAIRS_MAX = 7;
const ROOT_LENGTH = 6;
const RECALL_MAX = 40;
const OPPOSITE = /^[±~!]/;

/**
 * Keys under which two statements that surely contradict or repeat each other always meet: the frame of each clause
 * with its opposites folded and one selected value masked by its class. Sorted, unique; one to four for a clause.
 */
export function lockKeys(reading: Reading): string[] {
  const keys = reading.norms.flatMap((norm) => (norm.tokens.length > 0 ? frameKeys(norm) : relationKeys(norm)));
  return unique(keys.length > 0 ? keys : [textKey(reading)]);
}

/**
 * Keys under which a statement finds what it may be related to: the lock keys, that of its text, its rarest words and
 * pairs of them. Sorted, unique, at most `RECALL_MAX`.
 */
export function recallKeys(reading: Reading): string[] {
  const locks = unique([...lockKeys(reading), textKey(reading)]);
  const loose = reading.norms.filter((norm) => norm.tokens.length > 0).flatMap(looseKeys);
  return unique([...locks, ...loose.slice(0, RECALL_MAX - locks.length)]);
}

/**
 * The key that every statement with this text has, whoever read it, and if nobody could: it finds exact duplicates among
 * claims that were read otherwise.
 */
export function textKey(reading: Reading): string {
  return `t${reading.textKey}`;
}

function frameKeys(norm: Norm): string[] {
  const values = norm.tokens.filter(isMasked);
  const ranked = norm.preferredOver === null ? [] : [`p${hash([norm.value, norm.preferredOver].sort().join(' | '))}`];
  return [...ranked, ...relationKeys(norm)].concat(
    [null, ...values].map((masked) => {
      const words = norm.tokens.map((token) => (token === masked ? (token.frame ?? '').slice(1) : folded(token)));
      return `f${hash(words.sort().join(' '))}`;
    }),
  );
}

/** The slot that a relation takes, and the lives that it bounds or needs: what two relations that clash share. */
function relationKeys({ relation }: Norm): string[] {
  if (relation === undefined) return [];
  const slots = relation.traits.warnsOnly === true ? [] : slotKeys(relation);
  return [...slots.map((key) => `r${hash(key)}`), ...lives(relation).map((name) => `e${hash(name)}`)];
}

/** Values that may be exchanged decisively: each needs a lock key of its own. */
function isMasked({ frame }: FrameToken): boolean {
  return frame !== undefined && /^[#*]/.test(frame);
}

/**
 * Keeps the lock keys of a statement few, so that a long list can not hold up all other writers: what is beyond
 * `LOCK_MAX` is taken out of the reading itself. Such values, rankings and relations are then never decisive, so what
 * surely conflicts still shares a key.
 */
export function withFewLocks(norms: readonly Norm[]): Norm[] {
  let left = LOCK_MAX - norms.length;
  return norms.map(({ relation, ...norm }) => {
    const needed = relation === undefined ? 0 : relationKeys({ ...norm, relation }).length;
    const isRelation = relation !== undefined && needed <= left;
    if (isRelation) left -= needed;
    const isRanked = norm.preferredOver !== null && left > 0;
    if (isRanked) left -= 1;
    const tokens = norm.tokens.map((token) => {
      if (!isMasked(token)) return token;
      left -= 1;
      return left < 0 ? { ...token, frame: `?${token.frame?.slice(1)}` } : token;
    });
    const preferredOver = isRanked ? norm.preferredOver : null;
    return { ...norm, ...(isRelation ? { relation } : {}), preferredOver, tokens };
  });
}

function folded(token: FrameToken): string {
  return token.frame !== undefined && OPPOSITE.test(token.frame) ? token.frame.slice(1) : token.stem;
}

function subjectKey(norm: Norm): string {
  return `s${hash(norm.subject ?? '')}`;
}

/**
 * Long words, names and code are rare; pairs of them are rarer still. The words by themselves find a claim in other
 * words while few claims share them; the subject as a whole finds it among many.
 */
function looseKeys(norm: Norm): string[] {
  const rarities = new Map<string, number>();
  for (const token of norm.tokens) {
    if (isValue(token)) continue;
    const word = root(token.stem);
    rarities.set(word, Math.max(rarities.get(word) ?? 0, rarity(token.stem)));
  }
  const ranked = [...rarities].map(([word, rarity]) => ({ word, rarity }));
  ranked.sort((a, b) => b.rarity - a.rarity || (a.word < b.word ? -1 : 1));
  const rarest = ranked.slice(0, RARE_MAX).map(({ word }) => word);
  const keys = [subjectKey(norm), ...doubtedKeys(norm)];
  rarest.forEach((a, at) => {
    for (const b of rarest.slice(at + 1)) {
      if (keys.length <= PAIRS_MAX) keys.push(`w${hash(a < b ? `${a} ${b}` : `${b} ${a}`)}`);
    }
  });
  for (const word of rarest) keys.push(`w${hash(word)}`);
  return keys;
}

/** The slot of a relation whose clash is worth a warning only. */
function doubtedKeys({ relation }: Norm): string[] {
  if (relation?.traits.warnsOnly !== true) return [];
  return slotKeys(relation).map((key) => `r${hash(key)}`);
}

const LETTERS = /^[a-z]+$/;

/** What a word has in common with its derivations: "compaction" and "compacted" meet. */
function root(stem: string): string {
  return LETTERS.test(stem) ? stem.slice(0, ROOT_LENGTH) : stem;
}

function rarity(word: string): number {
  return LETTERS.test(word) ? word.length : word.length + ROOT_LENGTH;
}

function unique(keys: readonly string[]): string[] {
  return [...new Set(keys)].sort();
}
