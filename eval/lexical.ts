/** The words of a text as the baseline sees them: no grammar, no lexicon of the guard. */
export interface Bag {
  content: ReadonlySet<string>;
  numbers: string;
  isNegated: boolean;
}

const STOP = new Set(
  (
    'a all also an and any are as at be been being but by can could did do does each every for from had has have if in ' +
    'into is it its may might must need of on only or shall should so some such than that the their them then there ' +
    'these they this those to was we were when where which while who will with would you your'
  ).split(' '),
);
const NEGATION =
  /^(?:avoid|cannot|forbidden|neither|never|no|nobody|none|nor|not|nothing|prohibited|without|.*n['’]t)$/;
const OVERLAP_MIN = 0.75;
/** The longer text may say more, but not much more. */
const LONGER_MIN = 0.66;

/** Lower-case words without stop words, numbers and negations; plural and verbal endings cut off roughly. */
export function bagOf(text: string): Bag {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’.,:][\p{L}\p{N}]+)*/gu) ?? [];
  const plain = words.filter((word) => !NEGATION.test(word) && !STOP.has(word));
  return {
    content: new Set(plain.filter((word) => !/\d/.test(word)).map(cut)),
    numbers: words
      .filter((word) => /\d/.test(word))
      .sort()
      .join(' '),
    isNegated: words.filter((word) => NEGATION.test(word)).length % 2 === 1,
  };
}

function cut(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, '') : word;
}

/** Words in common ÷ words of the shorter text. */
export function sharedWords(a: Bag, b: Bag): number {
  const shorter = Math.min(a.content.size, b.content.size);
  return shorter === 0 ? 0 : [...a.content].filter((word) => b.content.has(word)).length / shorter;
}

/** Overlap coefficient: shared words ÷ words of the shorter text. Opposed where a negation or a number differs. */
export function lexicallyOpposed(a: Bag, b: Bag): boolean {
  const shorter = Math.min(a.content.size, b.content.size);
  const common = [...a.content].filter((word) => b.content.has(word)).length;
  if (shorter === 0 || common / shorter < OVERLAP_MIN) return false;
  if (common / Math.max(a.content.size, b.content.size) < LONGER_MIN) return false;
  const hasOtherNumber = a.numbers !== b.numbers && a.numbers !== '' && b.numbers !== '';
  return a.isNegated !== b.isNegated || hasOtherNumber;
}
