import { readFile, writeFile } from 'node:fs/promises';
import { openapiDocument } from './openapi-document.js';

/** Writes openapi/openapi.json from the routes; with --check says whether it is what the routes make. */
const file = new URL('../../openapi/openapi.json', import.meta.url);
const made = await openapiDocument();
if (!process.argv.includes('--check')) {
  await writeFile(file, made);
} else if ((await readFile(file, 'utf8')) !== made) {
  console.error('openapi/openapi.json is not what the routes make; run: npm run openapi');
  process.exitCode = 1;
}
