import type { Case, Write } from '../../src/cli/labelled.js';
import { isoCalendar } from '../../src/core/calendar.js';
import type { Candidate } from '../../src/core/claim.js';
import { DEFAULT_CONTEXT } from '../../src/core/context.js';
import type { Decision } from '../../src/core/decision.js';
import type { Lexicon } from '../../src/core/lexicon.js';
import type { Reading } from '../../src/core/norm.js';
import type { NormSource } from '../../src/flows/deps.js';
import { RecallIndex } from '../../src/flows/recall-index.js';
import { decide, examine, unknownReading } from '../../src/guard/pipeline.js';
import { EndpointFailure } from '../../src/llm/model.js';

/** Who reads the statements. */
export interface Readers {
  rules: NormSource;
  model: NormSource;
}

/** A statement beside what is stored, as it is decided about by either reader; null where one was not recorded. */
export interface Tried {
  file: string;
  expected: Case['expected'];
  statement: string;
  rules: Decision | null;
  model: Decision | null;
}

const NOW = 1_767_225_600;
const VERSIONS = { normalizer: 0, lexicon: '', model: null, rules: 0 };
const NOT_ASKED = {
  ...{ questions: [], scores: [], nli: 'off' as const, versions: VERSIONS },
  thresholds: { floor: 1, block: null, warn: null, same: null, maxPairs: 0 },
};

/** The second statement of a pair, or each of a document, beside those that were stored before and that the server finds. */
export async function tryCase(one: Case, readers: Readers, lexicon: Lexicon): Promise<Tried[]> {
  const rules = await decisionsOf(one.writes, readers.rules, lexicon);
  const model = await decisionsOf(one.writes, readers.model, lexicon);
  return one.judged.map(({ at }) => ({
    ...{ file: one.isDocument ? 'documents' : one.file, expected: one.expected },
    statement: one.writes[at]?.statement ?? '',
    rules: rules[at] ?? null,
    model: model[at] ?? null,
  }));
}

/** Null for what was not recorded, and what comes after it. */
async function decisionsOf(writes: readonly Write[], source: NormSource, lexicon: Lexicon): Promise<Decision[]> {
  const index = new RecallIndex();
  const decisions: Decision[] = [];
  for (const [at, write] of writes.entries()) {
    const reading = await readingOf(write, source, lexicon);
    if (reading === null) break;
    const candidate = candidateOf(String(at).padStart(6, '0'), write.statement, reading);
    const examined = examine(reading, index.candidatesFor(candidate));
    decisions.push(decide({ ...NOT_ASKED, statement: write.statement, incoming: reading, examined }));
    index.add(candidate);
  }
  return decisions;
}

async function readingOf(
  { statement, env, team, from, until }: Write,
  source: NormSource,
  lexicon: Lexicon,
): Promise<Reading | null> {
  const input = { statement, scope: { env, team }, from: unit(from), until: unit(until) };
  try {
    return await source(input, DEFAULT_CONTEXT, lexicon, NOW);
  } catch (error) {
    return error instanceof EndpointFailure ? null : unknownReading(input, lexicon);
  }
}

function candidateOf(id: string, statement: string, reading: Reading): Candidate {
  return { id, statement, reading, systemFrom: '', who: 'eval', kind: 'decision', reason: null };
}

function unit(text: string | null) {
  return text === null ? null : isoCalendar.parse(text, NOW);
}
