import type { JudgeAnswer } from '../../src/core/judge.js';
import type { ToldVerdict } from '../../src/llm/judged.js';
import type { ShownPair } from '../../src/llm/prompts/judge.js';
import { type Asked, type Behaviour, says } from './llm-server.js';

/** The pairs that a request asks about. */
export function pairsIn({ body }: Asked): ShownPair[] {
  return JSON.parse(body.messages.at(-1).content).pairs;
}

/** A model that says of every pair what the test says, sure and quoting both sides whole. */
export function judges(of: (pair: ShownPair) => JudgeAnswer | Partial<ToldVerdict>): Behaviour {
  return (response, asked) => {
    const verdicts = pairsIn(asked).map((pair): ToldVerdict => {
      const said = of(pair);
      const sure = { pair: pair.pair, why: 'Both can not hold.', certainty: 95, answer: 'unrelated' as const };
      const quoted = { stored_quote: pair.stored.statement, incoming_quote: pair.incoming.statement };
      return { ...sure, ...quoted, ...(typeof said === 'string' ? { answer: said } : said) };
    });
    says(JSON.stringify({ verdicts }), { usage: undefined })(response, asked);
  };
}
