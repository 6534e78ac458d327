import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test } from 'vitest';
import type { DocumentFormat, LoreDocument } from '../../src/core/document.js';
import { ENTITY_TYPES } from '../../src/core/lore.js';
import { type StartWorker, startWorker } from '../../src/documents/document-thread.js';
import { type ReaderOptions, ThreadReader } from '../../src/documents/reader.js';
import { readDocument } from '../../src/lore/ingest/read.js';
import { systemClock } from '../../src/start/system.js';
import { startThread } from '../../src/threads/start-thread.js';
import { filled } from '../helpers/large-documents.js';

const OBEDIENT = new URL('../helpers/threads/documents.mjs', import.meta.url);
const obedient: StartWorker = () => new Worker(OBEDIENT);

const open: ThreadReader[] = [];

function reader(options: Partial<ReaderOptions> = {}): ThreadReader {
  const made = new ThreadReader({ clock: systemClock, ...options });
  open.push(made);
  return made;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const raw = (content: string, format: DocumentFormat = 'markdown') => ({ uri: 'x', format, content });
const read = async (from: ThreadReader, content: string, format?: DocumentFormat, limitMs?: number) =>
  (await from.read(raw(content, format), ENTITY_TYPES, limitMs)).document;
const shown = (document: LoreDocument | { message: string }[]) =>
  Array.isArray(document) ? document.map(({ message }) => message) : document.warnings.map(({ reason }) => reason);

const PLAIN = 'so its text was cut at blank lines and lines that begin with #.';
const LONG = [`Parsing it took longer than it may, ${PLAIN}`];
const FAILED = [`The parser failed, ${PLAIN}`];
/** Long enough for a thread that is asked for little, and short enough for one that hangs. */
const LIMITS = { parsed: 300, plain: 300 };

describe('the thread that reads documents', () => {
  test('says what reading it here says, however large it is', async () => {
    const people = filled((at) => `  - { name: P${at}, parents: [Q${at}] }\n`, '', 120_000).replace(/\n[^\n]*$/, '\n');
    const markdown = '---\ntype: Person\nname: Odo\n---\n# Odo\n\nHe ruled Brack.\n';
    const all = [raw(markdown), raw(`source_type: family_tree\npeople:\n${people}`, 'yaml'), raw('{', 'json')];
    const thread = reader({ limitsMs: { parsed: 60_000, plain: 60_000 } });
    const found = await Promise.all(all.map((one) => thread.read(one, ENTITY_TYPES)));
    expect(found.map(({ document }) => document)).toEqual(all.map((one) => readDocument(one, ENTITY_TYPES)));
    expect(found[1]?.document).toHaveProperty('entities.2000');
  });

  test('cuts Markdown that takes too long into plain passages, and parses the next', async () => {
    const thread = reader({ limitsMs: { parsed: 400, plain: 60_000 } });
    const list = `---\ntitle: A list\n---\n# Items\n\n${filled((at) => `1. item ${at}\n`, '', 400_000)}`;
    const found = (await read(thread, list)) as LoreDocument;
    expect(shown(found)).toEqual(LONG);
    expect(found).toMatchObject({ title: 'A list' });
    expect(found.passages.length).toBeGreaterThan(300);
    expect(new Set(found.passages.map(({ heading }) => heading))).toEqual(new Set(['Items']));
    expect(shown(await read(thread, '# A\n\nShort.\n'))).toEqual([]);
  });

  test('has no time for a document when the request has none left', async () => {
    const thread = reader();
    expect(shown(await read(thread, 'Text.', 'markdown', 0))).toEqual(LONG);
    expect(shown(await read(thread, 'title: x', 'yaml', -1))).toEqual(['took too long to read; divide it']);
    expect(shown(await read(thread, 'title: x', 'yaml', 60_000))).toEqual([]);
  });

  test('tells how long reading took, without the time that it waited for its turn', async () => {
    const thread = reader({ start: obedient, limitsMs: LIMITS });
    const [slow, quick] = await Promise.all([
      thread.read(raw('hang', 'yaml'), ENTITY_TYPES),
      thread.read(raw('{}', 'json'), ENTITY_TYPES),
    ]);
    expect(slow.ms).toBeGreaterThanOrEqual(LIMITS.parsed);
    expect(quick.ms).toBeLessThan(slow.ms + LIMITS.parsed);
  });

  test.each([
    ['hang', LONG, 'took too long to read; divide it'],
    ['die', FAILED, 'could not be read now; send it again, or divide it'],
    ['throw', FAILED, 'could not be read now; send it again, or divide it'],
    ['babble', FAILED, 'could not be read now; send it again, or divide it'],
  ])('that does this: %s, is started again, and nothing else is lost', async (what, warning, error) => {
    const thread = reader({ start: obedient, limitsMs: LIMITS });
    const asked = [`${what} 1`, 'fine', `${what} 2`].map((text) => read(thread, text, 'yaml'));
    expect((await Promise.all(asked)).map(shown)).toEqual([[error], ['reads fine'], [error]]);
    expect(shown(await read(thread, `# A\n\n${what}`))).toEqual(warning);
  });

  test('refuses long fields that nothing can read, beside any text', async () => {
    const thread = reader({ start: obedient, limitsMs: LIMITS });
    const content = `---\ntitle: die\n${'# remark\n'.repeat(1000)}---\nText.\n`;
    expect(shown(await read(thread, content))).toEqual(['could not be read now; send it again, or divide it']);
  });

  test.each<[string, StartWorker]>([
    [
      'the system refuses',
      () => {
        throw new Error('no more threads');
      },
    ],
    ['ends at once', () => new Worker('process.exit(1)', { eval: true })],
    ['never says a word', () => new Worker('setInterval(() => undefined, 1000)', { eval: true })],
  ])('that can not be started, as one that %s, is done without, and tried again later', async (_, start) => {
    const told: string[] = [];
    let [now, starts] = [0, 0];
    const counted = () => {
      starts += 1;
      return start();
    };
    const clock = { now: () => now, elapsed: () => now };
    const thread = reader({ clock, start: counted, startMs: 300, report: (message) => told.push(message) });
    expect(shown(await read(thread, '---\ntitle: x\n---\n# A\n\nText.'))).toEqual(FAILED);
    expect(shown(await read(thread, 'title: x', 'yaml'))).toEqual([
      'could not be read now; send it again, or divide it',
    ]);
    expect([starts, told.length]).toEqual([1, 1]);
    now = 10_001;
    expect(shown(await read(thread, 'Text.'))).toEqual(FAILED);
    expect(starts).toBe(2);
  });

  test('that needs more memory than it may have is ended, and not the process', async () => {
    const resourceLimits = { maxOldGenerationSizeMb: 48 };
    const start = () =>
      startThread(new URL('../../src/documents/x.ts', import.meta.url).href, './worker', { resourceLimits });
    const thread = reader({ start, limitsMs: { parsed: 60_000, plain: 60_000 } });
    expect(
      shown(
        await read(
          thread,
          filled(() => '1. a\n', '', 300_000),
        ),
      ),
    ).toEqual(FAILED);
    expect(shown(await read(thread, '# A\n\nText.'))).toEqual([]);
  }, 60_000);

  test('that was closed is not started again', async () => {
    let starts = 0;
    const thread = reader({
      start: () => {
        starts += 1;
        return startWorker();
      },
    });
    expect(shown(await read(thread, 'Text.'))).toEqual([]);
    await thread.close();
    expect(shown(await read(thread, 'Text.'))).toEqual(FAILED);
    expect(starts).toBe(1);
  });
});
