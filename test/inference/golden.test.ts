import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readModelFolder } from '../../src/inference/folder.js';
import { LABELS } from '../../src/inference/labels.js';
import { miniEncoder } from '../../src/inference/mini.js';
import { openModel } from '../../src/inference/model.js';
import { copyFolder } from '../helpers/models.js';

const DIR = fileURLToPath(new URL('../../models/guard-nli-mini', import.meta.url));

interface Golden {
  tolerance: number;
  pairs: {
    premise: string;
    hypothesis: string;
    premise_ids: number[];
    hypothesis_ids: number[];
    premise_feats: number[][];
    hypothesis_feats: number[][];
    pair_feats: number[];
    probs: number[];
    guard_probs: number[];
  }[];
}

const { pairs, tolerance } = JSON.parse(readFileSync(join(DIR, 'golden.json'), 'utf8')) as Golden;

function farthest(ours: readonly number[], theirs: readonly number[]): number {
  expect(ours).toHaveLength(theirs.length);
  return Math.max(...ours.map((value, at) => Math.abs(value - (theirs[at] ?? Number.NaN))));
}

describe('the model that comes along sees and says what it did in training', () => {
  test('there is enough to compare', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(90);
    expect(tolerance).toBeLessThanOrEqual(1e-4);
  });

  test('ids and features are the same', async () => {
    const encode = await miniEncoder(await readModelFolder(DIR, null));
    for (const [at, fed] of encode(pairs).entries()) {
      const golden = pairs[at] as Golden['pairs'][number];
      expect(fed.premise.ids).toEqual(golden.premise_ids);
      expect(fed.hypothesis.ids).toEqual(golden.hypothesis_ids);
      const ours = [fed.premise.channels.flat(), fed.hypothesis.channels.flat(), fed.pair];
      const theirs = [golden.premise_feats.flat(), golden.hypothesis_feats.flat(), golden.pair_feats];
      for (const [part, values] of ours.entries()) {
        expect(farthest(values, theirs[part] ?? [])).toBeLessThanOrEqual(tolerance);
      }
    }
  });

  test('was calibrated as it is, so that its card may say more than a model that nobody knows', async () => {
    const { card, digest } = await readModelFolder(DIR, null);
    expect(card.guard_calibration?.model).toBe(digest);
  });

  test.each([
    ['texts', 'probs'],
    ['statements', 'guard_probs'],
  ] as const)('probabilities of %s are the same, one by one and in batches', async (kind, output) => {
    const model = await openModel({ dir: DIR, sha256: null, labels: null });
    const together = await model.probabilities(pairs, kind);
    for (const [at, pair] of pairs.entries()) {
      const [alone] = await model.probabilities([pair], kind);
      for (const said of [together[at], alone]) {
        const values = LABELS.map((label) => said?.[label] ?? Number.NaN);
        expect(farthest(values, pair[output])).toBeLessThanOrEqual(tolerance);
      }
    }
    await model.close();
  });

  test('without one of its outputs it is of another version, and refused', async () => {
    const model = copyFolder(DIR);
    model.remove('card.json');
    const bytes = readFileSync(join(DIR, 'model.onnx')).toString('latin1');
    // Both names are of one length, so the file stays well-formed.
    model.write('model.onnx', Buffer.from(bytes.replaceAll('guard_probs', 'other_probs'), 'latin1'));
    await expect(openModel({ dir: model.dir, sha256: null, labels: null })).rejects.toThrow(
      /^NLI_MODEL_DIR: it has the outputs probs, other_probs, not probs, guard_probs\. It is of another version/,
    );
    model.dispose();
  });

  test('what it says of two statements of one memory is not what it says of any two texts', async () => {
    expect(pairs.some(({ probs, guard_probs }) => farthest(guard_probs, probs) > 0.1)).toBe(true);
  });
});
