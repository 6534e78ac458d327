import { describe, expect, it } from 'vitest';
import { isoCalendar } from '../../../src/core/calendar.js';
import type { Norm } from '../../../src/core/norm.js';
import { ALWAYS, period } from '../../../src/core/period.js';
import { NORM_VERSION, unknownReading } from '../../../src/guard/pipeline.js';
import { lexicon, NOW, reading, type Said } from '../../helpers/guard.js';

function norm(statement: string, said: Said = {}): Norm {
  const [first] = reading(statement, said).norms;
  if (first === undefined) throw new Error('a reading has at least one norm');
  return first;
}

function unit(text: string) {
  return isoCalendar.parse(text, NOW);
}

describe('modality', () => {
  it.each([
    ['Logs must be rotated', 'must'],
    ['Logs shall be rotated', 'must'],
    ['Logs have to be rotated', 'must'],
    ['Logs are required to be rotated', 'must'],
    ['It is mandatory to rotate logs', 'must'],
    ['Rotate logs', 'must'],
    ['Make sure logs are rotated', 'must'],
    ['Logs must not be rotated', 'must_not'],
    ['Logs must never be rotated', 'must_not'],
    ['Never rotate logs', 'must_not'],
    ["Don't rotate logs", 'must_not'],
    ['Logs may not be rotated', 'must_not'],
    ['Logs cannot be rotated', 'must_not'],
    ['Logs are prohibited from being rotated', 'must_not'],
    ['No logs may be rotated', 'must_not'],
    ['Rotating logs is forbidden', 'must_not'],
    ['Logs are required not to be rotated', 'must_not'],
    ['Logs should be rotated', 'should'],
    ['Logs ought to be rotated', 'should'],
    ['Rotating logs is recommended', 'should'],
    ['Prefer rotating logs', 'should'],
    ['Logs should not be rotated', 'should_not'],
    ['Avoid rotating logs', 'should_not'],
    ['Operators are advised not to rotate logs', 'should_not'],
    ['Rotating logs is discouraged', 'should_not'],
    ['Logs may be rotated', 'may'],
    ['Operators are free to rotate logs', 'may'],
    ['Rotating logs is allowed', 'may'],
    ['Rotating logs is not forbidden', 'may'],
    ['Logs need not be rotated', 'may_not'],
    ['Logs do not have to be rotated', 'may_not'],
    ['Logs are not required to be rotated', 'may_not'],
    ['Rotating logs is optional', 'may_not'],
    ['Rotating logs is not optional', 'must'],
    ['Logs are rotated', 'is'],
    ['The job rotates logs', 'is'],
    ['Logs are not rotated', 'is_not'],
    ['The job does not rotate logs', 'is_not'],
    ['We no longer rotate logs', 'is_not'],
  ])('of "%s" is %s', (statement, modality) => {
    expect(norm(statement).modality).toBe(modality);
  });

  it('is that of the main clause, not of a relative one', () => {
    expect(norm('Jobs that must not fail should be retried').modality).toBe('should');
  });
});

describe('subject', () => {
  it.each([
    ['The deploys must use a blue canary', 'canary deploy'],
    ['Canary deploys must be blue', 'canary deploy'],
    ['Dark mode is enabled', 'dark mode'],
    ['Use pnpm', 'package manager'],
  ])('of "%s" is "%s"', (statement, subject) => {
    expect(norm(statement)).toMatchObject({ subject, subjectKind: 'PRESENT' });
  });

  it.each(['It must be set', 'They must be cached', 'Some users like tea'])('of "%s" is not canonical', (statement) => {
    expect(norm(statement).subjectKind).toBe('FUZZY');
  });

  it.each(['', '   ', '🙂', '?!', 'the'])('is missing from "%s"', (statement) => {
    expect(norm(statement)).toMatchObject({ subject: null, subjectKind: 'MISSING', modality: null });
  });
});

describe('object', () => {
  it.each([
    ['Tracing is enabled', { state: 'enabled', polarity: 'positive' }],
    ['Turn off tracing', { state: 'enabled', polarity: 'negative' }],
    ['The gate is closed', { state: 'open', polarity: 'negative' }],
  ])('of "%s" is a state with its pole', (statement, object) => {
    expect(norm(statement)).toMatchObject({ object, predicate: null });
  });

  it('is grounded', () => {
    const statement = 'The gate is closed';
    const span = norm(statement).spans.find(({ slot }) => slot === 'object');
    expect(statement.slice(span?.start, span?.end)).toBe('closed');
  });

  it('is absent where a plain verb says it', () => {
    expect(norm('Workers must emit traces')).toMatchObject({ object: null, predicate: 'emit' });
  });
});

describe('value', () => {
  it.each([
    ['The gateway listens on port 8080', '8080', 'port'],
    ['The timeout is 1 minute', '60 s', 'duration'],
    ['The timeout is 60s', '60 s', 'duration'],
    ['The quota is 2 GB', '2000000000 B', 'size'],
    ['We use Postgres', 'postgresql', 'product:database'],
    ['The banner is teal', 'teal', 'colour'],
    ['The feast is on 1 June', '--06-01', 'day'],
    ['Passwords must have at least 8 characters', '>=8', 'count'],
    ['The job runs at 02:30', '02:30', 'time'],
    ['The capital of Arden is High Keep', 'high keep', 'entity'],
    ['The home page is https://example.org/a', 'https://example.org/a', 'url'],
  ])('of "%s" is %s', (statement, value, valueClass) => {
    expect(norm(statement)).toMatchObject({ value, valueClass });
  });

  it('is grounded: its span covers it in the text', () => {
    const statement = 'In Arden, banners must be “teal”';
    const span = norm(statement).spans.find(({ slot }) => slot === 'value');
    expect(statement.slice(span?.start, span?.end)).toBe('teal');
  });

  it.each(['Service 17 must be fast', 'If the queue holds 50 jobs, pause it', 'Use tabs or spaces'])(
    'is not read out of the subject, a condition or a list: "%s"',
    (statement) => {
      expect(norm(statement).value).toBeNull();
    },
  );
});

