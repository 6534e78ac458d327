import { mkdir, readFile, writeFile } from 'node:fs/promises';

/** Makes what the package takes from the description of the API beside its types: which operations take a key. */
const DOCUMENT = new URL('../../openapi/openapi.json', import.meta.url);
const TYPES = new URL('generated/fetch/schema.ts', import.meta.url);
const FOLDER = new URL('src/generated/', import.meta.url);

interface Operation {
  parameters?: { name: string; in: string }[];
}

const { paths } = JSON.parse(await readFile(DOCUMENT, 'utf8')) as { paths: Record<string, { post?: Operation }> };
const keyed = Object.entries(paths)
  .filter(([, { post }]) => post?.parameters?.some((one) => one.in === 'header' && one.name === 'idempotency-key'))
  .map(([path]) => path);
if (keyed.length === 0) throw new Error('No operation takes an Idempotency-Key.');

await mkdir(FOLDER, { recursive: true });
await writeFile(new URL('schema.ts', FOLDER), await readFile(TYPES, 'utf8'));
await writeFile(
  new URL('keyed-paths.ts', FOLDER),
  `/** Paths of the operations whose POST takes an Idempotency-Key. */\nexport const KEYED_PATHS: readonly string[] = ${JSON.stringify(keyed, null, 2)};\n`,
);
