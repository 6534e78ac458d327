import { searchRoot, wordsOf } from '../../src/core/search-words.js';
import { COMMON_WORDS } from '../../src/guard/common-words.js';

/** Rewords a statement by rule: the same statement gives the same words. */

const COMMON = new Set(COMMON_WORDS.map(searchRoot));
/** Words at which a sentence can be taken apart. */
const JOINTS = new Set(
  'after and as at because before but by for from if in into on or so than to until when where with'.split(' '),
);

/**
 * Other words for the common ones, where there are some, and what stands behind a joint near the middle in front. Rare
 * words stay: they are what both sides share.
 */
export function reword(statement: string, synonyms: ReadonlyMap<string, string>): string {
  const words = statement.replace(/[.!?]+$/, '').split(/\s+/);
  const replaced = words.map((word) => otherWord(word, synonyms));
  const joint = jointOf(replaced);
  return joint === null ? replaced.join(' ') : [...replaced.slice(joint), ...replaced.slice(0, joint)].join(' ');
}

function otherWord(word: string, synonyms: ReadonlyMap<string, string>): string {
  return synonyms.get(word.toLowerCase()) ?? word;
}

/** The joint that is nearest to the middle, or null. */
function jointOf(words: readonly string[]): number | null {
  const middle = words.length / 2;
  const joints = [...words.keys()].filter(
    (at) => at > 1 && at < words.length - 1 && JOINTS.has(words[at]?.toLowerCase() ?? ''),
  );
  return joints.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0] ?? null;
}

/** Whether a statement says enough to be asked for: words of its own, and not only what thousands say. */
export function isAskable(statement: string): boolean {
  const roots = new Set([...wordsOf(statement)].map(searchRoot));
  return statement.length <= 300 && [...roots].filter((root) => root.length > 3 && !COMMON.has(root)).length >= 3;
}
