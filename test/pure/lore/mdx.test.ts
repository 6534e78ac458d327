import { describe, expect, test } from 'vitest';
import { isMdx, withoutCode } from '../../../src/lore/ingest/mdx.js';
import { readDocument, readSentences } from '../../../src/lore/ingest/read.js';

const PAGE = `---
title: Deploys
---
import Tabs from '@theme/Tabs';
import {
  Card,
  Grid,
} from '../components';

{/* Reviewers must not
read this. */}

# Deploys

Deploys must be signed.

<Tabs>
  <Card title="Rollback">

Rollbacks must be logged. {/* Nobody must see it. */} Logs should be kept.

  </Card>
</Tabs>

\`\`\`ts

import { sign } from './sign';
\`\`\`

export const rules = () => {
  return 'Everything must stay';
};

Import duties must be paid.
`;

describe('MDX', () => {
  test('is told by the name', () => {
    expect(['a.mdx', 'docs/A.MDX', 'a.md', 'mdx', 'a.mdx.md'].map(isMdx)).toEqual([true, true, false, false, false]);
  });

  test('is read without its modules and comments, and what it says is where it stands', () => {
    const sentences = readSentences(PAGE, 'docs/deploys.mdx') ?? [];
    expect(sentences.map(({ text, line }) => [text, line])).toEqual([
      ['Deploys', 13],
      ['Deploys must be signed.', 15],
      ['Rollbacks must be logged.', 20],
      ['Logs should be kept.', 20],
      ['Import duties must be paid.', 34],
    ]);
    expect(PAGE.split('\n')[33]).toBe('Import duties must be paid.');
  });

  test('keeps its code blocks, offsets and lines', () => {
    const text = withoutCode(PAGE);
    expect(text).toHaveLength(PAGE.length);
    expect(text.split('\n')).toHaveLength(PAGE.split('\n').length);
    expect(text).toContain("import { sign } from './sign';");
    expect(text).not.toMatch(/Tabs from|Card,|must stay|Nobody|Reviewers/);
  });

  test('as a document has passages without them; Markdown of another name keeps all', () => {
    const read = (uri: string) => JSON.stringify(readDocument({ uri, format: 'markdown', content: PAGE }, []));
    expect(read('docs/deploys.mdx')).not.toContain('Everything must stay');
    expect(read('docs/deploys.md')).toContain('Everything must stay');
  });

  test('a code block ends with a mark like its own, and what looks like a comment in it is code', () => {
    const page = ['~~~~', '```', '', 'import a', '~~~', '{/* kept */}', '~~~~', '', 'import b', '', 'C {/* d */}'].join(
      '\n',
    );
    expect(withoutCode(page)).toBe(page.replace('import b', ' '.repeat(8)).replace('{/* d */}', ' '.repeat(9)));
  });

  test('a tag over several lines is none of the prose, whatever its attributes say', () => {
    const page = [
      '<Card',
      '  title="Deploys must be signed"',
      '  icon={sign}',
      '>',
      'Deploys should be fast.',
      '</Card>',
    ];
    expect((readSentences(page.join('\n'), 'a.mdx') ?? []).map(({ text }) => text)).toEqual([
      'Deploys should be fast.',
    ]);
    const open = ['<Card', '  title="a"', '', 'Deploys should be fast.', '', 'x <', 'a < b is true.'].join('\n');
    expect(withoutCode(open)).toBe(open.replace('<Card', '     ').replace('  title="a"', ' '.repeat(11)));
  });

  test('a comment without an end and an export at the end are no fault', () => {
    expect(withoutCode('A {/* b')).toBe('A {/* b');
    expect(withoutCode('A\n\nexport default b')).toBe('A\n\n                ');
    expect(withoutCode('{/* a */}{/* b */}c\r\n')).toBe(`${' '.repeat(18)}c\r\n`);
  });
});
