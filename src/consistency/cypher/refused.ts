import type { RuleFault } from '../../core/ontology.js';

/** A text is no rule. Thrown within the reader of rules, and answered by it as a value. */
export class RuleRefused extends Error {
  /** Index in the text. */
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** Where it is, for who wrote it: lines and columns are from 1. */
export function faultIn(text: string, { message, at }: RuleRefused): RuleFault {
  const before = text.slice(0, at);
  const lines = before.split('\n');
  return { message, line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}
