import { isoCalendar } from '../core/calendar.js';
import type { Candidate } from '../core/claim.js';
import { DEFAULT_CONTEXT } from '../core/context.js';
import type { Lexicon } from '../core/lexicon.js';
import { read } from '../guard/pipeline.js';
import type { Write } from './labelled.js';

/** A tick that "current" stands for: labelled statements tell no time of their own. */
const NOW = 1_767_225_600;

/** A labelled statement as if it were stored. */
export function candidateOf({ statement, env, team, from, until }: Write, lexicon: Lexicon): Candidate {
  const unit = (text: string | null) => (text === null ? null : isoCalendar.parse(text, NOW));
  const input = { statement, scope: { env, team }, from: unit(from), until: unit(until) };
  const reading = read(input, DEFAULT_CONTEXT, lexicon, NOW);
  return { id: statement, statement, reading, who: 'calibrate', kind: 'decision', reason: null, systemFrom: '' };
}
