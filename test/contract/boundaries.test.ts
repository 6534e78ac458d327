import { describe, expect, test } from 'vitest';
import { type Source, source, sources } from '../helpers/sources.js';

/** Folder of src → folders, or files at its top, that it may import from, besides itself. Those files may import all. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  core: [],
  lore: ['core'],
  guard: ['core', 'lore'],
  store: ['core'],
  threads: [],
  inference: ['core', 'threads'],
  documents: ['core', 'lore', 'threads'],
  llm: ['core'],
  consistency: ['core', 'lore'],
  detective: ['core', 'lore', 'guard'],
  flows: ['core', 'guard', 'lore', 'consistency', 'detective', 'store', 'inference'],
  jobs: ['core', 'flows', 'store/queries'],
  tools: ['core', 'consistency', 'flows', 'store/queries'],
  telemetry: ['core'],
  mcp: ['core', 'tools'],
  http: ['core', 'flows', 'mcp', 'store', 'telemetry', 'tools'],
  start: [
    'core',
    'threads',
    'documents',
    'lore',
    'guard',
    'store',
    'inference',
    'llm',
    'flows',
    'jobs',
    'http',
    'telemetry',
    'app.ts',
    'config.ts',
  ],
};

/** Package → where in src it may be imported. */
const PACKAGE_HOMES: Record<string, RegExp> = {
  fastify: /^src\/(http\/|app\.ts)/,
  '@fastify': /^src\/http\//,
  pg: /^src\/store\//,
  'drizzle-orm': /^src\/store\//,
  'prom-client': /^src\/telemetry\//,
  compromise: /^src\/guard\/1-normalize\//,
  croner: /^src\/consistency\/schedule\.ts/,
  convert: /^src\/core\/units\.ts/,
  'lru-cache': /^src\/(flows|inference|store)\//,
  'onnxruntime-node': /^src\/inference\//,
  '@huggingface': /^src\/inference\//,
  openai: /^src\/llm\/endpoint\.ts/,
  yaml: /^src\/lore\/ingest\//,
  '@humanwhocodes/momoa': /^src\/lore\/ingest\//,
  'fastest-levenshtein': /^src\/(lore\/ingest|start)\//,
  'mdast-util-from-markdown': /^src\/lore\/ingest\//,
  'mdast-util-gfm-table': /^src\/lore\/ingest\//,
  'micromark-extension-gfm-table': /^src\/lore\/ingest\//,
  '@modelcontextprotocol/client': /^src\/cli\//,
  '@modelcontextprotocol/server': /^src\/(mcp|cli)\/|^src\/http\/mcp\.ts/,
  zod: /^src\/(core|tools|http|mcp|llm|inference|cli|lore\/ingest)\/|^src\/config\.ts/,
  uuid: /^src\/start\/system\.ts/,
};

/** Rooms of which each uses only those before it, in their order; what stands beside them uses them all. */
const IN_ORDER: readonly { home: string; rooms: readonly string[] }[] = [
  { home: 'src/guard', rooms: ['1-normalize', '2-structural', '3-nli', '4-judge'] },
  {
    home: 'src/guard/1-normalize',
    rooms: ['1-tokens', '2-clauses', '3-constructions', 'relations', '4-verb-group', '5-meaning'],
  },
  { home: 'src/guard/2-structural', rooms: ['alignment', 'table', 'doubt'] },
];

const PURE = /^src\/(core|guard|lore|consistency|detective)\//;

/** What pure code may not do, and where else it is allowed. */
const FORBIDDEN: readonly { what: RegExp; except: RegExp }[] = [
  { what: /process\.env/, except: /^src\/config\.ts/ },
  { what: /\b(Math\.random|performance\.now)\b/, except: /^src\/start\/system\.ts/ },
  // The launcher of the embedded server waits for processes and looks at the age of files.
  { what: /\bDate\.now\b/, except: /^src\/(start\/system\.ts|store\/embedded\/)/ },
  { what: /new Date\(\)/, except: /^$/ },
];

