import { z } from 'zod';
import { STATEMENT_MAX } from '../core/claim.js';
import { MODALITIES } from '../core/modality.js';
import type { ProposedClause } from '../core/proposal.js';

/** Limits lie outside of the schema that is sent: not every endpoint takes them in one. */
const CLAUSES_MAX = 64;
const text = z.string().max(STATEMENT_MAX);

const clause = z.object({
  quote: z.string(),
  text: z.string(),
  modality: z.enum(MODALITIES),
  modality_quote: z.string(),
});
const answer = z.object({ clauses: z.array(clause) });

const bounded = z.object({
  clauses: z.array(clause.extend({ quote: text, text, modality_quote: text })).max(CLAUSES_MAX),
});

/** The form of an answer as a JSON schema, for endpoints that hold a model to one. */
export function answerSchema(): Record<string, unknown> {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(answer);
  return schema;
}

/**
 * Reads what a model wrote. Words or a fence around the JSON are passed over.
 * @throws Error when there is no JSON in it, or another one
 */
export function readAnswer(content: string): ProposedClause[] {
  const from = content.indexOf('{');
  const until = content.lastIndexOf('}');
  if (from < 0 || until < from) throw new Error('the answer holds no JSON object');
  const { clauses } = bounded.parse(JSON.parse(content.slice(from, until + 1)));
  return clauses.map(({ modality_quote, ...rest }) => ({ ...rest, modalityQuote: modality_quote }));
}
