import type { NliPair } from '../core/ports.js';
import { ModelError } from './error.js';
import type { ModelFolder } from './folder.js';
import type { OnnxSession } from './session.js';
import { PairTokenizer } from './tokenizer.js';

/** Any two texts, or two statements of one memory: a model may know more of those than data sets of inference tell. */
export type PairKind = 'texts' | 'statements';

/** What a model says of a batch: a row a pair, a number an output. */
export type Rows = (pairs: readonly NliPair[], kind: PairKind) => Promise<number[][]>;

const INPUTS = ['input_ids', 'attention_mask', 'token_type_ids'];
const LENGTH_MAX = 512;

/** Position 0 of these stands behind the one of the padding. */
const OFFSET_TYPES = ['roberta', 'xlm-roberta', 'camembert', 'xlm-roberta-xl', 'mpnet'];

/**
 * A cross-encoder as the Hugging Face libraries export it: both texts in one sequence, one row of logits a pair.
 * @throws ModelError when it wants inputs that are not known here
 */
export function crossEncoder(folder: ModelFolder, session: OnnxSession): Rows {
  requireInputs(session);
  const output = outputOf(session);
  const tokenizer = new PairTokenizer(folder.tokenizer, folder.tokenizerConfig);
  const padId = paddingId(folder, tokenizer);
  const maxLength = longest(folder, padId);
  // Tokenizers tell the texts apart also for models that know one type only.
  const hasTypes = (folder.config.type_vocab_size ?? 2) > 1;
  return async (pairs) => {
    const encoded = pairs.map(({ premise, hypothesis }) => tokenizer.encodePair(premise, hypothesis, maxLength));
    const width = Math.max(...encoded.map(({ ids }) => ids.length));
    const dims = [pairs.length, width];
    const rows = {
      input_ids: encoded.map(({ ids }) => ids),
      attention_mask: encoded.map(({ ids }) => ids.map(() => 1)),
      token_type_ids: encoded.map(({ typeIds }) => (hasTypes ? typeIds : [])),
    };
    const padded = (name: keyof typeof rows) =>
      session.int64(pad(rows[name], width, name === 'input_ids' ? padId : 0), dims);
    const names = session.inputNames as readonly (keyof typeof rows)[];
    const answer = await session.run(Object.fromEntries(names.map((name) => [name, padded(name)])));
    return split(answer[output]?.data as Float32Array, pairs.length);
  };
}

function requireInputs({ inputNames, inputType }: OnnxSession): void {
  const unknown = inputNames.filter((name) => !INPUTS.includes(name));
  if (unknown.length > 0 || !inputNames.includes('input_ids')) {
    throw new ModelError(
      'NLI_MODEL_DIR',
      `it wants the inputs ${inputNames.join(', ')}; those known are ${INPUTS.join(', ')}. Export it as a sequence classifier.`,
    );
  }
  const other = inputNames.find((name) => inputType(name) !== 'int64');
  if (other === undefined) return;
  throw new ModelError('NLI_MODEL_DIR', `it wants ${other} as ${inputType(other)}; export it with int64 inputs.`);
}

function outputOf({ outputNames }: OnnxSession): string {
  const output =
    outputNames.find((name) => name === 'logits') ?? (outputNames.length === 1 ? outputNames[0] : undefined);
  if (output !== undefined) return output;
  throw new ModelError('NLI_MODEL_DIR', `it has the outputs ${outputNames.join(', ')}, and none is named logits.`);
}

function paddingId({ config, tokenizerConfig }: ModelFolder, tokenizer: PairTokenizer): number {
  const token = tokenizerConfig.pad_token as string | { content?: string } | null | undefined;
  const name = typeof token === 'string' ? token : token?.content;
  return config.pad_token_id ?? (name === undefined ? undefined : tokenizer.idOf(name)) ?? 0;
}

/** How many ids the model has places for. */
function longest({ config, tokenizerConfig }: ModelFolder, padId: number): number {
  const taken = OFFSET_TYPES.includes(config.model_type) ? padId + 1 : 0;
  const places = (config.max_position_embeddings ?? LENGTH_MAX) - taken;
  const said = Number(tokenizerConfig.model_max_length ?? LENGTH_MAX);
  return Math.min(places, said, LENGTH_MAX);
}

function pad(rows: readonly number[][], width: number, filler: number): BigInt64Array {
  const values = new BigInt64Array(rows.length * width).fill(BigInt(filler));
  rows.forEach((row, at) => {
    row.forEach((value, place) => {
      values[at * width + place] = BigInt(value);
    });
  });
  return values;
}

function split(values: Float32Array, count: number): number[][] {
  const width = values.length / count;
  return Array.from({ length: count }, (_, at) => [...values.subarray(at * width, (at + 1) * width)]);
}
