import { describe, expect, test } from 'vitest';
import { sources } from '../helpers/sources.js';

/** Meaning that hides in the first character of a string, or in how two strings of one word differ. */
const HIDDEN: readonly { name: string; what: RegExp }[] = [
  { name: 'a test for a sign in front', what: /startsWith\('[#@*?!±~]'\)|charAt\(0\)/ },
  { name: 'a sign in front of a name', what: /'[#@*?!±~][a-z]+'|[`'][#@*?!±~]\$\{/ },
  { name: 'a pattern of signs', what: /\^\[[#*?±~!]{2,}\]|±/ },
  {
    name: 'a word that is no longer what stands in the text',
    what: /text(?:\.toLowerCase\(\))? [!=]== (?:\w+\.)?lower\b/,
  },
];

/** What reads the signs of the text itself, and what spells words so that they can be hashed. */
const OF_SIGNS = /\/(?:1-tokens\/|values\.ts|keys\.ts)/;

function hidden(text: string, what: RegExp): string[] {
  return text.split('\n').filter((line) => what.test(line) && !/^\s*(?:\/?\*|\/\/)/.test(line));
}

describe('what the guard says of a word is typed:', () => {
  const guard = sources('src/guard').filter(({ path }) => !OF_SIGNS.test(path));

  test.each(HIDDEN)('no $name', ({ what }) => {
    expect(guard.flatMap(({ path, text }) => hidden(text, what).map((line) => `${path}: ${line.trim()}`))).toEqual([]);
  });

  test.each([
    ["if (token.frame?.startsWith('#')) return;"],
    ["return { frame: '#entity' };"],
    ['const frame = `#$'.concat('{name}`;')],
    ['const OPPOSITE = /^[±~!]/;'],
    ['if (word.text.toLowerCase() !== word.lower) return {};'],
  ])('the rules see %s', (line) => {
    expect(HIDDEN.some(({ what }) => hidden(line, what).length > 0)).toBe(true);
  });
});
