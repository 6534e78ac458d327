import { describe, expect, test } from 'vitest';
import { isoCalendar } from '../../../src/core/calendar.js';
import type { Mention } from '../../../src/guard/asserted/mask.js';
import { namePlaces } from '../../../src/guard/asserted/names.js';
import { withoutCitations, withoutLead } from '../../../src/guard/asserted/plain.js';
import { readAsserted } from '../../../src/guard/asserted/read.js';
import { lexicon } from '../../helpers/lexicon.js';

const context = { calendar: isoCalendar, lexicon, now: 0 };

/** Names of a sentence by what they are. */
function read(sentence: string, named: Record<string, string>) {
  const mentions: Mention[] = Object.entries(named)
    .map(([name, type]) => ({
      start: sentence.indexOf(name),
      end: sentence.indexOf(name) + name.length,
      types: [type],
    }))
    .sort((a, b) => a.start - b.start);
  const nameOf = (mention: number | null) =>
    mention === null ? null : sentence.slice(mentions[mention]?.start, mentions[mention]?.end);
  const said = readAsserted(sentence, mentions, context);
  return said?.map(({ type, from, to, isDenied }) => {
    return `${isDenied ? 'not ' : ''}${nameOf(from.mention)} ${type} ${to === null ? '' : nameOf(to.mention)}`.trim();
  });
}

describe('what a draft states', () => {
  test.each([
    [
      'The Fall of the Nine Towers was fought in 338.',
      { 'Fall of the Nine Towers': 'event' },
      ['Fall of the Nine Towers OCCURRED_ON'],
    ],
    [
      "Ada was a member of the Wrights' Guild in 130.",
      { Ada: 'person', "Wrights' Guild": 'faction' },
      ["Ada MEMBER_OF Wrights' Guild"],
    ],
    ['The Crown belonged to Ada.', { Crown: 'item', Ada: 'person' }, ['Ada POSSESSES Crown']],
    ['Ada belonged to the Reeves.', { Ada: 'person', Reeves: 'faction' }, ['Ada MEMBER_OF Reeves']],
    [
      'Ada was Warden of Tides in 130.',
      { Ada: 'person', 'Warden of Tides': 'title' },
      ['Ada CLAIMS_TITLE Warden of Tides'],
    ],
    ['Mere lies in Fell.', { Mere: 'location', Fell: 'region' }, ['Mere PART_OF Fell']],
    ['Ada never ruled Fell.', { Ada: 'person', Fell: 'kingdom' }, ['not Ada RULES Fell']],
    ['Ada did not rule Fell.', { Ada: 'person', Fell: 'kingdom' }, ['not Ada RULES Fell']],
    ["Ada wasn't the daughter of Bo.", { Ada: 'person', Bo: 'person' }, ['not Bo PARENT_OF Ada']],
    [
      'Ada, Bo and Cy took part in the Siege.',
      { Ada: 'person', Bo: 'person', Cy: 'person', Siege: 'event' },
      ['Ada PARTICIPATED_IN Siege', 'Bo PARTICIPATED_IN Siege', 'Cy PARTICIPATED_IN Siege'],
    ],
    ['Ada was female.', { Ada: 'person' }, ['Ada GENDER']],
    ['Deep reflected Fell.', { Deep: 'plane', Fell: 'plane' }, ['Deep REFLECTS Fell']],
    ['Ada was located in Deep.', { Ada: 'person', Deep: 'plane' }, ['Ada LOCATED_IN_PLANE Deep']],
    ['Ada ruled Fell and died in 130.', { Ada: 'person', Fell: 'kingdom' }, ['Ada RULES Fell', 'Ada DIED_ON']],
  ])('%s', (sentence, named, expected) => {
    expect(read(sentence, named as Record<string, string>)).toEqual(expected);
  });

  test.each([
    ['Ada may have ruled Fell.', { Ada: 'person', Fell: 'kingdom' }],
    ['Ada ruled Fell and hated fish.', { Ada: 'person', Fell: 'kingdom' }],
    ['Only Ada ruled Fell.', { Ada: 'person', Fell: 'kingdom' }],
    ['Ada, the last of the queens, ruled Fell.', { Ada: 'person', Fell: 'kingdom' }],
    ['Ada will rule Fell.', { Ada: 'person', Fell: 'kingdom' }],
    ['Did Ada rule Fell?', { Ada: 'person', Fell: 'kingdom' }],
    ['The tale says that Ada ruled Fell.', { Ada: 'person', Fell: 'kingdom' }],
  ])('reads nothing of what says something else besides: %s', (sentence, named) => {
    expect(read(sentence, named as Record<string, string>)).toBeUndefined();
  });

  test('names begin and end with a capital, the longest first, and go over no comma', () => {
    expect(namePlaces("Ada of the Wicks, Bo's heir").map(({ text }) => text)).toEqual([
      ...['Ada of the Wicks', 'Ada', 'Wicks', 'Bo'],
    ]);
  });

  test('citations leave blanks, and brackets that say something stay', () => {
    const text = 'Ada died. (source: a.md) Bo (the Elder) died [see b.md].';
    const bare = withoutCitations(text, lexicon.answers);
    expect(bare).toHaveLength(text.length);
    expect(bare.split(/\s+/).join(' ')).toBe('Ada died. Bo (the Elder) died .');
    expect(withoutLead('According to the annals, Ada died.', lexicon.answers)).toBe('Ada died.');
  });

  test('any text is read, and in time linear in its length', () => {
    for (const text of [
      'and '.repeat(2000),
      'Zqaa '.repeat(1600),
      '((((',
      '\u0000\ud800',
      `Ada${' and Ada'.repeat(900)}`,
    ]) {
      expect(readAsserted(text, [], context)).toBeNull();
      expect(namePlaces(text).length).toBeLessThanOrEqual(80);
    }
  });
});
