import { z } from 'zod';
import { JUDGE_ANSWERS, JUDGE_FAULTS } from '../core/judge.js';
import { NLI_FAULTS, NLI_STATES, REASON_CODES } from '../core/verdict.js';
import { ConfidenceSchema, ConflictSchema, WarningSchema } from './conflict-schemas.js';
import { NormSchema, normsFields } from './norm-schemas.js';
import { conflictFields } from './refusal-schemas.js';
import { keyIdField, PolicySchema, TierSchema } from './schemas.js';
import { Timestamp } from './time-schemas.js';

/** A decision as it stands on the wire. */

const NliScoreSchema = z
  .object({
    forward: z.number().describe('That the stored statement contradicts the new one, from 0 to 1.'),
    backward: z.number().describe('That the new statement contradicts the stored one, from 0 to 1.'),
    same: z.number().optional().describe('That each follows from the other; absent in old decisions.'),
  })
  .nullable()
  .describe('What the model of inference says of the pair; null: it was not asked.');

const QuotedSpanSchema = z
  .object({
    start: z.number().int().describe('First character.'),
    end: z.number().int().describe('One past the last.'),
  })
  .describe('Where a quotation stands in a statement.')
  .meta({ id: 'QuotedSpan' });

const JudgedSchema = z
  .object({
    answer: z.enum(JUDGE_ANSWERS).optional().describe('What the new statement is to the stored one.'),
    certainty: z.number().optional().describe('How sure the judge is of that, from 0 to 1.'),
    quotes: z
      .object({
        stored: QuotedSpanSchema.describe('In the stored statement.'),
        incoming: QuotedSpanSchema.describe('In the new statement.'),
      })
      .nullable()
      .optional()
      .describe('The words that decide; null: it quotes none.'),
    why: z.string().optional().describe('Why, in one sentence.'),
    fault: z
      .enum(JUDGE_FAULTS)
      .optional()
      .describe(
        'Instead of an answer: why there is none. `ungrounded`: what it quotes does not stand in the statements.',
      ),
  })
  .describe('What a judge said of a pair.')
  .meta({ id: 'JudgedPair' });

const JudgedBySchema = z
  .object({
    by: z
      .object({
        kind: z.enum(['llm', 'nli']).describe('`llm`: a language model; `nli`: a model of inference.'),
        model: z.string().describe('Its name, or the digest of its file.'),
        prompt_hash: z.string().describe('Of what it is told to do.'),
      })
      .describe('Which judge.'),
    thresholds: z
      .object({
        floor: z.number().describe('Least share of words in common of a pair that may be refused.'),
        block: z.number().nullable().describe('Least certainty of a refusal; null: it may only warn.'),
        warn: z.number().nullable().describe('Least certainty of a warning; null: it may not even warn.'),
      })
      .describe('What its verdicts had to reach.'),
    later: z.number().int().describe('Pairs that are judged once the write is answered.'),
    left_out: z.number().int().describe('Pairs that are not judged, as they are too many or too little alike.'),
  })
  .nullable()
  .describe('Who judges what the rules left open; null: nobody.');

const ComparedSchema = z
  .object({
    id: z.string().describe('Of the stored claim.'),
    system_from: Timestamp.describe('When the version of it that was compared was stored.'),
    kind: z.string().describe('The verdict of the pair: contradiction, uncertain, refinement, consistent …'),
    confidence: ConfidenceSchema,
    code: z.enum(REASON_CODES).describe('Why; stable.'),
    nli: NliScoreSchema,
    judged: JudgedSchema.optional().describe('Present where a judge was asked.'),
  })
  .describe('A stored claim that was compared, with the verdict of the pair.')
  .meta({ id: 'ComparedPair' });

/** What a check answers, and what is kept of every decision. */
export const verdictFields = {
  result: z.enum(['stored', 'unchanged', 'conflict']).describe('What becomes of the statement.'),
  tier: TierSchema,
  warnings: z.array(WarningSchema).describe('What is doubtful; empty: nothing.'),
  ...conflictFields,
  ...normsFields,
  duplicate_of: z.string().nullable().describe('The stored claim that says exactly this; null: none does.'),
};

const VersionsSchema = z
  .object({
    normalizer: z.number().int().describe('Of the reader of statements.'),
    source: z.string().optional().describe('Who read the statement, where that were not the rules: `llm:<model>`.'),
    lexicon: z.string().describe('Of the lexicon: a hash of its content.'),
    model: z.string().nullable().describe('The model of inference; null: none.'),
    rules: z.number().int().describe('Of the rules of comparison.'),
  })
  .describe('What made the decision.')
  .meta({ id: 'Versions' });

const statementOfSide = z.string().nullable().describe('Of the stored claim; null: none in particular.');

const ProjectionSchema = z
  .object({
    tier: TierSchema,
    conflicts_total: conflictFields.conflicts_total,
    conflicts: z
      .array(ConflictSchema.omit({ claim: true, relations: true }).extend({ statement: statementOfSide }))
      .describe('Strongest first, at most 20.'),
    warnings: z
      .array(WarningSchema.omit({ claim: true, relations: true }).extend({ statement: statementOfSide }))
      .describe('What is doubtful.'),
    norms: z.array(NormSchema).describe('One a clause, in their order.'),
    compared: z
      .array(ComparedSchema.omit({ id: true, system_from: true }))
      .describe('The verdicts of the pairs that were compared.'),
  })
  .describe('What a decision says, without ids and times.')
  .meta({ id: 'Projection' });

export const ReplaySchema = z
  .object({
    matches: z.boolean().describe('Whether the same comes out.'),
    differences: z.array(z.string()).describe('The parts that differ.'),
    recorded: ProjectionSchema.describe('What was decided then.'),
    replayed: ProjectionSchema.describe('What is decided now.'),
    versions: z
      .object({
        recorded: VersionsSchema.describe('What decided then.'),
        current: VersionsSchema.describe('What decides now.'),
      })
      .describe('What made the two decisions.'),
  })
  .describe('A recorded decision beside the one that comes out now.')
  .meta({ id: 'Replay' });

export const DecisionSchema = z
  .object({
    id: z.string().describe('Of the decision.'),
    op: z.string().describe('The operation that asked for it.'),
    made_at: Timestamp.describe('When it was made.'),
    who: z.string().describe('Who wanted to write.'),
    statement: z.string().describe('What was to be written, verbatim.'),
    claim_id: z.string().nullable().describe('The claim that was stored; null: none was.'),
    result: verdictFields.result,
    tier: TierSchema,
    warnings: verdictFields.warnings,
    conflicts_total: conflictFields.conflicts_total,
    conflicts: conflictFields.conflicts,
    ...normsFields,
    duplicate_of: verdictFields.duplicate_of,
    compared: z.array(ComparedSchema).describe('Every stored claim that was compared, with the verdict of the pair.'),
    nli: z
      .enum(NLI_STATES)
      .describe(
        'Whether the NLI model was asked about undecided pairs; `uncalibrated`: not, as its card has no threshold, so ' +
          'that no score could count; `unavailable`: it should have been.',
      ),
    nli_fault: z.enum(NLI_FAULTS).nullable().describe('Why pairs were not asked about; null: none were left out.'),
    judge: JudgedBySchema,
    versions: VersionsSchema,
    settings: z
      .object({ version: z.number().int().describe('Of the settings.'), policy: PolicySchema })
      .describe('What of the settings of the project it was made under.'),
    key_id: keyIdField,
    timings: z.record(z.string(), z.number()).describe('Milliseconds spent in each stage.'),
  })
  .describe('What the guard decided about one write.')
  .meta({ id: 'Decision' });
