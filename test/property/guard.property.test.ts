import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../src/core/verdict.js';
import { lockKeys, recallKeys } from '../../src/guard/pipeline.js';
import { reading, type Said, verdict } from '../helpers/guard.js';

const RUNS = process.env.LOREGUARD_SOAK === '1' ? 20_000 : 400;

const subject = fc.constantFrom(
  'the gateway',
  'deploys',
  'all uploads',
  'service 17',
  'the `auth` module',
  'guards of Arden',
);
const mood = fc.constantFrom(
  'must',
  'must not',
  'should',
  'should not',
  'may',
  'cannot',
  'need not',
  'is required to',
  'are forbidden to',
  'does not have to',
);
const content = fc.constantFrom(
  'use a red canary',
  'use a blue canary',
  'listen on port 8080',
  'listen on port 9090',
  'be enabled',
  'be disabled',
  'be enabled when idle',
  'keep logs for at least 30 days',
  'keep logs for at most 10 days',
  'keep logs for 30 days',
  'be longer than 64 characters',
  'take 1k requests per minute',
  'take between 2 and 5 MB',
  'take €5',
  'be open on weekdays',
  'be open on weekends',
  'be open if the load is above 80%',
  'be open if the load is below 50%',
  'be open only on Mondays',
  'be open on Fridays',
  'be stored by the archive',
  'store the archive',
  'prefer tabs over spaces',
  'prefer spaces over tabs',
);
const fact = fc.constantFrom(
  'The owner of checkout is Mara',
  'The owner of checkout is Tor',
  'Mara owns checkout',
  'Tor died in 1310',
  'Tor died in 1320',
  'Deploy only on Tuesdays',
  'Deploy on Fridays',
  'Never deploy on Fridays',
  'Use pnpm',
  'Use yarn',
  'We switched from yarn to pnpm',
  'We use yarn',
  'Prefer pnpm over yarn',
  'Use tabs',
  'Use spaces',
  'In 2019 the billing database was MySQL',
  'The billing database is PostgreSQL',
  'No one may enter the vault',
  'Anyone may enter the vault',
);
const statement = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(subject, mood, content).map((parts) => parts.join(' ')) },
  { weight: 1, arbitrary: fact },
);
/** Two statements about one subject, so that many of them contradict each other. */
const aboutOne = fc
  .tuple(subject, mood, mood, content, content, fc.boolean())
  .map(([about, first, second, one, other, same]): [string, string] => [
    `${about} ${first} ${one}`,
    `${about} ${second} ${same ? one : other}`,
  ]);
/** Two statements in other words, of which some disagree. */
const loosely = fc.constantFrom<[string, string][]>(
  ['Collect the tolls before the bridge is opened', 'Open the bridge first and collect the tolls afterwards'],
  ['Our editor lacks macOS support', 'You can run the editor on macOS'],
  ["The Ferry Guild's banner: a grey otter on red", 'The banner of the Ferry Guild is a green eel'],
  ['There is no rotation of the audit keys', 'We rotate the audit keys'],
  ['The archive is reachable only through the gatehouse', 'The archive is reachable from the open street'],
  ['Keep tide reports under 5 pages', 'Tide reports should be longer than 9 pages'],
  ['Read requests are never throttled', 'Upload requests are throttled for a minute'],
);
/** Sentences in which a word comes again and again, in several roles. */
const word = fc.constantFrom('Sera', 'Aldric', 'the queue', 'the open queue', 'the relay', 'port 80');
const repeating = fc
  .tuple(word, fc.constantFrom('is the wife of', 'must call', 'must not call', 'is', 'of', 'may open'), word, word)
  .chain(([a, verb, b, c]) => {
    const clause = `${a} ${verb} ${b}`;
    const ends = ['', ` in 300`, ` when ${c} is open`, ` before ${c}`, ` and ${c}`, ` of ${c}`, ` for ${c} only`];
    return fc.constantFrom(...ends).map((end) => `${clause}${end}`);
  });
const two = fc.oneof(loosely, aboutOne, fc.tuple(statement, statement), fc.tuple(fact, fact));
const where = fc.record({
  env: fc.constantFrom(null, 'prod', 'dev'),
  team: fc.constantFrom(null, 'core', 'docs'),
});
const window = fc.constantFrom<Said>({}, { from: '2025' }, { until: '2026-06' }, { from: '2026-01', until: '2026-09' });

/** How far a verdict speaks against storing: 2 blocks, 1 warns, 0 does neither. */
function weight({ kind, confidence }: Verdict): number {
  if (kind === 'contradiction' && confidence === 'HIGH') return 2;
  return kind === 'uncertain' ? 1 : 0;
}

