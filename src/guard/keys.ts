import { exchangeClass, isValue, slotOf } from '../core/filler.js';
import { isFact } from '../core/modality.js';
import type { FrameToken, Norm, Reading } from '../core/norm.js';
import { oncePer } from '../core/once-per.js';
import { slotKeys } from '../lore/rules/exclusive.js';
import { lives } from '../lore/rules/lifespan.js';
import { isCommon, LETTERS, ROOT_LENGTH, root } from './common-words.js';
import { hash } from './hash.js';

/** Most lock keys of one statement. */
const LOCK_MAX = 8;
/** Most values of one clause that have a key of their own. */
const MASKED_MAX = 8;
const RARE_MAX = 4;
/** Clauses that are asked about together, and how many keys the first of these groups has, and each of the others. */
const CLAUSES_AT_ONCE = 8;
const RECALL_MAX = 40;
const FURTHER_MAX = 32;
/** "with milk" and "without milk" meet. */
const WITHOUT = 'without';

/**
 * Keys under which two statements that surely contradict or repeat each other meet: the frame of each clause with its
 * opposites folded and one selected value masked by its class. Sorted, unique, and few, so that a long list can not hold up
 * all other writers: what a statement says beyond them is not kept apart in a race, and so never decides by itself.
 */
export function lockKeys(reading: Reading): string[] {
  return [...locksOf(reading).keys];
}

/** Whether a statement says more than its lock keys stand for. */
export function isBeyondLocks(reading: Reading): boolean {
  return locksOf(reading).isCut;
}

const locksOf = oncePer((reading: Reading): { keys: readonly string[]; isCut: boolean } => {
  const lists = reading.norms.slice(0, LOCK_MAX).map(clauseKeys);
  const keys = [...new Set(inTurn(lists))];
  const isCut =
    reading.norms.length > LOCK_MAX || keys.length > LOCK_MAX || lists.some((list) => list.length > LOCK_MAX);
  return { keys: keys.length > 0 ? keys.slice(0, LOCK_MAX).sort() : [textKey(reading)], isCut };
});

/** Whether two statements share a lock key: of two that do, one sees the other, however close together they come. */
export function areKeptApart(a: Reading, b: Reading): boolean {
  const theirs = new Set(lockKeys(b));
  return lockKeys(a).some((key) => theirs.has(key));
}

/** Whether a statement has more clauses than are asked about together. */
export function isLong({ norms }: Pick<Reading, 'norms'>): boolean {
  return norms.length > CLAUSES_AT_ONCE;
}

/**
 * Keys under which a statement finds what it may be related to: the lock keys, that of its text and, rarest first, its
 * subjects, pairs of rare words and these words alone. Unique; the order says which are worth most.
 */
export function recallKeys(reading: Reading): string[] {
  return [...new Set(recallGroups(reading).flat())];
}

/**
 * The same for some clauses at a time, so that what a clause may be related to is looked for however many others there are.
 * The first group has `RECALL_MAX` keys at most, each further one `FURTHER_MAX`.
 */
export const recallGroups = oncePer((reading: Reading): readonly (readonly string[])[] => {
  const locks = lockKeys(reading);
  const isLock = new Set(locks);
  const clauses = (norms: readonly Norm[] = []) => inGroups(norms.filter((norm) => norm.tokens.length > 0));
  const keysOf = (norm: Norm) => [...clauseKeys(norm).filter((key) => !isLock.has(key)), ...looseKeys(norm)];
  const ofNorms = clauses(reading.norms);
  const groups = [...(ofNorms.length === 0 ? [[]] : ofNorms), ...clauses(reading.proposed)].map((some) =>
    inTurn(some.map(keysOf)),
  );
  const [first = [], ...others] = groups;
  return [
    [...new Set([...locks, textKey(reading), ...first])].slice(0, RECALL_MAX),
    ...others.map((group) => [...new Set(group)].slice(0, FURTHER_MAX)),
  ];
});

