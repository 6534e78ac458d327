import type { Lexicon } from '../../../core/lexicon.js';
import type { Opposite } from '../../../core/lexicon-words.js';
import { type Norm, RANK } from '../../../core/norm.js';
import { stem } from '../../../core/stem.js';
import { isWord, type Word } from '../1-tokens/word.js';
import { keyOf, naming, untilPlace, withHead } from './preference.js';
import type { Structure } from './structure.js';

/** On what scale two things are compared, and whether the first has more of it. */
interface Degree {
  scale: string;
  isMore: boolean;
  first: readonly Word[];
  /** The word that opens the second thing. */
  than: number;
}

/**
 * "Olly is taller than Fern", "AWS costs less than Hetzner", "Dukes rank above barons": on what scale two things are compared, and
 * which of them has more of it.
 */
export function readComparison(
  words: readonly Word[],
  structure: Structure,
  lexicon: Lexicon,
): Pick<Norm, 'comparison'> {
  const degree = degreeOf(words, structure, lexicon);
  if (degree === null) return {};
  const { scale, isMore, than } = degree;
  const first = naming(degree.first, lexicon);
  const second = naming(untilPlace(words.slice(than + 1), lexicon), lexicon);
  if (first.length === 0 || second.length === 0 || second.some(({ quantity }) => quantity !== null)) return {};
  const [one, other] = [keyOf(first, lexicon), keyOf(withHead(second, first), lexicon)];
  if (one === other) return {};
  return { comparison: isMore ? { scale, more: one, less: other } : { scale, more: other, less: one } };
}

function degreeOf(words: readonly Word[], { verb, bodyStart }: Structure, lexicon: Lexicon): Degree | null {
  const than = words.findIndex((word, at) => at > 1 && isWord(word, 'than') && word.role !== 'condition');
  const ranked = rankOf(words);
  if (ranked !== null || than < 0) return ranked;
  const [before, compared] = words.slice(than - 2, than);
  const first = words.slice(0, Math.min(verb ?? bodyStart, than));
  if (isWord(before, 'more', 'less')) {
    const pole = poleOf(compared?.lower ?? '', lexicon);
    return pole === null ? null : { ...scaleOf(pole, isWord(before, 'more')), first, than };
  }
  if (isWord(compared, 'more', 'less')) {
    const pole = poleOf(MEASURING[before?.lemma ?? ''] ?? '', lexicon);
    return pole === null ? null : { ...scaleOf(pole, isWord(compared, 'more')), first, than };
  }
  const [pole] = positives(compared?.lower ?? '').flatMap((word) => poleOf(word, lexicon) ?? []);
  return pole === undefined ? null : { ...scaleOf(pole, true), first, than };
}

/** "costs more": is more expensive. */
const MEASURING: Readonly<Record<string, string>> = { cost: 'expensive', weigh: 'heavy' };

function scaleOf({ family, negative }: Opposite, isMore: boolean): Pick<Degree, 'scale' | 'isMore'> {
  return { scale: family, isMore: isMore !== negative };
}

function poleOf(word: string, lexicon: Lexicon): Opposite | null {
  return lexicon.oppositions.get(stem(word, lexicon)) ?? null;
}

/** What an adjective in -er may be the comparative of: "older", "larger", "bigger", "easier". */
function positives(comparative: string): string[] {
  const irregular = IRREGULAR[comparative];
  if (irregular !== undefined) return [irregular];
  if (!comparative.endsWith('er') || comparative.length <= SHORT_MAX) return [];
  const base = comparative.slice(0, -2);
  const isDoubled = base.at(-1) === base.at(-2);
  return [
    base,
    `${base}e`,
    ...(isDoubled ? [base.slice(0, -1)] : []),
    ...(base.endsWith('i') ? [`${base.slice(0, -1)}y`] : []),
  ];
}

const IRREGULAR: Readonly<Record<string, string>> = { better: 'good', worse: 'bad', younger: 'new' };
/** "her", "over" */
const SHORT_MAX = 4;

/** "ranks above", "stands below", "comes ahead of", "stands higher than", "matters more than" */
function rankOf(words: readonly Word[]): Degree | null {
  const verb = words.findIndex((word, at) => at > 0 && RANKING.includes(word.lemma));
  const [link, next] = words.slice(verb + 1, verb + 3);
  if (verb < 0 || !isWord(link, ...HIGHER, ...LOWER)) return null;
  const than = isWord(next, 'than', 'of') ? verb + 2 : verb + 1;
  return { scale: RANK, isMore: isWord(link, ...HIGHER), first: words.slice(0, verb), than };
}

const RANKING = ['come', 'matter', 'rank', 'stand'];
const HIGHER = ['above', 'ahead', 'higher', 'more'];
const LOWER = ['below', 'behind', 'less', 'lower'];
