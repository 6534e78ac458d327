import { z } from 'zod';
import { grouped } from '../core/grouped.js';
import { JUDGE_ANSWERS, type Judged, type JudgedPair } from '../core/judge.js';
import { isNamed, quotedIn } from '../core/quotation.js';

const verdict = z.object({
  pair: z.number().int(),
  why: z.string(),
  stored_quote: z.string(),
  incoming_quote: z.string(),
  answer: z.enum(JUDGE_ANSWERS),
  certainty: z.number(),
});
const answer = z.object({ verdicts: z.array(verdict) });
/** What a model says of one pair, as it says it. */
export type ToldVerdict = z.infer<typeof verdict>;

/** Of a sentence that says why. */
const WHY_MAX = 500;

/** The form of an answer as a JSON schema, for endpoints that hold a model to one. */
export function judgedSchema(): Record<string, unknown> {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(answer);
  return schema;
}

/**
 * Reads what a model said of the pairs, each by itself: one verdict of a wrong form leaves the others as they are. A pair
 * that is told of twice has no verdict: one of the two may be somebody else's, told inside of a statement.
 * @throws Error when there is no list of verdicts in it
 */
export function readJudged(content: string, pairs: readonly JudgedPair[]): Judged[] {
  const from = content.indexOf('{');
  const until = content.lastIndexOf('}');
  if (from < 0 || until < from) throw new Error('the answer holds no JSON object');
  const { verdicts } = z.object({ verdicts: z.array(z.unknown()) }).parse(JSON.parse(content.slice(from, until + 1)));
  const wellFormed = verdicts.flatMap((one) => verdict.safeParse(one).data ?? []);
  const told = grouped(wellFormed.map((one) => [one.pair, one]));
  return pairs.map((pair, at) => {
    const [only, another] = told.get(at + 1) ?? [];
    return only === undefined || another !== undefined ? { fault: 'left_out' } : grounded(only, pair);
  });
}

/** What it quotes stands in the statements, or it has not read them; what decides nothing need not be quoted. */
function grounded(told: ToldVerdict, { stored, incoming }: JudgedPair): Judged {
  const theirs = quotedIn(stored.statement, told.stored_quote);
  const ours = quotedIn(incoming.statement, told.incoming_quote);
  const isInvented = (isNamed(told.stored_quote) && theirs === null) || (isNamed(told.incoming_quote) && ours === null);
  const quotes = theirs === null || ours === null ? null : { stored: theirs, incoming: ours };
  if (isInvented || (told.answer === 'contradicts' && quotes === null)) return { fault: 'ungrounded' };
  return {
    answer: told.answer,
    certainty: Math.min(1, Math.max(0, told.certainty / 100)),
    quotes,
    why: told.why.replace(/\s+/g, ' ').trim().slice(0, WHY_MAX),
  };
}
