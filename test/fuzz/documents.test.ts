import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DOCUMENT_FORMATS } from '../../src/core/document.js';
import { ENTITY_TYPES } from '../../src/core/lore.js';
import { readDocument } from '../../src/lore/ingest/read.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { worldDocuments } from '../helpers/world.js';

const RUNS = process.env.LOREGUARD_SOAK === undefined ? 400 : 20_000;
const SENT = process.env.LOREGUARD_SOAK === undefined ? 10 : 300;

/** What documents are made of, and what breaks readers. */
const PIECES = [
  ...[
    '---',
    '...',
    ': ',
    '- ',
    '? ',
    '\n',
    '\n  ',
    '\n    ',
    '\t',
    '[',
    ']',
    '{',
    '}',
    ',',
    '"',
    "'",
    '|',
    '>',
    '#',
    '&a ',
  ],
  ...[
    '*a',
    '!!str ',
    '!!binary ',
    '!x',
    '%YAML 1.1',
    '\\',
    '\\u0000',
    '\0',
    '\uD800',
    '\uFEFF',
    '\r',
    '\r\n',
    '\u2028',
  ],
  ...[
    'source_type: timeline',
    'events:',
    'entities:',
    'people:',
    'type: Person',
    'name: X',
    'relations:',
    'born: 3',
    'on: 4',
  ],
  ...[
    '__proto__: 1',
    'constructor:',
    'toString',
    '<<: *a',
    'null',
    'no',
    '0x1f',
    '1e999',
    '.inf',
    '-0',
    '9007199254740993',
  ],
  ...['# Heading', 'Odo ruled Brack from 3 to 9.', '2026-03-31', 'circa 2020', 'unknown', '😀', 'ﬁ', 'İ'],
];
const text = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 5 })), {
  maxLength: 40,
});
const odd = text.map((pieces) => pieces.join(''));

/** Documents that are right but for one place. */
const whole = worldDocuments();
const damaged = fc
  .tuple(fc.constantFrom(...whole), fc.nat(), fc.nat(20), odd)
  .map(([{ content }, at, length, piece]) => {
    const start = at % content.length;
    return `${content.slice(0, start)}${piece}${content.slice(start + length)}`;
  });
const format = fc.constantFrom(...DOCUMENT_FORMATS);

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

describe('odd documents', () => {
  test('are read or refused, with a place for every error', () => {
    fc.assert(
      fc.property(format, fc.oneof(odd, damaged), (kind, content) => {
        const read = readDocument({ uri: 'x', format: kind, content }, ENTITY_TYPES);
        if (!Array.isArray(read)) return read.passages.every(({ start, end }) => start <= end && end <= content.length);
        const lines = content.split(/\r\n|\n|\r/).length;
        return read.length > 0 && read.every(({ line, column }) => line >= 1 && line <= lines && column >= 1);
      }),
      { numRuns: RUNS },
    );
  });

  test('never make an answer of 5xx, and leave the others alone', async () => {
    const good = { path: 'good.yaml', content: 'entities:\n  - { type: Item, name: Bell }\n' };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(format, fc.oneof(odd, damaged)), { maxLength: 12 }), async (sent) => {
        const documents = sent.map(([kind, content], at) => ({ path: `odd/${at}`, format: kind, content }));
        const { status, body } = await app.post('/v1/ingest', { documents: [...documents, good] });
        expect(status, JSON.stringify(body)).toBe(200);
        expect(['stored', 'unchanged']).toContain(body.documents.at(-1).result);
      }),
      { numRuns: SENT },
    );
  }, 120_000);

  test('nor do odd items', async () => {
    const value = fc.oneof(fc.anything({ maxDepth: 2 }), odd);
    const keys = ['type', 'name', 'aliases', 'born', 'relations', 'attributes', 'from', 'to', 'on', 'properties'];
    const item = fc.oneof(fc.dictionary(fc.constantFrom(...keys), value), value);
    await fc.assert(
      fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 10 }), async (items) => {
        const sent = JSON.parse(JSON.stringify(items)) as unknown[];
        for (const kind of ['entities', 'relations', 'events']) {
          const { status } = await app.post('/v1/ingest', { [kind]: sent });
          expect([200, 400]).toContain(status);
        }
      }),
      { numRuns: SENT * 2 },
    );
  }, 120_000);
});
