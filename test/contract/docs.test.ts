import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CONFIG_KEYS } from '../../src/config.js';
import { ROOT } from '../helpers/sources.js';

const README_LINES_MAX = 220;

const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const pages = ['README.md', 'CONTRIBUTING.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith('.md'),
);

/** Links to files of the repository, without what stands in code. */
function linksOf(page: string): { path: string; anchor: string | undefined }[] {
  const text = textOf(page).replace(/```[^`]*```|`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\((?!https?:)([^)\s]*)\)/g)].map(([, target = '']) => {
    const [file = '', anchor] = target.split('#');
    return { path: file === '' ? page : normalize(join(dirname(page), file)), anchor };
  });
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  return [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('the README is short', () => {
  expect(textOf('README.md').split('\n').length - 1).toBeLessThanOrEqual(README_LINES_MAX);
});

describe.each(pages)('%s', (page) => {
  test('links to what is there', () => {
    const missing = linksOf(page).filter(
      ({ path, anchor }) =>
        !existsSync(join(ROOT, path)) || (anchor !== undefined && !anchorsOf(path).includes(anchor)),
    );
    expect(missing).toEqual([]);
  });

  test('closes every generated section, and none is empty', () => {
    const text = textOf(page);
    const opened = [...text.matchAll(/<!-- generated:([\w-]+) -->\n(.*)/g)];
    expect(text.match(/<!-- \/generated:[\w-]+ -->/g) ?? []).toEqual(
      opened.map(([, name]) => `<!-- /generated:${name} -->`),
    );
    expect(opened.filter(([, , first = '']) => first.startsWith('<!--')).map(([, name]) => name)).toEqual([]);
  });
});

test('every page of docs/ is listed in docs/README.md, which the README leads to', () => {
  const listed = linksOf('docs/README.md').map(({ path }) => path);
  const own = pages.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md');
  expect(own.length).toBeGreaterThan(10);
  expect(own.filter((page) => !listed.includes(page))).toEqual([]);
  expect(linksOf('README.md').map(({ path }) => path)).toEqual(
    expect.arrayContaining(['docs/README.md', 'CONTRIBUTING.md']),
  );
});

test('what a run measures has a section in which it is written', () => {
  const written = ['bench/main.ts', 'eval/main.ts'].flatMap((file) =>
    [...textOf(file).matchAll(/writeMeasured\(\{([^}]*)\}/g)].flatMap(([, sections = '']) =>
      [...sections.matchAll(/(?:^|,)\s*'?([\w-]+)'?:/g)].map(([, name]) => name),
    ),
  );
  expect(written.length).toBeGreaterThan(4);
  const there = pages.flatMap((page) =>
    [...textOf(page).matchAll(/<!-- generated:([\w-]+) -->/g)].map(([, name]) => name),
  );
  expect(written.filter((name) => !there.includes(name))).toEqual([]);
});

test('a section that stands on several pages is the same on all of them', () => {
  const found = new Map<string, Set<string>>();
  for (const page of pages) {
    for (const [, name = '', content = ''] of textOf(page).matchAll(
      /<!-- generated:([\w-]+) -->([\s\S]*?)<!-- \/generated/g,
    )) {
      found.set(name, (found.get(name) ?? new Set()).add(content));
    }
  }
  expect([...found].filter(([, contents]) => contents.size > 1).map(([name]) => name)).toEqual([]);
  expect([...found.keys()].sort()).toEqual([
    ...[
      'accuracy',
      'accuracy-in-short',
      'config',
      'config-in-short',
      'conflict',
      'conflict-in-short',
      'demo',
      'figures',
    ],
    ...['glossary', 'inference', 'lore-reads', 'reads', 'roles', 'speed'],
    ...['tools', 'tools-of-projects', 'tools-of-worlds'],
  ]);
});

test('docs/configuration.md has every variable', () => {
  const page = textOf('docs/configuration.md');
  expect(CONFIG_KEYS.filter(({ key }) => !page.includes(`| \`${key}\` |`)).map(({ key }) => key)).toEqual([]);
});
