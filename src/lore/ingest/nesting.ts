import { CST, Lexer } from 'yaml';

/** Brackets inside brackets, list marks on one line, and columns before a line begins. Each nests what is parsed. */
const BRACKETS_MAX = 64;
const MARKS_MAX = 16;
const INDENT_MAX = 128;

/**
 * Offset of the place at which YAML nests deeper than any document needs, or null. The parser calls itself for every
 * level, and a stack that is nearly full can end the process, so this is looked at before.
 */
export function tooDeepAt(text: string): number | null {
  const depth = new Depth();
  let offset = 0;
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    if (CONTROLS.has(token)) {
      isScalar = token === CST.SCALAR;
      continue;
    }
    if (isScalar) depth.skip(token);
    else depth.take(token, CST.tokenType(token));
    if (depth.isTooDeep) return offset;
    isScalar = false;
    offset += token.length;
  }
  return null;
}

/** Tokens that stand for no text; a scalar is the text after its token. */
const CONTROLS = new Set<string>([CST.DOCUMENT, CST.FLOW_END, CST.SCALAR]);

class Depth {
  #brackets = 0;
  #marks = 0;
  #indent = 0;
  #isLineStart = true;

  skip(text: string): void {
    this.#isLineStart = text.endsWith('\n');
    if (this.#isLineStart) this.#startLine();
  }

  take(token: string, kind: ReturnType<typeof CST.tokenType>): void {
    if (kind === 'newline') this.#startLine();
    else if (kind === 'space') this.#indent += this.#isLineStart ? token.length : 0;
    else this.#open(kind);
  }

  #open(kind: ReturnType<typeof CST.tokenType>): void {
    this.#isLineStart = false;
    if (kind === 'flow-seq-start' || kind === 'flow-map-start') this.#brackets += 1;
    if (kind === 'flow-seq-end' || kind === 'flow-map-end') this.#brackets = Math.max(0, this.#brackets - 1);
    const isValue = kind === 'map-value-ind' && this.#brackets === 0;
    if (kind === 'seq-item-ind' || kind === 'explicit-key-ind' || isValue) this.#marks += 1;
  }

  get isTooDeep(): boolean {
    const isFar = this.#indent > INDENT_MAX && !this.#isLineStart;
    return this.#brackets > BRACKETS_MAX || this.#marks > MARKS_MAX || isFar;
  }

  #startLine(): void {
    [this.#marks, this.#indent, this.#isLineStart] = [0, 0, true];
  }
}
