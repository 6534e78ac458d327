import { describe, expect, test } from 'vitest';
import { LABELS } from '../../src/inference/labels.js';
import { openModel } from '../../src/inference/model.js';
import { PairTokenizer, shares } from '../../src/inference/tokenizer.js';
import { MODELS, modelDir, type Reference, readModelJson } from '../helpers/models.js';

const LENGTH_MAX = 64;

/** WordPiece, byte-level BPE and Unigram; BERT, RoBERTa and DeBERTa. The references come from Python. */
describe.each(MODELS)('a %s model as its users have it', (name) => {
  const references = readModelJson<Reference[]>(name, 'reference.json');
  const { id2label } = readModelJson<{ id2label: Record<string, string> }>(name, 'config.json');

  test.each(references)('reads "$premise" | "$hypothesis" as the ids of the reference', (reference) => {
    const tokenizer = new PairTokenizer(
      readModelJson(name, 'tokenizer.json'),
      readModelJson(name, 'tokenizer_config.json'),
    );
    const { ids, typeIds } = tokenizer.encodePair(reference.premise, reference.hypothesis, LENGTH_MAX);
    expect(ids).toEqual(reference.ids);
    // RoBERTa knows one type, so that the tokenizer's do not matter.
    if (name !== 'roberta') expect(typeIds).toEqual(reference.type_ids);
  });

  test('gives the probabilities of the reference, by the names of the labels, however pairs are batched', async () => {
    const model = await openModel({ dir: modelDir(name), sha256: null, labels: null });
    const together = await model.probabilities(references);
    for (const [at, reference] of references.entries()) {
      const [alone] = await model.probabilities([reference]);
      reference.probabilities.forEach((probability, output) => {
        const label = LABELS.find((one) => one === id2label[output]?.toLowerCase()) ?? 'neutral';
        expect(together[at]?.[label]).toBeCloseTo(probability, 5);
        expect(alone?.[label]).toBeCloseTo(probability, 5);
      });
    }
    await model.close();
  });
});

test.each([
  [10, 5, 20, [10, 5]],
  [10, 5, 12, [7, 5]],
  [5, 10, 12, [5, 7]],
  [30, 30, 11, [5, 6]],
  [30, 31, 11, [5, 6]],
  [0, 30, 10, [0, 10]],
])('of %i and %i ids in room for %i the longer text is cut first', (first, second, room, kept) => {
  expect(shares(first, second, room)).toEqual(kept);
});
