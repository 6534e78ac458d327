import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openModel } from '../../src/inference/model.js';
import { PairTokenizer } from '../../src/inference/tokenizer.js';
import { copyModel, type Reference, readModelJson, type SpoiltModel } from '../helpers/models.js';

const LENGTH_MAX = 64;
const SPECIAL = ['[CLS]', '[PAD]', '[SEP]', '[UNK]'];
const ORDER = ['entailment', 'neutral', 'contradiction'];

interface TokenizerFile {
  added_tokens: { id: number; content: string }[];
  model: { vocab: Record<string, number>; merges: unknown };
}

/** Byte-level BPE as ModernBERT has it: one separator between the two texts, and one type of tokens for both. */
function tokenizerFile(): Record<string, unknown> {
  const { added_tokens, model, ...rest } = readModelJson<TokenizerFile>('roberta', 'tokenizer.json');
  const renamed = new Map(added_tokens.map(({ id, content }) => [content, SPECIAL[id] ?? content]));
  const vocab = Object.entries(model.vocab).map(([word, id]) => [renamed.get(word) ?? word, id]);
  const special = (id: string) => ({ SpecialToken: { id, type_id: 0 } });
  const [first, second] = ['A', 'B'].map((id) => ({ Sequence: { id, type_id: 0 } }));
  const known = SPECIAL.slice(0, 3).map((token, id) => [token, { id: token, ids: [id], tokens: [token] }]);
  return {
    ...rest,
    added_tokens: added_tokens.map((token) => ({ ...token, content: renamed.get(token.content) })),
    normalizer: { type: 'NFC' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [special('[CLS]'), first, special('[SEP]')],
      pair: [special('[CLS]'), first, special('[SEP]'), second, special('[SEP]')],
      special_tokens: Object.fromEntries(known),
    },
    model: { ...model, vocab: Object.fromEntries(vocab) },
  };
}

const CONFIG = {
  ...{ model_type: 'modernbert', architectures: ['ModernBertForSequenceClassification'], classifier_pooling: 'mean' },
  ...{ vocab_size: 340, pad_token_id: 1, cls_token_id: 0, sep_token_id: 2, max_position_embeddings: LENGTH_MAX },
  id2label: Object.fromEntries(ORDER.map((label, at) => [at, label])),
};
const TOKENIZER_CONFIG = {
  ...{ cls_token: '[CLS]', sep_token: '[SEP]', pad_token: '[PAD]', unk_token: '[UNK]' },
  ...{ model_max_length: LENGTH_MAX, model_input_names: ['input_ids', 'attention_mask'] },
};

/**
 * The tokenizer, the configuration and the order of labels of ModernBERT; the weights behind them are those of the tiny
 * RoBERTa, so that it shows how a pair gets in and a label out, not the computation between.
 */
describe('a model in the layout of ModernBERT', () => {
  const references = readModelJson<Reference[]>('roberta', 'reference.json');
  let copy: SpoiltModel;

  beforeAll(() => {
    copy = copyModel('roberta');
    copy.write('tokenizer.json', tokenizerFile());
    copy.write('tokenizer_config.json', TOKENIZER_CONFIG);
    copy.write('config.json', CONFIG);
  });
  afterAll(() => copy.dispose());

  test.each(references.filter(({ ids }) => ids.length < LENGTH_MAX))(
    'reads "$premise" | "$hypothesis" with one separator between',
    ({ premise, hypothesis, ids }) => {
      const tokenizer = new PairTokenizer(tokenizerFile(), TOKENIZER_CONFIG);
      const encoded = tokenizer.encodePair(premise, hypothesis, LENGTH_MAX);
      const between = ids.findIndex((id, at) => id === 2 && ids[at + 1] === 2);
      expect(encoded.ids).toEqual(ids.toSpliced(between, 1));
      expect(new Set(encoded.typeIds)).toEqual(new Set([0]));
    },
  );

  test('cuts what is too long to its room', () => {
    const tokenizer = new PairTokenizer(tokenizerFile(), TOKENIZER_CONFIG);
    const long = references.filter(({ ids }) => ids.length === LENGTH_MAX);
    expect(long.length).toBeGreaterThan(0);
    for (const { premise, hypothesis } of long)
      expect(tokenizer.encodePair(premise, hypothesis, LENGTH_MAX).ids).toHaveLength(LENGTH_MAX);
  });

  test('is asked by the names of its labels, in whatever order they come out', async () => {
    const turned = { ...CONFIG, id2label: Object.fromEntries(ORDER.toReversed().map((label, at) => [at, label])) };
    const model = await openModel({ dir: copy.dir, sha256: null, labels: null });
    const own = await model.probabilities(references);
    await model.close();
    copy.write('config.json', turned);
    const other = await openModel({ dir: copy.dir, sha256: null, labels: null });
    const reversed = await other.probabilities(references);
    await other.close();
    copy.write('config.json', CONFIG);
    for (const [at, one] of own.entries()) {
      expect(one.entailment + one.neutral + one.contradiction).toBeCloseTo(1, 5);
      expect(reversed[at]?.contradiction).toBeCloseTo(one.entailment, 6);
      expect(reversed[at]?.neutral).toBeCloseTo(one.neutral, 6);
    }
    expect(own.some((one) => Math.abs(one.entailment - one.contradiction) > 0.05)).toBe(true);
  });
});
