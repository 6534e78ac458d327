import { Tokenizer } from '@huggingface/tokenizers';
import { ModelError } from './error.js';

const KINDS = ['WordPiece', 'BPE', 'Unigram'];

/** The ids of a pair of texts as a model reads them. `typeIds` tell the two apart. */
export interface EncodedPair {
  ids: number[];
  typeIds: number[];
}

/** A tokenizer of the Hugging Face layout. Both objects are parsed JSON: tokenizer.json and tokenizer_config.json. */
export class PairTokenizer {
  readonly #tokenizer: Tokenizer;
  readonly unknownId: number;
  /** Ids that are put around and between two texts. */
  readonly #added: number;

  /** @throws ModelError when it is of a kind that is not known here */
  constructor(file: Record<string, unknown>, config: Record<string, unknown>) {
    const kind = (file.model as { type?: unknown } | undefined)?.type;
    if (typeof kind !== 'string' || !KINDS.includes(kind)) {
      throw unsupported(`the kind ${String(kind)}; those known are ${KINDS.join(', ')}`);
    }
    try {
      this.#tokenizer = new Tokenizer(file, config);
      this.#added = this.#join([], []).tokens.length;
    } catch (error) {
      throw unsupported(error instanceof Error ? error.message : String(error));
    }
    this.unknownId = (this.#tokenizer.model as { unk_token_id?: number } | null)?.unk_token_id ?? 0;
  }

  idOf(token: string): number | undefined {
    return this.#tokenizer.token_to_id(token);
  }

  /** The pieces of one text, without any that belong to a place in a pair. */
  pieces(text: string): string[] {
    return this.#tokenizer.tokenize(text);
  }

  idsOf(pieces: readonly string[]): number[] {
    return pieces.map((piece) => this.#tokenizer.token_to_id(piece) ?? this.unknownId);
  }

  /** Of two texts that are too long together the longer is cut first. */
  encodePair(premise: string, hypothesis: string, maxLength: number): EncodedPair {
    const first = this.#tokenizer.tokenize(premise);
    const second = this.#tokenizer.tokenize(hypothesis);
    const [keepFirst, keepSecond] = shares(first.length, second.length, maxLength - this.#added);
    const { tokens, token_type_ids } = this.#join(first.slice(0, keepFirst), second.slice(0, keepSecond));
    return { ids: this.idsOf(tokens), typeIds: token_type_ids ?? tokens.map(() => 0) };
  }

  #join(first: string[], second: string[]): { tokens: string[]; token_type_ids?: number[] } {
    const join = this.#tokenizer.post_processor;
    return join === null ? { tokens: [...first, ...second] } : join(first, second, true);
  }
}

/** How much of two lengths is kept so that their sum is at most `room`. */
export function shares(first: number, second: number, room: number): [number, number] {
  const shorter = Math.min(first, second, Math.floor(room / 2));
  const longer = Math.min(Math.max(first, second), room - shorter);
  return first <= second ? [shorter, longer] : [longer, shorter];
}

function unsupported(what: string): ModelError {
  return new ModelError(
    'NLI_MODEL_DIR',
    `its tokenizer.json can not be used: ${what}. Save it again as a fast tokenizer of the Hugging Face library.`,
  );
}