describe('quantity', () => {
  const none = { min: null, max: null };
  it.each([
    ['Passwords must have at least 8 characters', { ...none, min: 8, unit: 'character', dimension: 'count' }],
    ['Requests must take no more than 30 s', { ...none, max: 30, unit: 's', dimension: 'duration' }],
    ['Requests must take over 30 s', { ...none, min: 30, isMinOpen: true, unit: 's', dimension: 'duration' }],
    ['Requests must not exceed 30 s', { ...none, max: 30, unit: 's', dimension: 'duration' }],
    ['Archives must be between 2 and 5 MB', { min: 2e6, max: 5e6, unit: 'B', dimension: 'size' }],
    ['The API serves 1k req/s', { min: 1000, max: 1000, unit: 'request/s', dimension: 'count/duration' }],
    ['The API serves 6000 requests per minute', { min: 100, max: 100, unit: 'request/s', dimension: 'count/duration' }],
    ['The kiln is at 212 °F', { min: 100, max: 100, unit: 'C', dimension: 'temperature' }],
    ['The cart costs $5', { min: 5, max: 5, unit: '$', dimension: 'money' }],
    ['Factor is 3', { min: 3, max: 3, unit: null, dimension: null }],
  ])('of "%s" is an interval in base units', (statement, quantity) => {
    expect(norm(statement).quantity).toEqual(quantity);
  });

  it.each(['The gateway listens on port 8080', 'The banner is teal', 'Deploys happen at 9:00'])(
    'is absent from "%s"',
    (statement) => {
      expect(norm(statement).quantity).toBeNull();
    },
  );

  it('is grounded: its span covers the bound, the number and the unit', () => {
    const statement = 'Requests must take at most 30 s';
    const span = norm(statement).spans.find(({ slot }) => slot === 'quantity');
    expect(statement.slice(span?.start, span?.end)).toBe('at most 30 s');
  });
});

describe('scope', () => {
  it.each([
    ['Tracing is enabled in production', 'production'],
    ['In staging, tracing is enabled', 'staging'],
    ['Tracing is enabled in the dev environment', 'development'],
    ['Tracing is enabled in production code', null],
    ['Tracing is enabled in staging and in production', null],
  ])('of "%s" is %s', (statement, env) => {
    expect(norm(statement).scope.env).toBe(env);
  });

  it('has one name, however the request spells it', () => {
    expect(norm('Tracing is enabled', { scope: { env: 'Prod' } }).scope.env).toBe('production');
  });

  it('of the request wins over the text', () => {
    expect(norm('Tracing is enabled in production', { scope: { env: 'staging' } }).scope.env).toBe('staging');
  });
});

describe('period', () => {
  it('is open where the text names no date', () => {
    expect(norm('Merges are frozen').period).toEqual(ALWAYS);
  });

  it('begins and ends where the text says so', () => {
    expect(norm('Merges are frozen until 2026-05-01').period).toEqual(period(null, unit('2026-05-01')));
    expect(norm('Since 2024 merges are frozen').period).toEqual(period(unit('2024'), null));
  });

  it('covers a year that a state is told of', () => {
    const { certain } = norm('In 2019 the default was MySQL').period;
    expect(certain).toEqual({ from: unit('2019')?.start, until: unit('2020')?.start });
  });

  it('stays open for what happens once: there the year is the value', () => {
    expect(norm('Tor died in 1310')).toMatchObject({ period: ALWAYS, value: '1310', valueClass: 'year' });
  });

  it('of the request wins over the text', () => {
    const read = norm('Merges are frozen until 2026-05-01', { until: '2026-04-01' });
    expect(read.period).toEqual(period(null, unit('2026-04-01')));
  });
});

describe('a statement of several clauses', () => {
  it('has a norm for each sentence', () => {
    expect(reading('Tests must pass. Coverage is optional.').norms.map(({ modality }) => modality)).toEqual([
      'must',
      'may_not',
    ]);
  });

  it('repeats the subject for a second modal verb', () => {
    const [, second] = reading('Workers must retry and must not skip messages').norms;
    expect(second).toMatchObject({ modality: 'must_not', predicate: 'skip', subject: 'message worker' });
  });
});

describe('an unknown reading', () => {
  it('knows the text and what the request says of it, and nothing else', () => {
    const input = { statement: 'Deploys must be blue', scope: { env: 'prod', team: 'core' }, from: null, until: null };
    const unknown = unknownReading(input, lexicon);
    expect(unknown).toMatchObject({ normalizerState: 'failed_open', normVersion: NORM_VERSION });
    expect(unknown.norms).toEqual([
      expect.objectContaining({
        ...{ modality: null, subjectKind: 'MISSING', tokens: [], period: ALWAYS },
        scope: { env: 'production', team: 'core' },
      }),
    ]);
  });
});
