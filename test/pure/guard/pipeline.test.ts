import { describe, expect, it } from 'vitest';
import { lockKeys, recallKeys } from '../../../src/guard/pipeline.js';
import { reading, verdict } from '../../helpers/guard.js';

describe('a blue canary against a red one', () => {
  const found = verdict('Deploys must use a blue canary', 'Deploys must use a red canary');

  it('is a contradiction of values', () => {
    expect(found).toMatchObject({ kind: 'contradiction', confidence: 'HIGH', code: 'value_differs' });
  });

  it('names subject, modality and value on both sides', () => {
    expect(found.slots).toEqual({
      subject: ['canary deploy', 'canary deploy'],
      modality: ['must', 'must'],
      value: ['blue', 'red'],
    });
  });

  it('shows where the values stand in the texts', () => {
    expect(found.spans).toEqual({
      stored: [{ slot: 'value', start: 19, end: 23 }],
      incoming: [{ slot: 'value', start: 19, end: 22 }],
    });
  });
});

describe('keys', () => {
  it('are shared by two statements that contradict each other', () => {
    const shared = lockKeys(reading('Secrets must be encrypted')).filter((key) =>
      lockKeys(reading('Secrets must not be encrypted')).includes(key),
    );
    expect(shared).not.toEqual([]);
  });

  it('are not shared by statements of one template about different things', () => {
    const first = lockKeys(reading('Service 17 must listen on port 8017'));
    const second = lockKeys(reading('Service 18 must listen on port 8018'));
    expect(first.filter((key) => second.includes(key))).toEqual([]);
  });

  it('to recall by include those to lock by', () => {
    const read = reading('The gateway must retry failed requests three times');
    expect(recallKeys(read)).toEqual(expect.arrayContaining(lockKeys(read)));
  });
});
