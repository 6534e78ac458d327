import type { StatementReader } from '../core/proposal.js';
import { readFromSource } from '../guard/pipeline.js';
import type { NormSource } from './deps.js';

/** A norm source that asks elsewhere and keeps of the answer what the statement bears out. Rejects where there is none. */
export function askingSource(reader: StatementReader): NormSource {
  return async (input, context, lexicon, now) =>
    readFromSource(await reader.read(input.statement), reader.name, input, context, lexicon, now);
}
