import { describe, expect, test } from 'vitest';
import { searchRoot, searchWords, WORDS_MAX } from '../../../src/core/search-words.js';

const NONE: ReadonlySet<string> = new Set();

describe('the words that a text is found by', () => {
  test.each([
    ['caches', 'cached', 'caching', 'cache'],
    ['policy', 'policies'],
    ['planned', 'plan', 'planning', 'plans'],
    ['uses', 'used', 'using', 'use'],
    ['compaction', 'compacted'],
    ['boxes', 'box'],
  ])('%s and its other forms meet', (...forms) => {
    expect(new Set(forms.map(searchRoot)).size).toBe(1);
  });

  test.each([
    ['string', 'str'],
    ['king', 'k'],
    ['bus', 'bu'],
    ['class', 'clause'],
  ])('%s and %s do not', (a, b) => {
    expect(searchRoot(a)).not.toBe(searchRoot(b));
  });

  test('come in the order of the text, each once, without accents and the words that all texts have', () => {
    expect(searchWords('The Café, the café and a PORT 8080', new Set(['the', 'and', 'a']))).toEqual([
      'caf',
      'port',
      '8080',
    ]);
  });

  test('of a script without spaces each two characters are one', () => {
    expect(searchWords('設定を読む', NONE)).toEqual(['設定', '定を', 'を読', '読む']);
  });

  test('are at most so many, and never more than so long', () => {
    const many = Array.from({ length: 3 * WORDS_MAX }, (_, n) => `w${n}`).join(' ');
    expect(searchWords(many, NONE)).toHaveLength(WORDS_MAX);
    expect(searchWords('9'.repeat(8000), NONE)[0]).toHaveLength(32);
    expect(searchWords('%_\\ \u0000 \ud83d 💥', NONE)).toEqual([]);
  });
});
