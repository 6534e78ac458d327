import { z } from 'zod';
import { type Decision, RELATED_MAX, type Related } from '../core/decision.js';
import { cut } from './compact.js';

/** Stored claims that no rule has judged beside a new one, as the writer is shown them. */

const RelatedSchema = z
  .object({
    id: z.string().describe('Of the claim.'),
    statement: z.string().describe('What it claims, verbatim.'),
    why: z.string().describe('What both speak of, in a few words.'),
  })
  .describe('A claim that is close to the new one, and that no rule has judged beside it.')
  .meta({ id: 'RelatedClaim' });

export const relatedField = z
  .array(RelatedSchema)
  .describe(
    `At most ${RELATED_MAX}, closest first; empty: none is close, or nothing was stored. Read each beside your statement: where ` +
      'both can not hold, call supersede with its id, or report_contradiction.',
  );

/** The same in short. */
export const relatedLines = z
  .array(z.string())
  .optional()
  .describe('`id: statement (what both speak of)`, a line each; long statements are cut. Absent: none.');

/** How many a writer wants to see. */
export const relatedQuery = z.strictObject({
  related: z.coerce
    .number()
    .int()
    .min(0)
    .max(RELATED_MAX)
    .nullish()
    .describe(`How many related claims to show; default ${RELATED_MAX}, 0: none.`),
});

export function relatedOf({ related = [] }: Decision, wanted: number | null | undefined): Related[] {
  return related.slice(0, wanted ?? RELATED_MAX);
}

export function presentRelated(related: readonly Related[]) {
  return related.map(({ claim, words }) => ({ ...claim, why: whyOf(words) }));
}

/** Nothing where there are none. */
export function minimalRelated(related: readonly Related[]) {
  if (related.length === 0) return {};
  return {
    related: related.map(({ claim, words }) => `${claim.id}: ${cut(claim.statement)} (${whyOf(words)})`),
  };
}

function whyOf(words: readonly string[]): string {
  return words.length === 0 ? 'other words for one thing' : `both: ${words.join(', ')}`;
}
