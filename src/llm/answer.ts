import { z } from 'zod';
import { STATEMENT_MAX } from '../core/claim.js';
import { MODALITIES } from '../core/modality.js';
import { PROPOSED_GIVEN, PROPOSED_HEDGES, PROPOSED_ONLY, type Proposal } from '../core/proposal.js';

/** Limits lie outside of the schema that is sent: not every endpoint takes them in one. */
const PROPOSITIONS_MAX = 64;
const text = z.string().max(STATEMENT_MAX);

const proposition = z.object({
  quote: z.string(),
  given: z.enum(PROPOSED_GIVEN),
  subject: z.string(),
  slot: z.string(),
  state: z.string(),
  verb: z.string(),
  filler: z.string(),
  modality: z.enum(MODALITIES),
  modality_quote: z.string(),
  only: z.enum(PROPOSED_ONLY),
  condition: z.string(),
  hedges: z.array(z.enum(PROPOSED_HEDGES)),
});
const answer = z.object({ propositions: z.array(proposition) });

const bounded = z.object({
  propositions: z
    .array(
      proposition.extend({
        ...{ quote: text, subject: text, slot: text, state: text, verb: text, filler: text },
        ...{ modality_quote: text, condition: text },
      }),
    )
    .max(PROPOSITIONS_MAX),
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
export function readAnswer(content: string): Proposal[] {
  const from = content.indexOf('{');
  const until = content.lastIndexOf('}');
  if (from < 0 || until < from) throw new Error('the answer holds no JSON object');
  const { propositions } = bounded.parse(JSON.parse(content.slice(from, until + 1)));
  return propositions.map(({ modality_quote, ...rest }) => ({ ...rest, modalityQuote: modality_quote }));
}
