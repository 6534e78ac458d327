import { z } from 'zod';
import { NLI_FAULTS, NLI_STATES, REASON_CODES } from '../core/verdict.js';
import { NormSchema, normsFields } from './norm-schemas.js';
import { conflictFields } from './refusal-schemas.js';
import { ConfidenceSchema, ConflictSchema, keyIdField, PolicySchema, TierSchema, WarningSchema } from './schemas.js';
import { Timestamp } from './time-schemas.js';

/** A decision as it stands on the wire. */

const NliScoreSchema = z.object({ forward: z.number(), backward: z.number(), same: z.number().optional() }).nullable();

const ComparedSchema = z
  .object({
    id: z.string(),
    system_from: Timestamp,
    kind: z.string(),
    confidence: ConfidenceSchema,
    code: z.enum(REASON_CODES),
    nli: NliScoreSchema,
  })
  .meta({ id: 'ComparedPair' });

/** What a check answers, and what is kept of every decision. */
export const verdictFields = {
  result: z.enum(['stored', 'unchanged', 'conflict']),
  tier: TierSchema,
  warnings: z.array(WarningSchema),
  ...conflictFields,
  ...normsFields,
  duplicate_of: z.string().nullable(),
};

const VersionsSchema = z
  .object({
    normalizer: z.number().int(),
    source: z.string().optional().describe('Who read the statement, where that were not the rules: `llm:<model>`.'),
    lexicon: z.string(),
    model: z.string().nullable(),
    rules: z.number().int(),
  })
  .meta({ id: 'Versions' });

const ProjectionSchema = z
  .object({
    tier: TierSchema,
    conflicts_total: z.number().int(),
    conflicts: z.array(
      ConflictSchema.omit({ claim: true, relations: true }).extend({ statement: z.string().nullable() }),
    ),
    warnings: z.array(
      WarningSchema.omit({ claim: true, relations: true }).extend({ statement: z.string().nullable() }),
    ),
    norms: z.array(NormSchema),
    compared: z.array(
      z.object({ kind: z.string(), confidence: ConfidenceSchema, code: z.enum(REASON_CODES), nli: NliScoreSchema }),
    ),
  })
  .describe('What a decision says, without ids and times.')
  .meta({ id: 'Projection' });

export const ReplaySchema = z
  .object({
    matches: z.boolean(),
    differences: z.array(z.string()).describe('The parts that differ.'),
    recorded: ProjectionSchema,
    replayed: ProjectionSchema,
    versions: z.object({ recorded: VersionsSchema, current: VersionsSchema }),
  })
  .meta({ id: 'Replay' });

export const DecisionSchema = z
  .object({
    id: z.string(),
    op: z.string(),
    made_at: Timestamp,
    who: z.string(),
    statement: z.string(),
    claim_id: z.string().nullable(),
    result: verdictFields.result,
    tier: TierSchema,
    warnings: z.array(WarningSchema),
    conflicts_total: conflictFields.conflicts_total,
    conflicts: conflictFields.conflicts,
    ...normsFields,
    duplicate_of: z.string().nullable(),
    compared: z.array(ComparedSchema).describe('Every stored claim that was compared, with the verdict of the pair.'),
    nli: z
      .enum(NLI_STATES)
      .describe(
        'Whether the NLI model was asked about undecided pairs; `uncalibrated`: not, as its card has no threshold, so ' +
          'that no score could count; `unavailable`: it should have been.',
      ),
    nli_fault: z.enum(NLI_FAULTS).nullable().describe('Why pairs were not asked about; null: none were left out.'),
    versions: VersionsSchema,
    settings: z
      .object({ version: z.number().int(), policy: PolicySchema })
      .describe('What of the settings of the project it was made under.'),
    key_id: keyIdField,
    timings: z.record(z.string(), z.number()).describe('Milliseconds spent in each stage.'),
  })
  .meta({ id: 'Decision' });