function inGroups(norms: readonly Norm[]): Norm[][] {
  const count = Math.ceil(norms.length / CLAUSES_AT_ONCE);
  return Array.from({ length: count }, (_, at) => norms.slice(at * CLAUSES_AT_ONCE, (at + 1) * CLAUSES_AT_ONCE));
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

/** What a clause surely contradicts or repeats shares one of these with it. The first is that of its words alone. */
function clauseKeys(norm: Norm): string[] {
  if (norm.tokens.length === 0) return relationKeys(norm);
  const tokens = norm.tokens.filter(({ stem }) => stem !== WITHOUT);
  const words = tokens.map(folded).sort();
  const ranked = norm.preferredOver === null ? [] : [`p${hash([norm.value, norm.preferredOver].sort().join(' | '))}`];
  const masked = tokens.filter(isMasked).slice(0, MASKED_MAX);
  return [
    `f${hash(words.join(' '))}`,
    ...new Set([...relationKeys(norm), ...lifeKeys(norm)]),
    ...ranked,
    ...masked.map((token) => `f${hash(withMask(words, token).join(' '))}`),
    ...ofKind(norm, tokens),
  ];
}

/** The same of any thing of its kind: "The docs *repository* has no owner file" meets what is said of every repository. */
function ofKind({ isDefinite, modality }: Norm, tokens: readonly FrameToken[]): string[] {
  const agents = tokens.filter(({ role }) => role === 'agent');
  const head = agents.findLast(({ written }) => written === undefined);
  if (isDefinite !== true || head === undefined || agents.length < 2 || !isFact(modality)) return [];
  const said = tokens.filter(({ role }) => role !== 'agent');
  const kinds = [[head], agents.filter(({ written }) => written === undefined)];
  const keys = kinds.map((kind) => [...said, ...kind].map(folded).sort());
  return keys.filter((key) => key.length < tokens.length).map((key) => `f${hash(key.join(' '))}`);
}

/** The sorted words of a clause with the class of a value in place of the value. */
function withMask(words: readonly string[], token: FrameToken): string[] {
  const mask = exchangeClass(token) ?? '';
  const rest = [...words];
  rest.splice(words.indexOf(folded(token)), 1);
  const at = rest.findIndex((word) => word > mask);
  rest.splice(at < 0 ? rest.length : at, 0, mask);
  return rest;
}

/** The slot that a relation takes, and the lives that it bounds or needs: what two relations that clash share. */
function relationKeys({ relation }: Norm): string[] {
  if (relation === undefined) return [];
  const slots = relation.traits.warnsOnly === true ? [] : slotKeys(relation);
  return [...slots.map((key) => `r${hash(key)}`), ...lives(relation).map((name) => `e${hash(name)}`)];
}

/** Those whose lives are told of, under the keys that relations have for them. */
function lifeKeys({ lifeEvents = [] }: Norm): string[] {
  return lifeEvents.filter(({ isSure }) => isSure === true).map(({ short }) => `e${hash(short)}`);
}

/** Values that may be exchanged decisively: each needs a lock key of its own. */
function isMasked(token: FrameToken): boolean {
  if (token.role === 'agent' && token.quantity !== undefined && token.filler !== undefined) return true;
  const takes = slotOf(token);
  return takes === 'one' || takes === 'many';
}

function folded(token: FrameToken): string {
  if (token.opens !== undefined) return `@${token.opens}`;
  return token.filler?.kind === 'pole' ? token.filler.family : token.stem;
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
    if (isValue(token) || token.opens !== undefined) continue;
    const word = root(token.stem);
    found.set(word, Math.max(found.get(word) ?? Number.NEGATIVE_INFINITY, rarity(token)));
  }
  return found;
}

/** The slot of a relation whose clash is worth a warning only. */
function doubtedKeys({ relation }: Norm): string[] {
  if (relation?.traits.warnsOnly !== true) return [];
  return slotKeys(relation).map((key) => `r${hash(key)}`);
}

/** Short words that are not common are mostly abbreviations, which are as rare as words of this many letters. */
const SHORT_MAX = 4;
const SHORT_AS = 7;

/** Long words, names and code are rare; common words come after all others. */
function rarity({ stem, written }: Pick<FrameToken, 'stem' | 'written'>): number {
  if (!LETTERS.test(stem)) return stem.length + ROOT_LENGTH;
  if (isCommon(stem)) return -1 / stem.length;
  const length = stem.length <= SHORT_MAX ? SHORT_AS : stem.length;
  return written === undefined ? length : length + ROOT_LENGTH;
}
