import { createHash } from 'node:crypto';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openModel } from '../../src/inference/model.js';
import { thresholdsOf, UNCALIBRATED } from '../../src/inference/thresholds.js';
import { copyModel, readModelJson, type SpoiltModel } from '../helpers/models.js';

let model: SpoiltModel;
const open = (choice: { sha256?: string; labels?: string[] } = {}) =>
  openModel({ dir: model.dir, sha256: null, labels: null, ...choice });
const spoil = (file: string, change: object) =>
  model.write(file, { ...readModelJson<object>('bert', file), ...change });

beforeEach(() => {
  model = copyModel('bert');
});
afterEach(() => model.dispose());

describe('a model that can not be used is refused with the setting and what to do', () => {
  test('when the folder is not there', async () => {
    const choice = { dir: `${model.dir}-elsewhere`, sha256: null, labels: null };
    await expect(openModel(choice)).rejects.toThrow(/^NLI_MODEL_DIR: there is no folder .*-elsewhere\.$/);
  });

  test.each(['config.json', 'tokenizer.json', 'model.onnx'])('when %s is missing', async (file) => {
    model.remove(file);
    await expect(open()).rejects.toThrow(new RegExp(`^NLI_MODEL_DIR: .* has no ${file.replace('.', '\\.')}`));
  });

  test('when its ONNX file is another one than was meant', async () => {
    const digest = createHash('sha256')
      .update(readFileSync(join(model.dir, 'model.onnx')))
      .digest('hex');
    const opened = await open({ sha256: digest.toUpperCase() });
    expect(opened.digest).toBe(digest);
    await opened.close();
    await expect(open({ sha256: '0'.repeat(64) })).rejects.toThrow(
      new RegExp(`^NLI_MODEL_SHA256: .* has the digest ${digest}, not 0{64}\\. Take the file`),
    );
  });

  test('when its ONNX file is cut off or no model', async () => {
    model.write('model.onnx', readFileSync(join(model.dir, 'model.onnx')).subarray(0, 9000));
    await expect(open()).rejects.toThrow(/^NLI_MODEL_DIR: its ONNX file can not be loaded: /);
  });

  test('when there are several ONNX files and none has the usual name', async () => {
    const other = copyModel('deberta');
    renameSync(join(other.dir, 'onnx/model_quantized.onnx'), join(other.dir, 'onnx/model_b.onnx'));
    other.write('onnx/model_a.onnx', 'x');
    const choice = { dir: other.dir, sha256: null, labels: null };
    await expect(openModel(choice)).rejects.toThrow(/has model_a\.onnx, model_b\.onnx\. Leave one of them/);
    other.dispose();
  });

  test('when a JSON file is none', async () => {
    model.write('config.json', '{');
    await expect(open()).rejects.toThrow(/^NLI_MODEL_DIR: .*config\.json is no JSON: /);
    model.write('config.json', { id2label: 3 });
    await expect(open()).rejects.toThrow(/^NLI_MODEL_DIR: .*config\.json is not as expected: id2label /);
  });

  test('when it has two labels', async () => {
    spoil('config.json', { id2label: { 0: 'entailment', 1: 'not_entailment' } });
    await expect(open()).rejects.toThrow(/^NLI_MODEL_DIR: it has two labels \(entailment, not_entailment\)/);
  });

  test('when its labels say nothing, unless the configuration says what they mean', async () => {
    spoil('config.json', { id2label: { 0: 'LABEL_0', 1: 'LABEL_1', 2: 'LABEL_2' } });
    await expect(open()).rejects.toThrow(/names the outputs LABEL_0, LABEL_1, LABEL_2, .*; set NLI_LABELS/);
    const plain = copyModel('bert');
    const pair = [{ premise: 'No ship may leave', hypothesis: 'Ships may leave' }];
    const named = await open({ labels: ['contradiction', 'entailment', 'neutral'] });
    const told = await openModel({ dir: plain.dir, sha256: null, labels: null });
    expect(await named.probabilities(pair)).toEqual(await told.probabilities(pair));
    await Promise.all([named.close(), told.close()]);
    plain.dispose();
  });

  test('when a label is there twice', async () => {
    await expect(open({ labels: ['neutral', 'neutral', 'contradiction'] })).rejects.toThrow(/^NLI_LABELS: .* exactly/);
  });

  test('when it has no labels at all', async () => {
    spoil('config.json', { id2label: {} });
    await expect(open()).rejects.toThrow(/has the labels no id2label; it must have exactly entailment, neutral/);
  });

  test('when its tokenizer is of a kind that is not known', async () => {
    const file = readModelJson<{ model: object }>('bert', 'tokenizer.json');
    spoil('tokenizer.json', { model: { ...file.model, type: 'WordLevel' } });
    await expect(open()).rejects.toThrow(
      /tokenizer\.json can not be used: the kind WordLevel; those known are WordPiece/,
    );
    spoil('tokenizer.json', { normalizer: { type: 'Unheard' } });
    await expect(open()).rejects.toThrow(/tokenizer\.json can not be used: .*Unheard/);
  });

  test('when its inputs are unknown', async () => {
    const bytes = readFileSync(join(model.dir, 'model.onnx')).toString('latin1');
    // Both names are of one length, so the file stays well-formed.
    model.write('model.onnx', Buffer.from(bytes.replaceAll('attention_mask', 'attention_kiss'), 'latin1'));
    await expect(open()).rejects.toThrow(/it wants the inputs input_ids, attention_kiss, token_type_ids; those known/);
  });
});

test('the thresholds are those found for just this model; without any it may only warn', async () => {
  const bare = await open();
  expect(thresholdsOf(bare.card, bare.digest)).toEqual(UNCALIBRATED);
  expect(UNCALIBRATED.block).toBeNull();
  await bare.close();
  const thresholds = { floor: 0.5, warn: 0.8, block: 0.9, same: 0.7, max_pairs: 4 };
  model.write('card.json', { name: 'x', thresholds, guard_calibration: { model: bare.digest } });
  const { card, digest, close } = await open();
  expect(thresholdsOf(card, digest)).toEqual({ floor: 0.5, warn: 0.8, block: 0.9, same: 0.7, maxPairs: 4 });
  expect(thresholdsOf(card, 'of another model')).toEqual(UNCALIBRATED);
  await close();
  model.write('card.json', { thresholds: { floor: 0.5, warn: 8, block: null, max_pairs: 4 } });
  await expect(open()).rejects.toThrow(/card\.json is not as expected: thresholds\.warn/);
});