function isLocked({ kind, confidence, code }: Verdict): boolean {
  return code === 'same_text' || (kind === 'contradiction' && confidence === 'HIGH');
}

describe('comparing two statements', () => {
  it('gives the same verdict in either order', () => {
    fc.assert(
      fc.property(two, where, window, ([a, b], scope, dates) => {
        const there = verdict(a, b, { scope, ...dates });
        const back = verdict(b, a, {}, { scope, ...dates });
        expect([back.kind, back.confidence, back.code]).toEqual([there.kind, there.confidence, there.code]);
      }),
      { numRuns: RUNS },
    );
  });

  it('gives the same verdict in either order where words come twice', () => {
    fc.assert(
      fc.property(repeating, repeating, (a, b) => {
        const [there, back] = [verdict(a, b), verdict(b, a)];
        expect([back.kind, back.confidence, back.code]).toEqual([there.kind, there.confidence, there.code]);
      }),
      { numRuns: RUNS },
    );
  });

  it('never turns worse when a scope is made narrower', () => {
    fc.assert(
      fc.property(two, where, where, ([a, b], scope, narrower) => {
        const wide = { env: scope.env, team: null };
        const narrow = { env: scope.env ?? narrower.env, team: narrower.team };
        expect(weight(verdict(a, b, { scope: narrow }))).toBeLessThanOrEqual(weight(verdict(a, b, { scope: wide })));
      }),
      { numRuns: RUNS },
    );
  });

  // A statement that names its own window is left out: another one in the request replaces it.
  it('never turns worse when a window is made shorter', () => {
    fc.assert(
      fc.property(two, window, ([a, b], dates) => {
        fc.pre(!a.includes('2019'));
        const shorter: Said = { from: dates.from ?? '2025', until: '2026-03' };
        expect(weight(verdict(a, b, shorter))).toBeLessThanOrEqual(weight(verdict(a, b, { ...dates })));
      }),
      { numRuns: RUNS },
    );
  });

  it('finds a sure contradiction or a repetition under a shared lock key', () => {
    fc.assert(
      fc.property(two, ([a, b]) => {
        if (!isLocked(verdict(a, b))) return;
        const keys = new Set(lockKeys(reading(a)));
        expect(lockKeys(reading(b)).some((key) => keys.has(key))).toBe(true);
      }),
      { numRuns: RUNS * 4 },
    );
  });

  it('finds what it warns of under a shared recall key', () => {
    fc.assert(
      fc.property(two, ([a, b]) => {
        if (weight(verdict(a, b)) === 0) return;
        const keys = new Set(recallKeys(reading(a)));
        expect(recallKeys(reading(b)).some((key) => keys.has(key))).toBe(true);
      }),
      { numRuns: RUNS * 4 },
    );
  });

  it('calls a statement beside itself a repetition', () => {
    fc.assert(
      fc.property(statement, (text) => {
        expect(verdict(text, text).code).toBe('same_text');
      }),
    );
  });
});

describe('reading a statement', () => {
  const oddWord = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '\ud800',
      '\u0000',
      '🙂',
      '`',
      '``',
      'must',
      'not',
      '(',
      '1.2.3.',
      '-',
      '…',
      "n't",
      "'s",
      'a'.repeat(900),
    ),
  );
  const oddText = fc.array(oddWord, { maxLength: 40 }).map((parts) => parts.join(' ').slice(0, 8000));

  it('takes any text, gives the same reading each time, and survives JSON', () => {
    fc.assert(
      fc.property(oddText, (text) => {
        const first = reading(text);
        expect(reading(text)).toEqual(first);
        expect(JSON.parse(JSON.stringify(first))).toEqual(first);
        expect(first.norms.length).toBeGreaterThan(0);
      }),
      { numRuns: RUNS },
    );
  });

  it('keeps every offset inside the text', () => {
    fc.assert(
      fc.property(fc.oneof(oddText, statement), (text) => {
        for (const { spans, tokens } of reading(text).norms) {
          for (const { start, end } of [...spans, ...tokens]) {
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeGreaterThan(start);
            expect(end).toBeLessThanOrEqual(text.length);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('keeps the number of keys bounded', () => {
    fc.assert(
      fc.property(oddText, (text) => {
        expect(lockKeys(reading(text)).length).toBeLessThanOrEqual(40);
        expect(recallKeys(reading(text)).length).toBeLessThanOrEqual(80);
      }),
      { numRuns: RUNS },
    );
  });
});
