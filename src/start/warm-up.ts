import { DEFAULT_CONTEXT } from '../core/context.js';
import type { Lexicon } from '../core/lexicon.js';
import { read } from '../guard/pipeline.js';

/** The first word of the first is one that no lexicon knows, so that the tagger is asked too. */
const STATEMENTS = ['Frobnicate the staging cluster weekly.', 'Deploys must use a blue canary from 2026 to 2027.'];

/** Reads something before anybody asks: what is loaded when it is first needed takes as long as reading a thousand words. */
export function warmUp(lexicon: Lexicon): void {
  const anywhere = { scope: { env: null, team: null }, from: null, until: null };
  for (const statement of STATEMENTS) read({ statement, ...anywhere }, DEFAULT_CONTEXT, lexicon, 0);
}
