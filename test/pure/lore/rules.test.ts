import { describe, expect, test } from 'vitest';
import { isoCalendar } from '../../../src/core/calendar.js';
import { type Period, period, type Truth, UNKNOWN, type Unit, unsure } from '../../../src/core/period.js';
import type { Relation, RelationTraits, TimedRelation } from '../../../src/core/relation.js';
import { claimsSameSlot, slotKeys } from '../../../src/lore/rules/exclusive.js';
import { isOutsideLifespan, lives } from '../../../src/lore/rules/lifespan.js';

const RULES: RelationTraits = { slot: 'to', alive: ['from'] };
const MEMBER: RelationTraits = { slot: 'from' };
const SPOUSE: RelationTraits = { slot: 'both', symmetric: true, alive: ['from', 'to'] };
const CAPITAL: RelationTraits = { slot: 'to', pastCounts: true };
const KNOWS: RelationTraits = {};

const unit = (year: string): Unit | null => (year === '' ? null : isoCalendar.parse(year, 0));

/** `from..until`, either side empty for an open end. */
function between(text: string): Period {
  const [from = '', until = ''] = text.split('..');
  return period(unit(from), unit(until));
}

function said(
  type: string,
  traits: RelationTraits,
  ends: string,
  when: Period,
  change: Partial<Relation> = {},
): TimedRelation {
  const [from = '', to = ''] = ends.split('>');
  return { relation: { type, from, to, tense: 'past', traits, ...change }, when };
}

describe('two relations in one slot', () => {
  const rules = (ends: string, when: string, change: Partial<Relation> = {}) =>
    said('RULES', RULES, ends, between(when), change);
  const spouse = (ends: string, when: string) => said('SPOUSE_OF', SPOUSE, ends, between(when));
  const cases: [string, TimedRelation, TimedRelation, Truth][] = [
    ['overlap', rules('a>v', '1320..1360'), rules('b>v', '1350..1380'), 'true'],
    ['meet', rules('a>v', '1320..1360'), rules('b>v', '1360..1380'), 'false'],
    ['are apart', rules('a>v', '1320..1340'), rules('b>v', '1360..1380'), 'false'],
    ['have another object', rules('a>v', '1320..1360'), rules('b>w', '1350..1380'), 'false'],
    ['have one holder', rules('a>v', '1320..1360'), rules('a>v', '1350..1380'), 'false'],
    ['have holders that may be one', rules('sera>v', '1320..1360'), rules('sera of k>v', '1350..1380'), 'false'],
    [
      'differ in title',
      rules('king a>v', '1320..1360', { short: { from: 'a' } }),
      rules('a the b>v', '1350..', { short: { from: 'a' } }),
      'false',
    ],
    ['one lies inside the other', rules('a>v', '1340..1340'), rules('b>v', '1330..1350'), 'true'],
    ['both lie in one year', rules('a>v', '1340..1340'), rules('b>v', '1340..1340'), 'unknown'],
    ['one has an unknown date', said('RULES', RULES, 'a>v', UNKNOWN), rules('b>v', '1330..1350'), 'unknown'],
    ['both are without date, in the past', rules('a>v', '..'), rules('b>v', '..'), 'unknown'],
    ['both are so now', rules('a>v', '..', { tense: 'present' }), rules('b>v', '..', { tense: 'present' }), 'true'],
    ['was and is', rules('a>v', '..'), rules('b>v', '..', { tense: 'present' }), 'unknown'],
    ['had ended, and is', rules('a>v', '1320..1360'), rules('b>v', '..', { tense: 'present' }), 'unknown'],
    ['goes on, and is', rules('a>v', '1320..'), rules('b>v', '..', { tense: 'present' }), 'true'],
    ['one may stand beside the other', rules('a>v', '1320..'), rules('b>v', '1330..', { isLoose: true }), 'unknown'],
    [
      'past counts',
      said('CAPITAL_OF', CAPITAL, 'a>v', between('..')),
      said('CAPITAL_OF', CAPITAL, 'b>v', between('..')),
      'true',
    ],
    [
      'by subject',
      said('MEMBER_OF', MEMBER, 'a>f', between('1320..')),
      said('MEMBER_OF', MEMBER, 'a>g', between('1330..')),
      'true',
    ],
    ['either side', spouse('a>s', '1320..1340'), spouse('s>t', '1330..1350'), 'true'],
    ['either side, again later', spouse('a>s', '1320..1340'), spouse('a>t', '1345..1350'), 'false'],
    ['another type', rules('a>v', '..'), said('CAPITAL_OF', CAPITAL, 'b>v', between('..')), 'false'],
    [
      'many at once',
      said('KNOWS', KNOWS, 'a>b', between('1320..')),
      said('KNOWS', KNOWS, 'a>c', between('1320..')),
      'false',
    ],
  ];

  test.each(cases)('%s', (_name, a, b, expected) => {
    expect(claimsSameSlot(a, b)).toBe(expected);
    expect(claimsSameSlot(b, a)).toBe(expected);
    const keys = slotKeys(b.relation);
    if (expected !== 'false') expect(slotKeys(a.relation).some((key) => keys.includes(key))).toBe(true);
  });
});

