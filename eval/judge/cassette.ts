import { readFileSync } from 'node:fs';
import type { JudgeAnswer, JudgedPair, QuotedSpan } from '../../src/core/judge.js';
import { isNamed, quotedIn } from '../../src/core/quotation.js';
import type { ToldVerdict } from '../../src/llm/judged.js';

/** A quotation without its words: where it stands, that there is none, or that it stands nowhere in the statement. */
type PlacedQuote = QuotedSpan | 'none' | 'invented';

/** An answer without words, for pairs that are not our own. */
export interface PlacedVerdict {
  answer: JudgeAnswer;
  certainty: number;
  stored: PlacedQuote;
  incoming: PlacedQuote;
}

/** What a model answered when it was asked once; by the hash of each pair. */
export interface Cassette {
  prompt_hash: string;
  /** As it names itself. */
  model: string;
  recorded_at: string;
  /** Word for word. */
  told?: Record<string, Omit<ToldVerdict, 'pair'>>;
  placed?: Record<string, PlacedVerdict>;
}

const INVENTED = '(words that do not stand in the statement)';

export function readCassette(file: string | URL): Cassette {
  return JSON.parse(readFileSync(file, 'utf8')) as Cassette;
}

export function placedOf(told: ToldVerdict, { stored, incoming }: JudgedPair): PlacedVerdict {
  const place = (statement: string, quote: string): PlacedQuote =>
    isNamed(quote) ? (quotedIn(statement, quote) ?? 'invented') : 'none';
  return {
    answer: told.answer,
    certainty: told.certainty,
    stored: place(stored.statement, told.stored_quote),
    incoming: place(incoming.statement, told.incoming_quote),
  };
}

/** What is on a cassette of a pair, as the model would say it; null where it was not asked. */
export function recalled(
  { told, placed }: Cassette,
  key: string,
  { stored, incoming }: JudgedPair,
): Omit<ToldVerdict, 'pair'> | null {
  const whole = told?.[key];
  if (whole !== undefined) return whole;
  const found = placed?.[key];
  if (found === undefined) return null;
  const words = (statement: string, quote: PlacedQuote) => {
    if (typeof quote === 'object') return statement.slice(quote.start, quote.end);
    return quote === 'none' ? '' : INVENTED;
  };
  const { answer, certainty } = found;
  const quotes = {
    stored_quote: words(stored.statement, found.stored),
    incoming_quote: words(incoming.statement, found.incoming),
  };
  return { why: '', ...quotes, answer, certainty };
}
