import type { NliPair } from '../core/ports.js';
import type { PairKind, Rows } from './cross-encoder.js';
import { ModelError } from './error.js';
import { CHANNELS, wordChannels } from './features/channels.js';
import { type FeatureLexicon, FeatureLexiconFile, featureLexicon } from './features/lexicon.js';
import { matchWords } from './features/match.js';
import { type Matched, PAIR_FEATURES, pairFeatures } from './features/pair-features.js';
import { type ReadText, readText } from './features/read.js';
import { type ModelFolder, readExtra } from './folder.js';
import type { OnnxSession } from './session.js';
import { PairTokenizer } from './tokenizer.js';

const INPUTS = ['premise_ids', 'hypothesis_ids', 'premise_feats', 'hypothesis_feats', 'pair_feats'];
const OUTPUTS: Readonly<Record<PairKind, string>> = { texts: 'probs', statements: 'guard_probs' };

/** How a piece begins that goes on with a word. No word begins so. */
const CONTINUES = '##';

/** Word pieces of one side of a pair, each with its channels. */
export interface Side {
  ids: number[];
  channels: number[][];
}

/** What the model is fed for one pair: training/nli/FEATURES.md 9 and 10. */
export interface Fed {
  premise: Side;
  hypothesis: Side;
  pair: number[];
}

/** Whether the model is one of the kind that comes along, with features beside the ids. */
export function isMini({ inputNames }: OnnxSession): boolean {
  return inputNames.includes('premise_feats');
}

/**
 * The model that comes along: ids and lexical features of either text, features of the pair, a row of probabilities for
 * either kind of pair.
 * @throws ModelError when its files are of another version than this code
 */
export async function miniModel(folder: ModelFolder, session: OnnxSession): Promise<Rows> {
  requireNames('inputs', session.inputNames, INPUTS);
  requireNames('outputs', session.outputNames, Object.values(OUTPUTS));
  const encode = await miniEncoder(folder);
  return async (pairs, kind) => {
    const fed = encode(pairs);
    const answer = await session.run({
      ...sideTensors(
        session,
        'premise',
        fed.map(({ premise }) => premise),
      ),
      ...sideTensors(
        session,
        'hypothesis',
        fed.map(({ hypothesis }) => hypothesis),
      ),
      pair_feats: session.float32(Float32Array.from(fed.flatMap(({ pair }) => pair)), [fed.length, PAIR_FEATURES]),
    });
    const values = answer[OUTPUTS[kind]]?.data as Float32Array;
    return fed.map((_, at) => [...values.subarray(3 * at, 3 * at + 3)]);
  };
}

function requireNames(what: string, has: readonly string[], wanted: readonly string[]): void {
  if (wanted.every((name) => has.includes(name))) return;
  throw new ModelError(
    'NLI_MODEL_DIR',
    `it has the ${what} ${has.join(', ')}, not ${wanted.join(', ')}. It is of another version than this server.`,
  );
}

/** What turns pairs into ids and features. */
export async function miniEncoder(folder: ModelFolder): Promise<(pairs: readonly NliPair[]) => Fed[]> {
  const lexicon = featureLexicon(await readExtra(folder.dir, 'lexicon.json', FeatureLexiconFile));
  const tokenizer = new PairTokenizer(folder.tokenizer, folder.tokenizerConfig);
  return (pairs) => {
    const batch = new Batch(lexicon, tokenizer, folder.config);
    return pairs.map((pair) => batch.feed(pair));
  };
}

/** A text as the model is to see it. */
interface PiecedText extends ReadText {
  pieces: readonly string[];
}

/** A text beside another one. */
interface Related extends Matched {
  side: Side;
}

/** Pairs that are encoded together. A text of several pairs is read once, and two texts are matched once. */
class Batch {
  readonly #lexicon: FeatureLexicon;
  readonly #tokenizer: PairTokenizer;
  readonly #piecesMax: { premise: number; hypothesis: number };
  readonly #texts = new Map<string, PiecedText>();
  readonly #related = new Map<PiecedText, Map<PiecedText, Related>>();

  constructor(lexicon: FeatureLexicon, tokenizer: PairTokenizer, config: ModelFolder['config']) {
    const { max_premise_pieces: premise = 64, max_hypothesis_pieces: hypothesis = 64 } = config;
    this.#lexicon = lexicon;
    this.#tokenizer = tokenizer;
    this.#piecesMax = { premise, hypothesis };
  }

  feed({ premise, hypothesis }: NliPair): Fed {
    const [p, h] = [this.#read(premise), this.#read(hypothesis)];
    const [besideH, besideP] = [this.#relate(p, h), this.#relate(h, p)];
    return {
      premise: cut(besideH.side, this.#piecesMax.premise),
      hypothesis: cut(besideP.side, this.#piecesMax.hypothesis),
      pair: pairFeatures(besideH, besideP, this.#lexicon),
    };
  }

  #read(text: string): PiecedText {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const read = readText(text, this.#lexicon);
    const pieces = this.#tokenizer.pieces(read.words.map(({ word }) => word).join(' '));
    const pieced = { ...read, pieces };
    this.#texts.set(text, pieced);
    return pieced;
  }

  #relate(text: PiecedText, other: PiecedText): Related {
    const others = this.#related.get(text) ?? new Map<PiecedText, Related>();
    this.#related.set(text, others);
    const known = others.get(other);
    if (known !== undefined) return known;
    const matches = matchWords(text, other, this.#lexicon);
    const side = sideOf(text, wordChannels(text, other, matches, this.#lexicon), this.#tokenizer);
    const related = { text, matches, side };
    others.set(other, related);
    return related;
  }
}

/** Every piece gets the channels of its word, and whether it continues one. */
function sideOf({ pieces }: PiecedText, rows: readonly number[][], tokenizer: PairTokenizer): Side {
  let word = -1;
  const channels = pieces.map((piece) => {
    const continues = piece.startsWith(CONTINUES);
    if (!continues) word += 1;
    return [...(rows[word] ?? []), Number(continues)];
  });
  if (pieces.length === 0) return { ids: [tokenizer.unknownId], channels: [new Array(CHANNELS).fill(0)] };
  return { ids: tokenizer.idsOf(pieces), channels };
}

function cut({ ids, channels }: Side, max: number): Side {
  return { ids: ids.slice(0, max), channels: channels.slice(0, max) };
}

function sideTensors(session: OnnxSession, name: 'premise' | 'hypothesis', sides: readonly Side[]) {
  const width = Math.max(...sides.map(({ ids }) => ids.length));
  const ids = new BigInt64Array(sides.length * width);
  const channels = new Float32Array(sides.length * width * CHANNELS);
  sides.forEach((side, row) => {
    side.ids.forEach((id, place) => {
      ids[row * width + place] = BigInt(id);
      channels.set(side.channels[place] ?? [], (row * width + place) * CHANNELS);
    });
  });
  return {
    [`${name}_ids`]: session.int64(ids, [sides.length, width]),
    [`${name}_feats`]: session.float32(channels, [sides.length, width, CHANNELS]),
  };
}
