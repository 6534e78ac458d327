import type { Lexicon } from '../../../core/lexicon.js';
import type { Without } from '../../../core/parts.js';
import { copied, type Word } from '../1-tokens/word.js';
import { foldClefts } from './cleft.js';
import { markConditions } from './conditions.js';
import { foldDefaults } from './defaults.js';
import { foldExclusive } from './exclusive.js';
import { foldLimits } from './limits.js';
import { construe } from './match.js';
import { foldModalNouns } from './modal-nouns.js';
import { rewrite } from './rewrite.js';
import { classifyValues } from './values.js';

/** A step that puts what is said in plain words. */
interface Pass {
  name: string;
  run: (words: readonly Word[], lexicon: Lexicon) => readonly Word[];
}

/** In their order; only values, conditions and defaults, and what asks for values, depend on it. */
export const PASSES: readonly Pass[] = [
  { name: 'pass:constructions', run: (words, lexicon) => construe(words, false, lexicon) },
  { name: 'pass:exclusive', run: foldExclusive },
  { name: 'pass:clefts', run: foldClefts },
  { name: 'pass:modal_nouns', run: foldModalNouns },
  { name: 'pass:rewrite', run: rewrite },
  { name: 'pass:values', run: classifyValues },
  { name: 'pass:valued_constructions', run: (words, lexicon) => construe(words, true, lexicon) },
  { name: 'pass:limits', run: foldLimits },
  { name: 'pass:conditions', run: markConditions },
  { name: 'pass:defaults', run: foldDefaults },
];

/** The words of a clause with expressions in plain form, values joined and conditions marked; a copy of its own. */
export function plainWords(raw: readonly Word[], lexicon: Lexicon, without: Without): Word[] {
  const plain = PASSES.reduce((words, { name, run }) => (without.has(name) ? words : run(words, lexicon)), raw);
  return without.size === 0 ? (plain as Word[]) : copied(plain);
}
