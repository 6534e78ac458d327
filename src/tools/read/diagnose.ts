import { z } from 'zod';
import { type Diagnosis, diagnose as diagnoseProject } from '../../flows/diagnose.js';
import {
  CLAIMS_COUNTED_MAX,
  DECISIONS_COUNTED_MAX,
  OTHERS_COUNTED_MAX,
  REASONS_COUNTED_MAX,
} from '../../store/queries/claims/diagnose.js';
import { defineTool } from '../define.js';
import { DetectiveStateSchema, presentState } from '../detective/state-schema.js';
import { instantField, tenantShape } from '../schemas.js';
import { Timestamp } from '../time-schemas.js';

const count = z.number().int();
const counts = z.record(z.string(), count);
/** What every count says of itself. */
const bounded = {
  counted: count.describe('Rows that were looked at, newest first.'),
  is_capped: z.boolean().describe('There are more than were looked at; the numbers are of those only.'),
};

export const diagnose = defineTool({
  name: 'diagnose',
  method: 'GET',
  path: '/v1/diagnose',
  tag: 'read',
  role: 'reader',
  summary: 'Count what a project holds and what its guard did',
  description:
    'What the project holds, what waits to be done, what the guard decided in a window of system time and which of it ' +
    'did not last, and the versions that decide. Every count is bounded, so the answer takes as long for a million ' +
    `claims as for a few: at most the newest ${CLAIMS_COUNTED_MAX} claims, ${DECISIONS_COUNTED_MAX} decisions (the ` +
    `reasons of ${REASONS_COUNTED_MAX}), ${OTHERS_COUNTED_MAX} violations and jobs; \`is_capped\` says when there are more.`,
  useWhen: 'you operate a project and want its counts, its backlog, and how often the guard was overruled.',
  notFor: 'whether the server can serve: use /ready.',
  query: z.strictObject({
    ...tenantShape,
    from: instantField.describe('Decisions from this system time on; default: a week before `until`.'),
    until: instantField.describe('Decisions before this system time; default: now.'),
  }),
  responses: {
    200: {
      description: 'The diagnosis.',
      schema: z
        .object({
          claims: z
            .object({
              ...bounded,
              by_status: counts.describe('Claims.'),
              by_kind: counts.describe('Active claims.'),
              disputed: count.describe('Active claims.'),
              ingested: count.describe('Active claims that came in bulk.'),
              unguarded: counts.describe('Active claims that were forced, or stored unread (`failed_open`).'),
            })
            .describe('What the project holds.'),
          violations: z
            .object({ open: count.describe('Contradictions that are to be settled.'), is_capped: bounded.is_capped })
            .describe('What contradicts each other.'),
          jobs: z
            .object({
              waiting: count.describe('How many there are.'),
              is_capped: bounded.is_capped,
              by_kind: counts.describe('How many there are of each kind.'),
              oldest_created_at: Timestamp.nullable().describe('Since when the oldest one waits; null: none does.'),
            })
            .describe('What waits to be done in the background.'),
          guard: z
            .object({
              from: Timestamp.describe('Decisions from this system time on.'),
              until: Timestamp.describe('Decisions before this system time.'),
              ...bounded,
              counted_from: Timestamp.nullable().describe('When the oldest of the counted decisions was made.'),
              clean: count.describe('Stored without a warning.'),
              warned: count.describe('Stored with warnings.'),
              unchanged: count.describe('Stored already.'),
              blocked: count.describe('Refused.'),
              forced: count.describe('Stored in spite of a conflict.'),
              reversed: z
                .object({
                  refused_then_stored: count.describe('Refused writes whose statement was stored later in the window.'),
                  stored_then_cancelled: count.describe('Stored claims that are cancelled by now.'),
                  stored_then_disputed: count.describe('Active claims, not forced, that are disputed by now.'),
                  forced_then_kept: count.describe('Forced claims that are still active.'),
                })
                .describe('What of it did not last.'),
              reasons_counted: count.describe('Decisions that blocked or warned and were looked at for `reasons`.'),
              reasons: z
                .array(
                  z.object({
                    code: z.string().describe('What the contradiction was.'),
                    tier: z.enum(['block', 'warn']).describe('Whether it was refused or stored with a warning.'),
                    decisions: count.describe('How many had it.'),
                  }),
                )
                .describe('Why it refused or warned, most often first.'),
            })
            .describe('What the guard decided.'),
          detective: DetectiveStateSchema,
          versions: z
            .object({
              app: z.string().describe('Of the server.'),
              schema: z.string().describe('The newest migration of the database.'),
              normalizer: count.describe('Of the reader of statements.'),
              lexicon: z.string().describe('Of the lexicon: a hash of its content.'),
              model: z.string().nullable().describe('The model of inference; null: none.'),
              rules: count.describe('Of the rules of comparison.'),
              settings: count.describe('Of what the project sets for itself.'),
            })
            .describe('What decides.'),
        })
        .describe('How a project and its guard are doing.')
        .meta({ id: 'Diagnosis' }),
    },
  },
  problems: [],
  run: async ({ deps, tenant }, { from, until }) => {
    const found = await diagnoseProject(deps, tenant, { from: from ?? null, until: until ?? null });
    return { status: 200, body: present(found) };
  },
});

function present({ holdings, window, decisions, reasons, detective, versions }: Diagnosis) {
  const { claims, openViolations, jobs, contextVersion, schema } = holdings;
  return {
    claims: { ...claims, isCapped: claims.counted === CLAIMS_COUNTED_MAX },
    violations: { open: openViolations, isCapped: openViolations === OTHERS_COUNTED_MAX },
    jobs: { ...jobs, isCapped: jobs.waiting === OTHERS_COUNTED_MAX },
    guard: {
      ...{ ...window, ...decisions, isCapped: decisions.counted === DECISIONS_COUNTED_MAX },
      ...{ reasonsCounted: reasons.counted, reasons: reasons.reasons },
    },
    detective: presentState(detective),
    versions: { ...versions, schema, settings: contextVersion },
  };
}
