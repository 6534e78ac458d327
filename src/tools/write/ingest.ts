import { z } from 'zod';
import { PROBLEM_CODES, Problem } from '../../core/errors.js';
import { REASON_CODES } from '../../core/verdict.js';
import { type FactOutcome, type Ingested, ingest as ingestFacts } from '../../flows/ingest.js';
import { defineTool } from '../define.js';
import { tenantShape, whoField } from '../schemas.js';
import { type FactError, FactInput, factErrors, parseFact, sourceField } from './facts.js';

const FACTS_MAX = 5000;
const SWEEP_MS = 2000;

const count = z.number().int();

export const ingest = defineTool({
  name: 'ingest',
  method: 'POST',
  path: '/v1/ingest',
  tag: 'write',
  role: 'writer',
  summary: 'Store facts in bulk, then look for contradictions',
  description:
    'Not guarded: every fact that can be read is stored as an active claim, which later writes are compared with. ' +
    'A fact is named by its source and key: the same again is unchanged, another content is a new version of the same ' +
    'claim; a claim that was superseded or cancelled meanwhile comes back with new content only, an erased one never. ' +
    'What was stored is then compared, for at most two seconds before the answer (`counts.to_compare` says how many ' +
    'are left, which follow in the background); both sides of a contradiction become disputed. Facts are stored in ' +
    'chunks; after a failure send the same request again. A guarded write that runs at the same time either is ' +
    'compared with a fact or is found by the comparison of the fact.',
  body: z.strictObject({
    ...tenantShape,
    facts: z
      .array(z.union([FactInput, z.looseObject({})]))
      .min(1)
      .max(FACTS_MAX)
      .describe('Each is checked by itself.'),
    who: whoField.nullish().describe('Who says the facts that name nobody; default: the name of the API key.'),
    source: sourceField.nullish().describe('Source of the facts that name none.'),
  }),
  responses: {
    200: {
      description: 'What became of every fact, and the contradictions found.',
      schema: z
        .object({
          run_id: z.string(),
          counts: z.object({
            ...{ stored: count, updated: count, unchanged: count, failed: count, compared: count },
            to_compare: count.describe('Stored or updated claims that are still to be compared, in the background.'),
          }),
          facts: z.array(
            z.object({ index: count, result: z.enum(['stored', 'updated', 'unchanged']), claim_id: z.string() }),
          ),
          errors: z
            .array(z.object({ index: count, code: z.enum(PROBLEM_CODES), path: z.string(), message: z.string() }))
            .describe('One entry a wrong field; the facts of these indexes are not stored.'),
          violations: z.array(
            z.object({
              id: z.string(),
              kind: z.literal('contradiction'),
              sides: z.array(z.object({ id: z.string(), statement: z.string() })),
              code: z.enum(REASON_CODES),
              reason: z.string(),
              detected_at: z.string(),
            }),
          ),
          duration_ms: z.number(),
        })
        .meta({ id: 'Ingested' }),
    },
  },
  problems: [],
  run: async ({ deps, tenant, caller, report }, { facts, who, source }) => {
    const start = deps.clock.elapsed();
    const defaults = { who: who ?? caller.name, source: source ?? null };
    const parsed = facts.map((fact, index) => parseFact(index, fact, defaults));
    const good = parsed.flatMap((fact) => ('fact' in fact ? [fact] : []));
    const wrong = parsed.flatMap((fact) => ('errors' in fact ? fact.errors : []));
    const ingested = await ingestFacts(deps, { tenant, keyId: caller.keyId, facts: good, sweepMs: SWEEP_MS }, report);
    const body = answer(facts.length, ingested, wrong);
    return { status: 200, body: { ...body, durationMs: Math.round(deps.clock.elapsed() - start) } };
  },
});

function answer(total: number, ingested: Ingested, wrong: readonly FactError[]) {
  const { runId, outcomes, compared, toCompare, contradictions } = ingested;
  const inOrder = [...outcomes].sort(([a], [b]) => a - b);
  const facts = inOrder.flatMap(([index, outcome]) => (outcome instanceof Problem ? [] : [{ index, ...outcome }]));
  const refused = inOrder.flatMap(([index, outcome]) => (outcome instanceof Problem ? factErrors(index, outcome) : []));
  const countOf = (result: Exclude<FactOutcome, Problem>['result']) =>
    facts.filter((fact) => fact.result === result).length;
  const counts = {
    ...{ stored: countOf('stored'), updated: countOf('updated'), unchanged: countOf('unchanged') },
    ...{ failed: total - facts.length, compared, toCompare },
  };
  const errors = [...wrong, ...refused].sort((a, b) => a.index - b.index);
  const violations = contradictions.map((found) => ({ ...found, kind: 'contradiction' }));
  return { runId, counts, facts, errors, violations };
}
