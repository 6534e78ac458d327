import { describe, expect, test } from 'vitest';
import { statusOf } from '../../../src/lore/ingest/front-matter.js';
import { lapsedIn } from '../../../src/lore/ingest/prose/lapse.js';
import { readSentences } from '../../../src/lore/ingest/read.js';
import { lexicon } from '../../helpers/guard.js';

/** The sentences of a document that hold no more. */
function lapsed(content: string): string[] {
  const sentences = readSentences(content) ?? [];
  return sentences.filter(lapsedIn(sentences, statusOf(content), lexicon)).map(({ text }) => text);
}

const RULE = '## Decision\n\nThe ledger is kept in Postgres.\n';

describe('what holds no more', () => {
  test.each([
    ['a section', `# Ledger\n\n## Status\n\nSuperseded by [7](0007.md)\n\n${RULE}`],
    ['a further line of it', `# Ledger\n\n## Status\n\nAccepted\n\nSuperseded by 7\n\n${RULE}`],
    ['a section beside the others', `# Status\n\nDeprecated.\n\n# Decision\n\nThe ledger is kept in Postgres.\n`],
    ['an item', `# Ledger\n\n- **Status:** rejected\n\n${RULE}`],
    ['a row', `# Ledger\n\n| Field | Value |\n|---|---|\n| Status | Withdrawn |\n\n${RULE}`],
    ['the front matter', `---\ntitle: Ledger\nstatus: "superseded by 0007"\n---\n${RULE}`],
  ])('is told by the status: %s', (_, content) => {
    expect(lapsed(content)).toContain('The ledger is kept in Postgres.');
  });

  test.each([
    ['accepted', `# Ledger\n\n## Status\n\nAccepted. Supersedes 3, which was rejected.\n\n${RULE}`],
    ['superseded in part', `# Ledger\n\n## Status\n\nPartially superseded by 7\n\n${RULE}`],
    ['proposed', `---\nstatus: proposed\n---\n${RULE}`],
    ['not told', RULE],
    ['told of something else', `# Ledger\n\n- Old status: rejected\n\n${RULE}`],
  ])('is nothing where the status is %s', (_, content) => {
    expect(lapsed(content)).toEqual([]);
  });

  test('is what stands under the same heading, and that heading', () => {
    const content = '# Log\n\n## One\n\nStatus: rejected\n\nNever log.\n\n## Two\n\nStatus: accepted\n\nAlways log.\n';
    expect(lapsed(content)).toEqual(['One', 'Status: rejected', 'Never log.']);
  });
});
