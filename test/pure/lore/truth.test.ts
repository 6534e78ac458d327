import { describe, expect, test } from 'vitest';
import type { Held } from '../../../src/core/period.js';
import { clipToLives } from '../../../src/lore/open-ends.js';
import { type RelationWindow, wasTrueAt, wasTrueByThen } from '../../../src/lore/truth.js';
import { calendarOf, unitOn, windowOn } from '../../helpers/time.js';

const calendar = calendarOf('saltmere');

function recorded(text: string): RelationWindow {
  const bounds = text.split('..').filter((bound) => bound !== '' && bound !== 'unknown');
  return { period: windowOn(calendar, text), bounds: bounds.map((bound) => unitOn(calendar, bound)) };
}

function truth(asked: string, own: readonly string[], others: readonly string[] = []): Held {
  return wasTrueAt(unitOn(calendar, asked), own.map(recorded), others.map(recorded));
}

describe('whether a relation was true at a time', () => {
  test.each<[string, string[], string[], Held['truth'], Held['covers'], string]>([
    ['340 TA', ['320 TA..360 TA'], [], 'true', 'all', 'a window certainly holds'],
    ['340 TA', ['320 TA..340 TA'], ['340 TA..360 TA'], 'true', 'all', 'both are true in the unit of a handover'],
    ['340 TA', ['340 TA..360 TA'], ['320 TA..340 TA'], 'true', 'all', 'both are true in the unit of a handover'],
    ['third_age', ['320 TA..360 TA'], [], 'true', 'part', 'at some point in the era'],
    ['second_age', ['1100 FA..700 SA', '701 SA..10 TA'], [], 'true', 'all', 'windows that follow one another'],
    ['second_age', ['1100 FA..700 SA', '702 SA..10 TA'], [], 'true', 'part', 'with a year between them'],
    ['circa 340 TA', ['320 TA..340 TA', '341 TA..360 TA'], [], 'true', 'all', 'wherever that is'],
    ['340 TA', ['320 TA..330 TA', '350 TA..'], [], 'false', null, 'recorded, and none holds then'],
    ['340 TA', [], ['320 TA..360 TA'], 'false', null, 'another certainly has the place'],
    ['340 TA', ['unknown..'], ['320 TA..360 TA'], 'false', null, 'another certainly has the place'],
    ['third_age', [], ['320 TA..360 TA'], 'unknown', null, 'another has it for a part of the time'],
    ['340 TA', [], ['circa 340 TA..'], 'unknown', null, 'another may have it'],
    ['340 TA', [], [], 'unknown', null, 'nothing is recorded'],
    ['340 TA', ['circa 340 TA..'], [], 'unknown', null, 'the window is unsure about that time'],
    ['300 TA', ['circa 340 TA..'], [], 'false', null, 'the window is sure about that time'],
    ['340 TA', ['..'], [], 'true', 'all', 'missing ends are open'],
    ['350 TA', ['340 TA..unknown'], [], 'unknown', null, 'an unknown end may have come'],
    ['340 TA', ['340 TA..unknown'], [], 'true', 'part', 'it began in that year'],
    ['340 TA', ['unknown..340 TA'], [], 'true', 'part', 'it ended in that year'],
    ['12 Seedfall 340 TA', ['340 TA..unknown'], [], 'unknown', null, 'it began in that year, perhaps later'],
  ])('%s by %j beside %j: %s %s (%s)', (asked, own, others, expected, covers) => {
    expect(truth(asked, own, others)).toEqual({ truth: expected, covers });
  });

  test('goes by what was believed then', () => {
    const window = (text: string, systemFrom: string, systemUntil: string | null) => ({
      ...recorded(text),
      systemFrom,
      systemUntil,
    });
    const [first, second, third] = [
      '2026-01-01T00:00:00.000000Z',
      '2026-02-01T00:00:00.000000Z',
      '2026-03-01T00:00:00.000000Z',
    ];
    const windows = [window('320 TA..360 TA', first, second), window('320 TA..330 TA', second, null)];
    const at = (knownAt: string | null) => wasTrueByThen(unitOn(calendar, '340 TA'), { windows }, knownAt).truth;
    expect([at('2025-12-01T00:00:00.000000Z'), at(first), at(second), at(third), at(null)]).toEqual([
      'unknown',
      'true',
      'false',
      'false',
      'false',
    ]);
  });
});

describe('the open ends of a relation', () => {
  const clip = (when: string, ...lives: string[]) =>
    clipToLives(
      windowOn(calendar, when),
      lives.map((life) => windowOn(calendar, life)),
    );

  test.each([
    ['320 TA..', ['290 TA..340 TA'], '320 TA..340 TA', 'a dead king does not go on'],
    ['..340 TA', ['290 TA..360 TA'], '290 TA..340 TA', 'nor before his birth'],
    ['320 TA..', ['290 TA..'], '320 TA..', 'alive, or not recorded'],
    ['320 TA..330 TA', ['290 TA..340 TA'], '320 TA..330 TA', 'given ends stay'],
    ['320 TA..350 TA', ['290 TA..340 TA'], '320 TA..350 TA', 'given ends stay, also past the death'],
    ['320 TA..', ['290 TA..360 TA', '300 TA..340 TA'], '320 TA..340 TA', 'the first death ends a marriage'],
    ['320 TA..', ['300 TA..340 TA', '290 TA..360 TA'], '320 TA..340 TA', 'in either order'],
    ['320 TA..', ['290 TA..circa 340 TA'], '320 TA..circa 340 TA', 'as unsure as the death'],
  ])('%s in the lives %j: %s (%s)', (when, lives, expected) => {
    expect(clip(when, ...lives)).toEqual(windowOn(calendar, expected));
  });

  test('leave nothing where it begins after the death', () => {
    expect(clip('350 TA..', '290 TA..340 TA')).toBeNull();
  });

  test('are unsure where the whole life is', () => {
    expect(clip('320 TA..', 'third_age..third_age')?.certain).toMatchObject({
      from: unitOn(calendar, '320 TA').start,
      until: unitOn(calendar, '320 TA').start,
    });
  });
});