describe('import boundaries', () => {
  const all = sources('src');

  test('the folders of src are those that the rules name', () => {
    const folders = new Set(all.map(({ path }) => folderOf(path)).filter((folder) => folder !== ''));
    expect([...folders].filter((folder) => folder !== 'cli').sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  });

  test('data flows one way through them', () => {
    expect(all.flatMap(wrongImports)).toEqual([]);
  });

  test('and through the stages of the guard and of its reader', () => {
    expect(all.flatMap(backwards)).toEqual([]);
  });

  test('and never in a circle: no file imports one that needs it', () => {
    expect(circleIn([...all, ...sources('eval'), ...sources('bench')])).toBeNull();
  });

  test('each heavy package has one home', () => {
    expect(all.flatMap(strayPackages)).toEqual([]);
  });

  test('core, lore and guard are pure: synchronous, and without node, clock or chance', () => {
    expect(all.filter(({ path }) => PURE.test(path)).flatMap(impurities)).toEqual([]);
  });

  test('the environment, the clock and chance are read in one place each', () => {
    expect(all.flatMap(forbiddenUses)).toEqual([]);
  });

  test('there is one import of compromise in the whole process, as its tiers share one instance', () => {
    const specifiers = all.flatMap(({ path, imports }) =>
      imports.filter(({ target }) => target.startsWith('compromise')).map(({ target }) => `${path} ${target}`),
    );
    expect(specifiers).toHaveLength(1);
  });

  test('only core/period.ts compares ranges', () => {
    const comparing = all
      .filter(({ text }) =>
        /\b(rangesOverlap|periodsOverlap|windowsOverlap)\b|\bfrom\s*<\s*\w+\.until|&&\s*int8range/.test(text),
      )
      .map(({ path }) => path);
    expect(comparing).toEqual(['src/core/period.ts']);
  });

  test('the rules see a wrong import, a stray package and an impurity', () => {
    const bad = source('src/guard/x.ts', "import pg from 'pg';\nimport { a } from '../store/a.js';\nawait Date.now();");
    expect(wrongImports(bad)).toHaveLength(1);
    expect(strayPackages(bad)).toHaveLength(1);
    expect(impurities(bad)).not.toEqual([]);
    expect(forbiddenUses(bad)).toHaveLength(1);
    const late = source('src/guard/1-normalize/2-clauses/x.ts', "import { a } from '../5-meaning/a.js';");
    expect(backwards(late)).toHaveLength(1);
    const circle = [source('src/a.ts', "import { b } from './b.js';"), source('src/b.ts', "import('./a.js')")];
    expect(circleIn(circle)).toEqual(['src/a.ts', 'src/b.ts', 'src/a.ts']);
  });
});

function folderOf(path: string): string {
  const parts = path.split('/');
  return parts.length > 2 ? (parts[1] ?? '') : '';
}

function wrongImports({ path, imports }: Source): string[] {
  const allowed = MAY_IMPORT[folderOf(path)];
  if (allowed === undefined) return [];
  const homes = [folderOf(path), ...allowed].map((home) => `src/${home.endsWith('.ts') ? home : `${home}/`}`);
  return imports
    .filter(({ target, isPackage }) => !isPackage && !homes.some((home) => target.startsWith(home)))
    .map(({ target }) => `${path} imports ${target}`);
}

/** What a room imports of one that comes after it. */
function backwards({ path, imports }: Source): string[] {
  return IN_ORDER.flatMap(({ home, rooms }) => {
    const at = (file: string) => rooms.findIndex((room) => file.startsWith(`${home}/${room}/`));
    if (at(path) < 0) return [];
    return imports
      .filter(({ target, isPackage }) => !isPackage && at(target) > at(path))
      .map(({ target }) => `${path} imports ${target}`);
  });
}

/** Files each of which imports the next, back to the first; null where there are none. */
function circleIn(files: readonly Source[]): string[] | null {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports.map(({ target }) => target)]));
  const done = new Set<string>();
  const follow = (path: string, way: readonly string[]): string[] | null => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (done.has(path)) return null;
    for (const target of importsOf.get(path) ?? []) {
      const circle = follow(target, [...way, path]);
      if (circle !== null) return circle;
    }
    done.add(path);
    return null;
  };
  return files.map(({ path }) => follow(path, [])).find((circle) => circle !== null) ?? null;
}

function strayPackages({ path, imports }: Source): string[] {
  return imports
    .filter(({ target, isPackage }) => {
      const home = PACKAGE_HOMES[target] ?? PACKAGE_HOMES[target.split('/')[0] ?? ''];
      return isPackage && home !== undefined && !home.test(path);
    })
    .map(({ target }) => `${path} imports ${target}`);
}

function impurities({ path, text, imports }: Source): string[] {
  const node = imports
    .filter(({ target }) => target.startsWith('node:'))
    .map(({ target }) => `${path} imports ${target}`);
  const isAsync = /\b(await|async)\s/.test(text) ? [`${path} is asynchronous`] : [];
  return [...node, ...isAsync];
}

function forbiddenUses({ path, text }: Source): string[] {
  return FORBIDDEN.filter(({ what, except }) => what.test(text) && !except.test(path)).map(
    ({ what }) => `${path} uses ${what.source}`,
  );
}