describe('an act outside a life', () => {
  const death = (when: string) => said('DIED_ON', { existence: 'death', alive: ['from'] }, 'a>x', point(when));
  const birth = (when: string) => said('BORN_ON', { existence: 'birth' }, 'a>x', point(when));
  const act = (from: string, until: string, ends = 'a>v', traits = RULES) => {
    const [begins, over] = [unit(from), unit(until)];
    const told = { ...(begins === null ? {} : { begins }), ...(over === null ? {} : { ends: over }) };
    return said('RULES', traits, ends, between(`${from}..${until}`), told);
  };
  /** Something at one date, as a text tells it. */
  const event = (when: string) => {
    const begins = unit(when);
    return said('WITNESSED', { alive: ['from'] }, 'a>b', point(when), begins === null ? {} : { begins });
  };
  const cases: [string, TimedRelation, TimedRelation, boolean][] = [
    ['begins after death', death('1360'), act('1370', '1380'), true],
    ['ends after death', death('1360'), act('1350', '1370'), true],
    ['ends in the year after', death('1360'), act('1350', '1361'), true],
    ['ends in the year of death', death('1360'), act('1350', '1360'), false],
    ['ends in the year of a death whose day is known', death('1360-03-01'), act('1350', '1360'), false],
    ['goes on without an end', death('1360'), act('1350', ''), false],
    ['has no date', death('1360'), act('', ''), false],
    ['begins before birth', birth('1290'), act('1280', '1300'), true],
    ['begins in the year of a birth whose day is known', birth('1290-06-01'), act('1290', '1300'), false],
    ['ends before birth', birth('1290'), act('', '1280'), true],
    ['happens after death', death('1360'), event('1365'), true],
    ['happens in the year of death', death('1360'), event('1360'), false],
    ['is that of someone else', death('1360'), act('1370', '1380', 'b>v'), false],
    ['is that of either spouse', death('1360'), act('1370', '1380', 'b>a', SPOUSE), true],
    ['needs no life', death('1360'), act('1370', '1380', 'a>v', {}), false],
    ['ends in the last year that may be that of a death', death('circa 1360'), act('1350', '1365'), false],
    ['begins after every year that may be that of a death', death('circa 1360'), act('1366', '1370'), true],
    ['is another death', death('1360'), death('1370'), false],
  ];

  test.each(cases)('%s', (_name, bound, acted, expected) => {
    expect(isOutsideLifespan(bound, acted)).toBe(expected);
    expect(isOutsideLifespan(acted, bound)).toBe(expected);
    if (!expected) return;
    const names = lives(acted.relation);
    expect(lives(bound.relation).some((name) => names.includes(name))).toBe(true);
  });

  test('is none while the death has no date', () => {
    const undated = said('DIED_IN', { existence: 'death', alive: ['from'] }, 'a>k', between('..'));
    expect(isOutsideLifespan(undated, act('1370', '1380'))).toBe(false);
    expect(isOutsideLifespan(said('DIED_ON', { existence: 'death' }, 'a>x', UNKNOWN), act('1370', '1380'))).toBe(false);
  });

  function point(when: string): Period {
    return unsure(between(`${when}..${when}`));
  }
});
