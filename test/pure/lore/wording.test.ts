import { describe, expect, test } from 'vitest';
import { faultOf as fault, type WordedSentence } from '../../../src/lore/wording.js';

const spine = [
  { sentence: 'In 40 TA, Founding of the Guild took place at Harrow.', isDisputed: false, isUncertain: false },
  { sentence: 'Edda Vane ruled Harrow from 40 TA to 60 TA, which is disputed.', isDisputed: true, isUncertain: false },
  { sentence: 'Edda Vane knew Mira, which is uncertain.', isDisputed: false, isUncertain: true },
];
const rest = [
  { text: 'Edda Vane ruled Harrow from 40 TA to 60 TA, as is disputed.', from: [2] },
  { text: 'Perhaps Edda Vane knew Mira.', from: [3] },
];
const first = { text: "Harrow's great day came in 40 TA, with the Founding of the Guild.", from: [1] };

const faultOf = (spine: Parameters<typeof fault>[0], worded: readonly WordedSentence[]) =>
  fault(spine, worded, (word) => ['perhaps', 'of', 'in'].includes(word));

describe('what a model worded is held to its spine', () => {
  test('it may join, reorder and rephrase', () => {
    expect(faultOf(spine, [first, ...rest])).toBeNull();
    expect(
      faultOf(spine, [
        {
          text: 'Of Edda Vane, whose rule of Harrow is disputed, it is uncertain whether Mira knew her.',
          from: [2, 3],
        },
        first,
      ]),
    ).toBeNull();
  });

  test.each([
    ['dropped', [first, ...rest.slice(0, 1)]],
    ['dropped', []],
    ['uncited', [{ ...first, from: [] }, ...rest]],
    ['uncited', [{ ...first, from: [1, 9] }, ...rest]],
    [
      'invented',
      [{ text: 'In 40 TA, Founding of the Guild took place at Harrow under King Odo.', from: [1] }, ...rest],
    ],
    ['invented', [{ text: 'In 41 TA, Founding of the Guild took place at Harrow.', from: [1] }, ...rest]],
    ['invented', [{ text: '41 TA saw the Founding of the Guild.', from: [1] }, ...rest]],
    ['invented', [{ text: 'Odo saw the Founding of the Guild.', from: [1] }, ...rest]],
    ['unreserved', [first, { text: 'Edda Vane ruled Harrow from 40 TA to 60 TA.', from: [2] }, ...rest.slice(1)]],
    ['unreserved', [first, ...rest.slice(0, 1), { text: 'Edda Vane knew Mira.', from: [3] }]],
  ])('%s', (expected, worded) => {
    expect(faultOf(spine, worded)).toBe(expected);
  });
});
