import { readFile, writeFile } from 'node:fs/promises';
import { readReadme, withSections, writeSections } from './readme-section.js';
import { configTable, problemsPage, toolTable } from './reference-tables.js';

/** Writes the tables that come from code; with --check says whether they are what the code makes. */
const PROBLEMS_PAGE = new URL('../../docs/problems.md', import.meta.url);
const sections = { tools: toolTable(), config: configTable() };

if (!process.argv.includes('--check')) {
  await writeSections(sections);
  await writeFile(PROBLEMS_PAGE, problemsPage());
} else {
  const readme = await readReadme();
  const isCurrent =
    withSections(readme, sections) === readme && (await readFile(PROBLEMS_PAGE, 'utf8')) === problemsPage();
  if (!isCurrent) {
    console.error('README.md or docs/problems.md is not what the code makes; run: npm run readme');
    process.exitCode = 1;
  }
}
