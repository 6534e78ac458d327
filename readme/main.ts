import { tellStory } from '../demo/tell.js';
import { figures } from '../src/cli/measured.js';
import { changed, readPages, withSections, writePages } from '../src/cli/page-sections.js';
import {
  configInShort,
  configTable,
  fieldsPage,
  glossaryTable,
  problemsPage,
  roleTable,
  toolTable,
  toolTables,
} from '../src/cli/reference-tables.js';
import { fenced, refusalInFull, refusalInShort } from '../src/cli/refusals.js';

/** Pages that are made from code as a whole. */
const WHOLE: Readonly<Record<string, string>> = {
  'docs/problems.md': problemsPage(),
  'docs/ingest-fields.md': fieldsPage(),
};

/**
 * Writes what the README and docs/ have from code, from the recorded examples, from the story that is played to a server
 * of its own, and from the tables of figures; with --check says whether they have it.
 */
async function main(): Promise<void> {
  const before = await readPages();
  const sections = {
    ...{
      glossary: glossaryTable(),
      tools: toolTable(),
      ...toolTables(),
      roles: roleTable(),
      config: configTable(),
      'config-in-short': configInShort(),
    },
    ...{ conflict: refusalInFull(), 'conflict-in-short': refusalInShort(), demo: fenced('text', await tellStory()) },
  };
  const written = withSections(new Map([...before, ...Object.entries(WHOLE)]), sections);
  const after = withSections(written, { figures: figures(written) });
  if (!process.argv.includes('--check')) return writePages(before, after);
  const stale = changed(before, after);
  if (stale.length === 0) return;
  console.error(`${stale.join(', ')}: not what the code makes; run: npm run readme`);
  process.exitCode = 1;
}

await main();
