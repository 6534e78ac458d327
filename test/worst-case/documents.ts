import { DOCUMENT_MAX } from '../../src/core/document.js';

/** What a Markdown document may be full of: the part with this number. Each document is as long as one may be. */
const PARTS: Readonly<Record<string, (n: number) => string>> = {
  'plain prose': (n) => `The gate ${n} is kept by the warden, and the lamps are lit at dusk. `,
  'prose with names': (n) => `Alice Smith met Bob Jones of Valdorn ${n} near the Lantern Coast. `,
  'sentences of one line': (n) => `Alice ruled Valdorn${n} from 320 to 360.\n`,
  paragraphs: (n) => `Rule ${n} must be kept.\n\n`,
  headings: (n) => `# Heading ${n}\n\n`,
  'headings of spaces': () => '# a      ',
  'hashes without a heading': () => '#',
  'one list': (n) => `- item ${n}\n`,
  'one numbered list': (n) => `${n + 1}. item\n`,
  'one nested list': (n) => `${'  '.repeat(n % 100)}- item\n`,
  'one table': (n) => `${n === 0 ? '| a | b |\n|---|---|\n' : ''}| ${n} | x |\n`,
  'a table of many columns': () => '| a ',
  quotes: () => '> ',
  'quoted lines': (n) => `> line ${n}\n`,
  emphasis: () => '*a **b* c** ',
  'emphasis that opens': () => '*a _b ',
  asterisks: () => '*',
  'links that open': () => '[',
  'links in links': () => '[a](',
  links: (n) => `[a](https://a.example/${n}) `,
  images: () => '![a](b) ',
  'reference definitions': (n) => `[a${n}]: b\n`,
  'footnote marks': () => '[^a] ',
  'footnote definitions': (n) => `[^${n}]: a\n`,
  'code spans': () => '`a` ',
  'backticks of every length': (n) => `${'`'.repeat(n % 300)} `,
  'code fences': () => '```\na\n```\n',
  'code fences that open': () => '```a\n\n',
  'indented code': () => '    a\n',
  'HTML tags': () => '<a b="c">',
  'HTML that opens': () => '<',
  'HTML comments': () => '<!-- a ',
  entities: () => '&amp;&#35;',
  escapes: () => '\\*',
  rules: () => '---\n',
  addresses: () => 'https://a.example/b ',
  mails: () => 'a@b.example ',
  'one long word': () => 'a',
  'one long number': () => '1',
  'one line of words': () => 'a ',
  'empty lines': () => '\n',
  spaces: () => ' ',
  'line ends of Windows': () => '\r\n',
  abbreviations: () => 'e.g. a, i.e. b. ',
  dots: () => '. ',
  Chinese: () => '中文。',
  emoji: () => '👩‍👩‍👧‍👧',
  'combining marks': () => '\u0301',
  'control characters': () => '\u0001',
  'front matter of many keys': (n) => `${n === 0 ? '---\n' : ''}key${n}: value\n`,
  'front matter of one list': (n) => `${n === 0 ? '---\nkeys:\n' : ''}- value${n}\n`,
  'front matter of brackets': (n) => (n === 0 ? '---\nkeys: ' : '['),
};

/** Kind of document → its text, of nearly as many characters as one may have. */
export function worstDocuments(): Map<string, string> {
  return new Map(Object.entries(PARTS).map(([name, part]) => [name, documentOf(part)]));
}

function documentOf(part: (n: number) => string): string {
  const parts: string[] = [];
  for (let n = 0, room = DOCUMENT_MAX; ; n++) {
    const next = part(n);
    room -= next.length;
    if (room < 0) return parts.join('');
    parts.push(next);
  }
}
