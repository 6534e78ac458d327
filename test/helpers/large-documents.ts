/** Documents of half a million characters, each of one construct over and over: what takes parsers and loops long. */

const SIZE = 499_900;

/** A text made of parts until it is so long. */
export function filled(part: (index: number) => string, before = '', size = SIZE): string {
  const parts = [before];
  let length = before.length;
  for (let index = 0; length < size; index += 1) {
    const next = part(index);
    parts.push(next);
    length += next.length;
  }
  return parts.join('').slice(0, size);
}

const NAMES = ['Odo', 'Ilse', 'Una', 'Per', 'Sera', 'Borin', 'Mira', 'Tam'];
const name = (index: number) => `${NAMES[index % NAMES.length]} ${NAMES[(index >> 3) % NAMES.length]}${index % 97}`;

export const prose = (size = 400_000) =>
  filled(
    (at) => {
      const sentence = `${name(at)} ruled Brack from ${at % 900} to ${(at % 900) + 9}. ${name(at + 5)} never liked the bell. `;
      return at % 6 === 5 ? `${sentence}\n\n` : sentence;
    },
    '',
    size,
  );

/** One paragraph under each of many headings. */
const sections = filled((at) => `# a${at}\n\nb\n\n`);

export const MARKDOWN: Readonly<Record<string, string>> = {
  'a heading of spaces': `# a${' '.repeat(60_000)}x`,
  'a line of # marks': '#'.repeat(60_000),
  'plain prose with names': prose(),
  'prose without a paragraph': prose().replaceAll('\n', ' '),
  'a list': filled(() => '- item one two\n'),
  'a list with blank lines': filled(() => '- item\n\n'),
  'a numbered list': filled(() => '1. a\n'),
  'a list of one line inside lists': '- '.repeat(249_950),
  'lists inside lists': filled((at) => `${'  '.repeat(at % 90)}- a\n`),
  'lists inside lists, 700 deep': filled((at) => `${'  '.repeat(at)}- a\n`),
  'a table': filled(() => '| 1 | 2 |\n', '| a | b |\n|---|---|\n'),
  'a wide table': `${'|a'.repeat(80_000)}\n${'|-'.repeat(80_000)}\n${'|b'.repeat(80_000)}\n`,
  'rows without a table': filled(() => '|\n'),
  'a quote inside quotes': '>'.repeat(499_900),
  'ten thousand quotes': '>'.repeat(10_000),
  'quotes of 90 levels': filled(() => `${'>'.repeat(90)}a\n`),
  'quoted lines': filled(() => '> a\n'),
  'quotes inside lists': filled(() => '> - '),
  'marks of footnotes': filled(() => '[^a]'),
  footnotes: filled((at) => `[^${at}]: x\n`),
  emphasis: filled(() => '*a '),
  'emphasis of both kinds': filled(() => '*a_ '),
  brackets: filled(() => '['),
  'images of nothing': filled(() => '![['),
  'links without an end': filled(() => '[a]('),
  backticks: filled((at) => `${'`'.repeat(1 + (at % 900))} `),
  'HTML blocks': filled(() => '<div>\n'),
  'HTML tags': filled(() => '<a '),
  'HTML comments': filled(() => '<!--'),
  'link definitions': filled((at) => `[a${at}]: b\n`),
  headings: filled(() => '# a\n'),
  'sections of a word': sections,
  'the same paragraph under the same heading': filled(() => '# a\n\nb\n\n'),
  'underlined headings': filled(() => 'a\n=\n\n'),
  'code fences': filled(() => '```\n'),
  'a code fence without an end': filled(() => '# a\n', '```\n'),
  'indented code': filled(() => '    a\n'),
  entities: filled(() => '&amp;'),
  ampersands: filled(() => '&'),
  backslashes: filled(() => '\\'),
  'short lines': filled(() => 'a\n'),
  'line ends': filled(() => '\n'),
  'carriage returns': filled(() => '\r'),
  spaces: filled(() => ' '),
  tabs: filled(() => '\t'),
  rules: filled(() => '***\n'),
  'one word': filled(() => 'a'),
  'words of one letter': filled(() => 'a '),
  numbers: filled((at) => `${at % 10} `),
};

const person = (at: number) => `  - name: P${at}\n    parents: [P${at - 1}, Q${at}]\n`;

/** Fields rather than text, in each of the formats that has them. */
export const FIELDS: Readonly<Record<string, { path: string; content: string }>> = {
  'people and their parents': yaml(filled(person, 'source_type: family_tree\npeople:\n', 250_000)),
  'one attribute after the other': yaml(
    `entities:\n  - type: Item\n    name: X\n    attributes:\n${filled((at) => `      a${at}: 1\n`, '', 400_000)}`,
  ),
  'names of one thing': yaml(
    `entities:\n${filled((at) => `  - { type: Item, name: X${at}, aliases: [${names(at, 900)}] }\n`, '', 480_000)}`.replace(
      /\n[^\n]*$/,
      '\n',
    ),
  ),
  'one name of many things': yaml(
    `entities:\n${lines(4990, (at) => `  - { type: Item, name: X${at}, aliases: Y }\n`)}relations:\n${lines(4990, (at) => `  - { type: KNOWS, from: X${at}, to: Y }\n`)}`,
  ),
  'one name in many spellings': yaml(
    `relations:\n${lines(2900, (at) => `  - { type: RULES, from: A${at}, to: "B${'!'.repeat(at % 97)}" }\n`)}`,
  ),
  'unknown fields': yaml(`entities:\n  - type: Item\n    name: X\n${filled((at) => `    a${at}: 1\n`, '', 400_000)}`),
  'wrong items': yaml(`entities:\n${lines(4990, () => '  - { type: Person, born: [1] }\n')}`),
  commas: yaml(`[${','.repeat(499_000)}`),
  quotes: yaml('"'.repeat(499_000)),
  'aliases of YAML': yaml('*a '.repeat(160_000)),
  'one list': yaml('- a\n'.repeat(120_000)),
  'comments of YAML': yaml('# a\n'.repeat(120_000)),
  'front matter of many fields': {
    path: 'front.md',
    content: `---\ntype: Item\nname: X\nproperties:\n${filled((at) => `  a${at}: 1\n`, '', 400_000).replace(/\n[^\n]*$/, '\n')}---\nText.\n`,
  },
  'entities of JSON': {
    path: 'x.json',
    content: JSON.stringify({
      entities: Array.from({ length: 4990 }, (_, at) => ({
        type: 'Item',
        name: `I${at}`,
        description: 'a '.repeat(20),
      })),
    }),
  },
  'a list of JSON': { path: 'y.json', content: `[${'1,'.repeat(240_000)}1]` },
};

function yaml(content: string): { path: string; content: string } {
  return { path: 'x.yaml', content };
}

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('');
}

function names(of: number, count: number): string {
  return Array.from({ length: count }, (_, index) => `n${of}-${index}`).join(', ');
}
