import { describe, expect, it } from 'vitest';
import { Problem } from '../../../src/core/errors.js';
import {
  isRetriable,
  isUnavailable,
  messageOf,
  retried,
  toProblem,
  UnusableDatabase,
} from '../../../src/store/errors.js';

const withCode = (code: string, cause?: unknown) => Object.assign(new Error(code, { cause }), { code });
const ALONE = { random: { next: () => 0 }, inTransaction: false };

describe('faults of the database', () => {
  it.each([
    ...[
      '08006',
      '57P03',
      '57014',
      '53300',
      '53100',
      '25006',
      '55P03',
      '28P01',
      '3D000',
      '58030',
      '55000',
      '42P01',
      '26000',
    ],
    ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'ENETDOWN'],
  ])('%s is unavailable, also as a cause', (code) => {
    expect(isUnavailable(withCode(code))).toBe(true);
    expect(toProblem(new Error('Failed query', { cause: withCode(code) }))).toMatchObject({ code: 'unavailable' });
  });

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'timeout expired',
    'The server does not support SSL connections',
    'Cannot use a pool after calling end on the pool',
  ])('"%s" is unavailable', (message) => {
    expect(toProblem(new Error(message))).toMatchObject({ code: 'unavailable' });
  });

  it('a database that can not be used is unavailable', () => {
    expect(toProblem(new UnusableDatabase('no role'))).toMatchObject({ code: 'unavailable' });
  });

  it.each(['40001', '40P01'])('%s is retriable, and unavailable when retries are spent', (code) => {
    expect(isRetriable(withCode(code))).toBe(true);
    expect(toProblem(withCode(code))).toMatchObject({ code: 'unavailable', cause: { code } });
  });

  it.each(['22P02', '22007', '22021'])('%s is an invalid request', (code) => {
    expect(toProblem(withCode(code))).toMatchObject({ code: 'invalid_request' });
  });

  it.each([withCode('23505'), withCode('42601'), new Error('a defect'), 'a word', null])(
    '%s stays as it is',
    (fault) => {
      expect(isUnavailable(fault)).toBe(false);
      expect(toProblem(fault)).toBe(fault);
    },
  );

  it('are described, also where one error stands for several', () => {
    expect(messageOf(new Error('refused'))).toBe('refused');
    expect(messageOf(new AggregateError([new Error('refused ::1'), new Error('refused 127.0.0.1')]))).toBe(
      'refused ::1; refused 127.0.0.1',
    );
    expect(messageOf('a word')).toBe('a word');
  });

  it('leaves a problem of the catalogue alone', () => {
    const problem = new Problem('not_found', 'There is no such claim.');
    expect(toProblem(problem)).toBe(problem);
  });
});

describe('retried', () => {
  const failing = (times: number, code: string) => {
    let calls = 0;
    const work = async () => {
      calls += 1;
      if (calls <= times) throw withCode(code);
      return calls;
    };
    return { work, calls: () => calls };
  };

  it('runs again what the database gave up, at most five times', async () => {
    expect(await retried(ALONE, failing(4, '40P01').work)).toBe(5);
    const hopeless = failing(9, '40001');
    await expect(retried(ALONE, hopeless.work)).rejects.toMatchObject({ code: '40001' });
    expect(hopeless.calls()).toBe(5);
  });

  it('does not run again what failed otherwise', async () => {
    const failed = failing(1, '23505');
    await expect(retried(ALONE, failed.work)).rejects.toMatchObject({ code: '23505' });
    expect(failed.calls()).toBe(1);
  });

  it('leaves a statement of a transaction to the transaction', async () => {
    const failed = failing(1, '40P01');
    await expect(retried({ ...ALONE, inTransaction: true }, failed.work)).rejects.toMatchObject({ code: '40P01' });
    expect(failed.calls()).toBe(1);
  });
});
