import { type FrameToken, isValue, type Norm, type Reading } from '../core/norm.js';
import { slotKeys } from '../lore/rules/exclusive.js';
import { lives } from '../lore/rules/lifespan.js';
import { commonRoots } from './common-words.js';
import { hash } from './hash.js';

/** Most lock keys of one statement. */
const LOCK_MAX = 8;
const RARE_MAX = 4;
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
 * Keys under which a statement finds what it may be related to: the lock keys, that of its text and, rarest first, its
 * subjects, pairs of rare words and these words alone. Unique, at most `RECALL_MAX`; the order says which are worth most.
 */
export function recallKeys(reading: Reading): string[] {
  const loose = inTurn(reading.norms.filter((norm) => norm.tokens.length > 0).map(looseKeys));
  return [...new Set([...lockKeys(reading), textKey(reading), ...loose])].slice(0, RECALL_MAX);
}

/** The first of each list, then the second of each: no clause takes the room of another. */
function inTurn(lists: readonly string[][]): string[] {
  const [only, ...others] = lists;
  if (only === undefined || others.length === 0) return only ?? [];
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
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
  return frame !== undefined && (frame.startsWith('#') || frame.startsWith('*'));
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
 * Pairs of rare words are shared by few claims, also where each of the words is not rare; a word by itself finds what
 * has only that one in common.
 */
function looseKeys(norm: Norm): string[] {
  const rarest = rareWords(norm);
  const pairs = rarest.flatMap((a, at) => rarest.slice(0, at).map((b) => (a < b ? `${a} ${b}` : `${b} ${a}`)));
  return [subjectKey(norm), ...doubtedKeys(norm), ...[...pairs, ...rarest].map((words) => `w${hash(words)}`)];
}

/** Beginnings of the rarest words of a clause, rarest first. */
function rareWords(norm: Norm): string[] {
  const ranked = [...rarities(norm)].sort(([a, rareA], [b, rareB]) => rareB - rareA || (a < b ? -1 : 1));
  return ranked.slice(0, RARE_MAX).map(([word]) => word);
}

/** Beginnings of the words of a clause, values and markers left out, with their rarity: below 0 for common words. */
export function rarities({ tokens }: Norm): Map<string, number> {
  const found = new Map<string, number>();
  for (const token of tokens) {
    if (isValue(token) || token.stem.startsWith('@')) continue;
    const word = root(token.stem);
    found.set(word, Math.max(found.get(word) ?? Number.NEGATIVE_INFINITY, rarity(token.stem)));
  }
  return found;
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

const COMMON = commonRoots(ROOT_LENGTH);
/** Short words that are not common are mostly abbreviations, which are as rare as words of this many letters. */
const SHORT_MAX = 4;
const SHORT_AS = 7;

/** Long words, names and code are rare; common words come after all others. */
function rarity(word: string): number {
  if (!LETTERS.test(word)) return word.length + ROOT_LENGTH;
  if (COMMON.has(root(word))) return -1 / word.length;
  return word.length <= SHORT_MAX ? SHORT_AS : word.length;
}

function unique(keys: readonly string[]): string[] {
  return [...new Set(keys)].sort();
}
