import { RULE_LIMITS, type RuleValue } from '../../core/ontology.js';
import type { Unit } from '../../core/period.js';
import type { Token } from './lexer.js';
import { RuleRefused } from './refused.js';

/** What a rule is read with, beside its text. */
export interface RuleSurroundings {
  /** Values of the parameters that the rule names. */
  parameters: Readonly<Record<string, RuleValue>>;
  /** A date on the calendar of the project; null: it is none. */
  readDate(text: string): Unit | null;
}

const SHOWN_MAX = 40;

/** The tokens of a rule, one after another. */
export class Reader {
  readonly surroundings: RuleSurroundings;
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], surroundings: RuleSurroundings) {
    this.#tokens = tokens;
    this.surroundings = surroundings;
  }

  /** The token that comes next, or so many after it. */
  peek(ahead = 0): Token {
    const last = this.#tokens.length - 1;
    return this.#tokens[Math.min(this.#next + ahead, last)] ?? { kind: 'end', text: '', at: 0, end: 0 };
  }

  take(): Token {
    const token = this.peek();
    this.#next += 1;
    return token;
  }

  /** Whether signs come next. */
  isSign(...signs: string[]): boolean {
    return signs.every((sign, ahead) => {
      const { kind, text } = this.peek(ahead);
      return kind === 'sign' && text === sign;
    });
  }

  /** Whether a word of the language comes next. */
  isWord(word: string, ahead = 0): boolean {
    const { kind, text } = this.peek(ahead);
    return kind === 'name' && text.toUpperCase() === word;
  }

  takeSign(sign: string): boolean {
    const isNext = this.isSign(sign);
    if (isNext) this.take();
    return isNext;
  }

  takeWord(word: string): boolean {
    const isNext = this.isWord(word);
    if (isNext) this.take();
    return isNext;
  }

  /** @throws RuleRefused */
  expectSign(sign: string, where: string): Token {
    if (!this.isSign(sign)) this.refuse(`Expected "${sign}" ${where}, found ${this.found()}.`);
    return this.take();
  }

  /** @throws RuleRefused */
  expectName(what: string): Token {
    const { kind } = this.peek();
    if (kind !== 'name' && kind !== 'quoted_name') this.refuse(`Expected ${what}, found ${this.found()}.`);
    return this.take();
  }

  /** The next token, as a message names it. */
  found(): string {
    const { kind, text } = this.peek();
    if (kind === 'end') return 'the end of the rule';
    const shown = text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
    return kind === 'text' ? `the text "${shown}"` : `"${shown}"`;
  }

  /** @throws RuleRefused at a token; default: the next one */
  refuse(message: string, { at }: Pick<Token, 'at'> = this.peek()): never {
    throw new RuleRefused(message, at);
  }

  /** Reads something that may hold the like of itself, to a depth that every stack has room for. */
  nested<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > RULE_LIMITS.depth) this.refuse(`Nothing may be nested more than ${RULE_LIMITS.depth} deep.`);
    const result = read();
    this.#depth -= 1;
    return result;
  }
}
