import type { Clock } from '../core/ports.js';
import { reading } from '../guard/pipeline.js';
import type { NormSource } from './deps.js';
import { Turns } from './turns.js';

/** The norm source that needs nobody else: the rules. Others have their turn while it reads a long statement. */
export function rulesSource(clock: Clock): NormSource {
  return (input, context, lexicon, now) => new Turns(clock).run(reading(input, context, lexicon, now));
}
