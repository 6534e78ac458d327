import { describe, expect, it } from 'vitest';
import { admit, type Gated } from '../../../src/guard/3-nli/evidence.js';
import { ask, examine } from '../../../src/guard/pipeline.js';
import { candidate, reading } from '../../helpers/guard.js';

const THRESHOLDS = { floor: 0.5, block: 0.9, warn: 0.6, same: 0.7, maxPairs: 8 };
const OPEN: Gated = { sharesSubject: true, visibleDifference: true, overlap: 0.5 };
const both = (share: number) => ({ forward: share, backward: share });

describe('a score', () => {
  it('blocks beyond the gate when both directions are above the threshold', () => {
    expect(admit(both(0.9), OPEN, THRESHOLDS)).toBe('block');
    expect(admit({ forward: 1, backward: 0.89 }, OPEN, THRESHOLDS)).toBe('warn');
    expect(admit({ forward: 0.89, backward: 1 }, OPEN, THRESHOLDS)).toBe('warn');
  });

  it.each<Partial<Gated>>([{ sharesSubject: false }, { visibleDifference: false }, { overlap: 0.49 }])(
    'only warns where the pair shows no reason: %o',
    (change) => {
      expect(admit(both(1), { ...OPEN, ...change }, THRESHOLDS)).toBe('warn');
    },
  );

  it('warns by the mean of both directions', () => {
    expect(admit({ forward: 0.9, backward: 0.3 }, OPEN, THRESHOLDS)).toBe('warn');
    expect(admit({ forward: 0.8, backward: 0.3 }, OPEN, THRESHOLDS)).toBe('none');
  });

  it('counts for nothing where the model may neither block nor warn', () => {
    expect(admit(both(1), OPEN, { ...THRESHOLDS, block: null })).toBe('warn');
    expect(admit(both(1), OPEN, { ...THRESHOLDS, block: null, warn: null })).toBe('none');
  });

  it('tells of a repetition where each text follows from the other, and none contradicts', () => {
    expect(admit({ ...both(0.1), same: 0.7 }, OPEN, THRESHOLDS)).toBe('same');
    expect(admit({ ...both(0.1), same: 0.69 }, OPEN, THRESHOLDS)).toBe('none');
    expect(admit({ ...both(0.6), same: 0.7 }, OPEN, THRESHOLDS)).toBe('warn');
    expect(admit({ ...both(0.1), same: 1 }, OPEN, { ...THRESHOLDS, same: null })).toBe('none');
    expect(admit(both(0.1), OPEN, THRESHOLDS)).toBe('none');
  });
});

describe('a model', () => {
  const asked = (incoming: string, ...stored: string[]) => {
    const candidates = stored.map((statement, at) => candidate(`c${at}`, statement));
    return ask(incoming, examine(reading(incoming), candidates), THRESHOLDS).map(({ nli }) => nli);
  };

  it('is asked about what the rules leave open, the stored statement as the premise', () => {
    const stored = 'Workers must keep failed jobs for the night shift';
    const incoming = 'Workers must throw failed jobs away before the night shift';
    expect(asked(incoming, stored)).toEqual([{ premise: stored, hypothesis: incoming }]);
  });

  it.each([
    ['what they decide', 'Deploys must use a blue canary', 'Deploys must use a red canary'],
    ['other subjects', 'Deploys must use a blue canary', 'The bridge is closed in winter'],
    ['the same of someone else', 'The coastline of Norvale is 40 km long', 'The coastline of Estmark is 40 km long'],
    ['one plain word for another', 'The lanterns must be easy to paint', 'The lanterns must be easy to polish'],
    ['one of two opposite things', 'The upper gate must be painted', 'The lower gate must be painted'],
    ['other cases', 'On ships, lanterns must be lit at dusk', 'On barges, lanterns must not be lit at dusk'],
  ])('is not asked about %s', (_, stored, incoming) => {
    expect(asked(incoming, stored)).toEqual([]);
  });

  it('is asked about at most so many, those with most words in common', () => {
    const stored = Array.from({ length: 12 }, (_, at) => `The mill queue must keep failed jobs for shift number ${at}`);
    const questions = asked('The mill queue should pass failed jobs on to the mailer', ...stored);
    expect(questions).toHaveLength(8);
  });
});
