import { describe, expect, test } from 'vitest';
import { lexicon } from '../helpers/lexicon.js';
import { sources } from '../helpers/sources.js';

/** Words that a rule may name in the code; longer lists are data. */
const NAMED_MAX = 8;
const READER = 'src/guard/1-normalize';

/** What is no list of words: names of parts, numbers and dates with their value, and classes of values. */
const NO_WORDS = /^const (?:FEATURES|PASSES|FORMS|MONTHS|SMALL|SPANS|CLAUSAL|REMAIN|PERSONS|TIMED|TENS|KINDS|QUOTES)\b/;

/** Lists at the top of a file, with how many words each has. */
function wordLists(text: string): { name: string; count: number }[] {
  const lists = text.matchAll(/^(?:export )?(const \w+)[^=\n]*= ?((?:new Set(?:<[^>]*>)?\()?\s*(?:\[|')[^;]*);$/gm);
  return [...lists].map(([, name = '', body = '']) => ({
    name,
    count: [...body.matchAll(/'([a-z][a-z' -]*)'/g)].flatMap(([, words = '']) => words.split(' ')).length,
  }));
}

describe('words that the reader knows', () => {
  test('are in the lexicons: no longer list of them is in the code', () => {
    const found = sources(READER).flatMap(({ path, text }) =>
      wordLists(text)
        .filter(({ name, count }) => count > NAMED_MAX && !NO_WORDS.test(name))
        .map(({ name, count }) => `${path}: ${name}, ${count} words`),
    );
    expect(found).toEqual([]);
  });

  test('a list in the code is seen, on one line, on several, and split', () => {
    const nine = 'a b c d e f g h i'.split(' ');
    const quoted = nine.map((word) => `'${word}'`);
    const texts = [`const A = [${quoted.join(', ')}];`, `const A = new Set([\n  ${quoted.join(',\n  ')},\n]);`];
    for (const text of [...texts, `const A = new Set('${nine.join(' ')}'.split(' '));`])
      expect(wordLists(text)).toEqual([{ name: 'const A', count: 9 }]);
  });

  test('are each asked for by somebody', () => {
    const code = sources('src').map(({ text }) => text);
    const unused = Object.keys(lexicon.grammar).filter(
      (list) => !code.some((text) => text.includes(`grammar.${list}`)),
    );
    expect(unused).toEqual([]);
  });
});
