import { describe, expect, test } from 'vitest';
import { readSentences } from '../../../src/lore/ingest/read.js';

const texts = (markdown: string) => readSentences(markdown)?.map(({ text }) => text);
const one = (markdown: string) => readSentences(markdown)?.[0];

describe('sentences of Markdown', () => {
  test.each([
    [
      'emphasis',
      'It **must** _not_ be `snake_case` or snake_case, 2 * 3.',
      'It must not be `snake_case` or snake_case, 2 * 3.',
    ],
    [
      'links and images',
      'See ![a logo](x.png)[the *rules*](http://x.y/a_b) and [those][r].',
      'See the rules and those.',
    ],
    ['brackets that are no link', 'Use a[0] and [maybe].', 'Use a[0] and [maybe].'],
    ['an address', 'At <https://x.y/a> it is.', 'At https://x.y/a it is.'],
    ['tags and comments', 'A<br>b <b>c</b> <!-- d --> e.', 'A b c e.'],
    ['what is struck out', 'Deploys must ~~not~~ be signed.', 'Deploys must be signed.'],
    ['escapes and entities', 'A \\* b &amp; c.', 'A * b & c.'],
    ['lines', 'One\nline and\r\nanother.', 'One line and another.'],
    ['a box', '- [x] Deploys are signed.', 'Deploys are signed.'],
    ['a quote of several lines', '> One\n> line.', 'One line.'],
    ['a footnote', 'So it is.[^1]', 'So it is.'],
    ['a sign', '⚠️ Never do that.', 'Never do that.'],
    ['the name of a sign', ':warning: Never do that.', 'Never do that.'],
    ['a callout', '> [!warning] Never do that.', 'Never do that.'],
    ['a callout above', '> [!NOTE]\n> Never do\n> that.', 'Never do that.'],
    ['a note that stands out', ':::warning\nNever do that.\n:::', 'Never do that.'],
    ['the text of a footnote', '[^1]: Never do\nthat.', 'Never do that.'],
    ['code with ticks', 'Use ``a ` b`` there.', 'Use `a ` b` there.'],
  ])('%s', (_, markdown, expected) => {
    expect(texts(markdown)).toEqual([expected]);
  });

  test('of a callout with a title, of footnotes and behind signs stand by themselves', () => {
    expect(texts('> [!tip]- A title\n> Never do that.')).toEqual(['A title', 'Never do that.']);
    expect(texts('[^1]: One.\n[^2]: Two.')).toEqual(['One.', 'Two.']);
    expect(readSentences('✅ Use `const`. ❌ Use `var`.')?.map(({ text, sign }) => [text, sign])).toEqual([
      ['Use `const`.', 'affirmed'],
      ['Use `var`.', 'denied'],
    ]);
    expect(texts('Runs on Node 20™')).toEqual(['Runs on Node 20™']);
  });

  test('end with their marks, but not after an abbreviation, within code or before a small letter', () => {
    expect(texts('Use e.g. Redis. Never `a. B`! "Why?" Version 1.2 is out. it goes on.')).toEqual([
      'Use e.g. Redis.',
      'Never `a. B`!',
      '"Why?"',
      'Version 1.2 is out. it goes on.',
    ]);
  });

  test('know their headings, line, form and place', () => {
    const markdown = '# A *b*\n\n## C\n\n1. One.\n\n| x | y |\n|---|---|\n| Two. | z |\n\n# D\n\n- **Three** is.\n';
    const found = readSentences(markdown) ?? [];
    const shown = found.map(({ text, heading, line, form }) => [text, heading, line, form]);
    expect(shown).toContainEqual(['One.', 'A b > C', 5, 'step']);
    expect(shown).toContainEqual(['Two.', 'A b > C', 9, 'cell']);
    expect(shown).toContainEqual(['Three is.', 'D', 13, 'item']);
    const three = found.find(({ text }) => text === 'Three is.');
    expect(markdown.slice(three?.start, three?.end)).toBe('Three** is.');
  });

  test('know what leads to their list', () => {
    const [lead, first, second] = readSentences('Services must:\n\n- log.\n- stop. Often.\n') ?? [];
    expect(lead).toMatchObject({ leads: true });
    expect(first).toMatchObject({ text: 'log.', leadIn: 'Services must' });
    expect(second).toMatchObject({ text: 'stop.', leadIn: 'Services must' });
  });

  test('know the rest of their list and whether they are the first of their item', () => {
    const found = readSentences('Services must:\n\n- stop. Often.\n') ?? [];
    expect(found.at(-1)).toMatchObject({ text: 'Often.', leadIn: null, list: 'Services must', isFirst: false });
  });

  test('name in the other cells of a row what the first says, and what their columns are called', () => {
    const [, , name, value] = readSentences('| limit | value |\n|---|---|\n| Upload | 20 MB |\n') ?? [];
    expect(name).toMatchObject({ text: 'Upload', form: 'cell', leadIn: null });
    expect(value).toMatchObject({ text: '20 MB', form: 'row', leadIn: 'Upload' });
    const wider = readSentences('| a | b | c |\n|---|---|---|\n| d | e | f |\n| g | h |\n| | i | j |\n') ?? [];
    const others = wider.filter(({ form }) => form === 'row');
    expect(others.map(({ text, leadIn, list }) => [text, leadIn, list])).toEqual([
      ['e', 'd, b', 'b'],
      ['f', 'd, c', 'c'],
    ]);
  });

  test('are the word of others where a quote says so', () => {
    expect(one('> Do it.\n>\n> — the audit')?.isQuoted).toBe(true);
    expect(readSentences('The audit wrote:\n\n> Do it.')?.at(-1)?.isQuoted).toBe(true);
    expect(one('“Always do it.”')?.isQuoted).toBe(true);
    expect(one('> **Note** Do it.')?.isQuoted).toBe(false);
  });

  test('are none in code, HTML and front matter', () => {
    expect(texts('---\na: Must not.\n---\n```\nMust not.\n```\n\n    Must not.\n\n<div>\nMust not.\n</div>\n')).toEqual(
      [],
    );
  });

  test.each([
    ['brackets', '['],
    ['closed brackets', ']('],
    ['emphasis', '*a '],
    ['ticks', '` `` '],
    ['tags', '<a '],
    ['struck out', '~~'],
    ['images', '!['],
  ])('take a time linear in their length: %s', (_, unit) => {
    const cost = (count: number) => {
      const text = unit.repeat(count);
      const start = process.cpuUsage();
      for (let round = 0; round < 3; round += 1) readSentences(text);
      return process.cpuUsage(start).user / count;
    };
    cost(2000);
    expect(cost(40_000)).toBeLessThan(cost(4000) * 6 + 5);
  });
});
