import { describe, expect, test } from 'vitest';
import { tokenize } from '../../../src/guard/1-normalize/1-tokens/tokenize.js';
import { lexicon } from '../../helpers/guard.js';

const kinds = (text: string) => tokenize(text, lexicon).map((word) => `${word.kind} ${word.text}`);

describe('tokens', () => {
  test.each([
    ['write `a b` in #ffcc00', ['word write', 'code `a b`', 'word in', 'code #ffcc00']],
    ['see https://a.example/b?c=d.', ['word see', 'name https://a.example/b?c=d', 'mark .']],
    ['(mail a.b+c-d@mail.example.org)', ['mark (', 'word mail', 'name a.b+c-d@mail.example.org', 'mark )']],
    ['-x@b.org', ['name -x@b.org']],
    ['a@b@c.org', ['word a', 'mark @', 'name b@c.org']],
    ['/etc/hosts ~/notes ./a', ['name /etc/hosts', 'name ~/notes', 'name ./a']],
    ['HTTP/1.1', ['name HTTP/1.1']],
    ['2024-05-06T10:00Z 12:30', ['number 2024-05-06T10:00Z', 'number 12:30']],
    ['10:32: go', ['number 10:32', 'mark :', 'word go']],
    ['re\u200bd \u2060port\ufeff', ['word red', 'word port']],
    ['$1,000.50 5% 10ms v1.x', ['number $1,000.50', 'number 5%', 'number 10ms', 'number v1.x']],
    ['1-2', ['number 1', 'mark -', 'number 2']],
    ['roll-outs in C++', ['word roll-outs', 'word in', 'word C++']],
    ["`api`'s port", ["code `api`'s", 'word port']],
    ["don't", ['word do', 'word not']],
    ['😀 中文', ['mark 😀', 'word 中文']],
  ])('%s', (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  test.each([
    ['cafe\u0301 open', ['café', 'open'], ['cafe\u0301', 'open']],
    ['a re\u200Bd one', ['a', 'red', 'one'], ['a', 're\u200Bd', 'one']],
    ['depl\u00ADoy \u2060it', ['deploy', 'it'], ['depl\u00ADoy', 'it']],
    ['\u1112\u1161\u11AB x', ['한', 'x'], ['\u1112\u1161\u11AB', 'x']],
    ['\u0301\u200D', ['\u0301'], ['\u0301\u200D']],
    ['\u212B \uD800 “x”', ['å', '\uD800', '“', 'x', '”'], ['\u212B', '\uD800', '“', 'x', '”']],
  ])('are read as they look, and stand where they were written: %j', (text, read, written) => {
    const words = tokenize(text, lexicon);
    expect(words.map(({ lower }) => lower)).toEqual(read);
    expect(words.map(({ start, end }) => text.slice(start, end))).toEqual(written);
  });

  test('are read in linear time, whatever marks they bear', () => {
    const timeOf = (text: string) => {
      const before = process.cpuUsage();
      tokenize(text, lexicon);
      // Which part of it is the system's is a guess of the kernel; the sum is measured.
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const marks = (count: number) => `a${'\u0315\u0300\u05AE\u0300'.repeat(count)}`;
    timeOf(marks(1000));
    const once = Math.min(...[1, 2, 3].map(() => timeOf(marks(20_000))));
    const more = Math.min(...[1, 2, 3].map(() => timeOf(marks(80_000))));
    expect(more).toBeLessThan(10 * once);
  });

  test('stand where they stand in the text', () => {
    const text = '  a 😀\n`b`  1 ';
    expect(tokenize(text, lexicon).map(({ start, end }) => text.slice(start, end))).toEqual(['a', '😀', '`b`', '1']);
  });

  test('stand where they stand in a text of which not all can be seen', () => {
    const text = '\ufeffa re\u200bd 😀\u00ad.';
    expect(tokenize(text, lexicon).map(({ start, end }) => text.slice(start, end))).toEqual([
      'a',
      're\u200bd',
      '😀\u00ad',
      '.',
    ]);
  });

  test('cover a long run of parts that would make an address, were there an "@"', () => {
    expect(tokenize('1-'.repeat(50_000), lexicon)).toHaveLength(100_000);
  });
});
