import { describe, expect, it } from 'vitest';
import { BOUNDS, calibrate, type Trial } from '../../../src/guard/3-nli/calibrate.js';
import { admit } from '../../../src/guard/3-nli/evidence.js';

const OPEN = { sharesSubject: true, visibleDifference: true, overlap: 0.6 };

function trial(score: number, rest: Partial<Trial> = {}, gated = OPEN): Trial {
  const asked = [{ score: { forward: score, backward: score }, gated }];
  return { isConflict: false, isSame: false, isDocument: false, file: 'one', outcome: 'clean', asked, ...rest };
}

const many = (count: number, make: (at: number) => Trial) => Array.from({ length: count }, (_, at) => make(at));
const conflicts = many(80, (at) => trial(0.8 + at / 400, { isConflict: true }));
const documents = many(1000, (at) => trial((at % 50) / 100, { isDocument: true }));
const lookAlikes = many(100, (at) => trial(at / 200));

describe('a calibration', () => {
  it('goes down to what parts the conflicts from the rest', () => {
    const { thresholds, warn, block, noBlock } = calibrate([...conflicts, ...documents, ...lookAlikes]);
    expect(thresholds).toMatchObject({ warn: 0.8, block: 0.8 });
    expect(warn).toEqual({ found: 80, sought: 80, falsePairs: 0, falseDocuments: 0 });
    expect(block).toEqual({ found: 80, sought: 80, falsePairs: 0, falseDocuments: 0 });
    expect(noBlock).toBeNull();
  });

  it('has each conflict above the threshold by which it was found', () => {
    const { thresholds } = calibrate([...conflicts, ...documents]);
    for (const { asked } of conflicts) {
      for (const { score, gated } of asked) expect(admit(score, gated, { ...thresholds, maxPairs: 8 })).toBe('block');
    }
  });

  it('never blocks where too few statements were seen to show how seldom it would be wrong', () => {
    const { thresholds, noBlock } = calibrate([...conflicts, ...documents.slice(0, BOUNDS.blockTrialsMin - 1)]);
    expect(thresholds.block).toBeNull();
    expect(noBlock).toMatch(/^999 statements without a conflict are too few/);
  });

  it('never blocks where the model is surest of what is false', () => {
    const wrong = many(2, () => trial(0.999, { isDocument: true }));
    const { thresholds, block, noBlock } = calibrate([...conflicts, ...documents.slice(2), ...wrong]);
    expect(thresholds.block).toBeNull();
    expect(block).toMatchObject({ found: 0, falseDocuments: 0 });
    expect(noBlock).toMatch(/no threshold/);
  });

  it('never blocks where too few refusals were seen to show how often it would be right', () => {
    const { thresholds } = calibrate([...conflicts.slice(-20), ...documents]);
    expect(thresholds).toMatchObject({ warn: 0.95, block: null });
  });

  it('does not count against a block what the gate keeps from it', () => {
    const kept = { ...OPEN, sharesSubject: false };
    const { thresholds } = calibrate([
      ...conflicts,
      ...documents,
      ...many(50, () => trial(1, { isDocument: true }, kept)),
    ]);
    expect(thresholds.block).toBe(0.8);
  });

  it('never warns where most warnings would be wrong', () => {
    const { thresholds, warn, firstHits } = calibrate([...conflicts, ...many(100, () => trial(0.99))]);
    expect(thresholds.warn).toBeNull();
    expect(warn.found).toBe(0);
    expect(firstHits).toEqual({
      from: 0.98,
      effect: { found: 8, sought: 80, falsePairs: 100, falseDocuments: 0 },
    });
  });

  it('never warns where it would of too many statements of documents', () => {
    const wrong = (count: number) => many(count, () => trial(0.999, { isDocument: true }));
    const most = Math.floor(documents.length * BOUNDS.documentWarnings);
    const thresholdOf = (count: number) =>
      calibrate([...conflicts, ...documents.slice(count), ...wrong(count)]).thresholds.warn;
    expect([thresholdOf(most), thresholdOf(most + 1)]).toEqual([0.8, null]);
  });

  it('holds each large file of documents to the bound by itself', () => {
    const others = many(9000, () => trial(0.1, { isDocument: true, file: 'other' }));
    const wrong = many(6, () => trial(0.999, { isDocument: true }));
    expect(calibrate([...conflicts, ...documents.slice(6), ...wrong, ...others]).thresholds.warn).toBeNull();
    const small = documents.slice(0, 500).map((each) => ({ ...each, file: 'small' }));
    const few = wrong.map((each) => ({ ...each, file: 'few' }));
    const most = many(1200, () => trial(0.1, { isDocument: true, file: 'few' }));
    expect(calibrate([...conflicts, ...small, ...few, ...most]).thresholds.warn).toBe(0.8);
  });

  it('finds from where on it may tell of a repetition, apart from conflicts', () => {
    const says = (same: number, rest: Partial<Trial> = {}) =>
      trial(0, { asked: [{ score: { forward: 0, backward: 0, same }, gated: OPEN }], ...rest });
    const repetitions = many(20, (at) => says(0.7 + at / 100, { isSame: true }));
    const others = many(30, (at) => says(0.3 + at / 100));
    const found = calibrate([...conflicts, ...documents, ...repetitions, ...others]);
    expect(found.thresholds).toMatchObject({ warn: 0.8, same: 0.7 });
    expect(found.same).toEqual({ found: 20, sought: 20, falsePairs: 0, falseDocuments: 0 });
    const wrong = many(5, () => says(0.99, { isConflict: true }));
    expect(calibrate([...documents, ...repetitions, ...wrong]).thresholds.same).toBeNull();
  });

  it('counts nothing that the rules refuse already', () => {
    const refused = many(50, () => trial(1, { isConflict: true, outcome: 'block' }));
    expect(calibrate([...conflicts, ...documents, ...refused]).block.sought).toBe(80);
  });
});
