import { z } from 'zod';
import { isTimeZone } from '../../consistency/schedule.js';
import { CLAIM_KINDS } from '../../core/claim.js';
import {
  type ConsistencySettings,
  DEFAULT_CONSISTENCY,
  DEFAULT_DETECTIVE,
  DEFAULT_SETTINGS,
  FORCE_ROLES,
  type Settings,
} from '../../core/context.js';
import { REASON_CODES } from '../../core/verdict.js';
import { changeSettings } from '../../flows/settings.js';
import { OPEN_COUNTED_MAX } from '../../store/queries/consistency/violations.js';
import { defineTool } from '../define.js';
import { SettingsSchema, tenantShape } from '../schemas.js';
import type { Camel } from '../wire.js';
import { presentSettings } from './present-settings.js';

/** A day, in minutes: of two that lie further apart the later one is news. */
const SESSION_WINDOW_MAX = 24 * 60;

const body = z.strictObject({
  ...tenantShape,
  policy: z
    .strictObject({
      warn_kinds: z
        .array(z.enum(CLAIM_KINDS))
        .max(CLAIM_KINDS.length)
        .nullish()
        .describe('A conflict with a claim of such a kind on either side warns.'),
      warn_codes: z
        .array(z.enum(REASON_CODES))
        .max(REASON_CODES.length)
        .nullish()
        .describe('A conflict for such a reason warns.'),
    })
    .nullish()
    .describe('What would be refused and is stored with a warning. It lowers only; nothing makes a warning a refusal.'),
  force_role: z
    .enum(FORCE_ROLES)
    .nullish()
    .describe('Least role of a key that may force an exception; default: writer.'),
  parents_may_share_gender: z
    .boolean()
    .nullish()
    .describe('Whether both parents of a child may be of one gender; default: false.'),
  consistency: z
    .strictObject({
      disabled_rules: z
        .array(z.string().trim().min(1).max(200))
        .max(200)
        .nullish()
        .describe(
          'Ids of rules that no run goes by; what is open by them is closed by the next run. The guard goes by all.',
        ),
      min_confidence: z
        .number()
        .min(0)
        .max(1)
        .nullish()
        .describe('What is told less surely than this clashes with nothing in a run; default: 0.'),
      many_violations: z
        .number()
        .int()
        .min(1)
        .max(OPEN_COUNTED_MAX)
        .nullish()
        .describe(`Open violations from which on answers say so; default: ${DEFAULT_CONSISTENCY.manyViolations}.`),
      time_zone: z
        .string()
        .max(100)
        .refine(isTimeZone, 'must be the IANA name of a time zone: UTC, Europe/Berlin')
        .nullish()
        .describe('Zone in which the nightly schedule is meant; default: UTC.'),
    })
    .nullish()
    .describe('How the consistency engine looks at the project.'),
  detective: z
    .strictObject({
      session_window_minutes: z
        .number()
        .int()
        .min(0)
        .max(SESSION_WINDOW_MAX)
        .nullish()
        .describe(
          'What was said within so many minutes in one scope is of one conversation, and no finding; 0: nothing is; ' +
            `default: ${DEFAULT_DETECTIVE.sessionWindowMinutes}. It counts for what is read from then on.`,
        ),
    })
    .nullish()
    .describe('How the detective reads the story of the project.'),
});

export const putSettings = defineTool({
  name: 'put_settings',
  method: 'PUT',
  path: '/v1/settings',
  tag: 'admin',
  role: 'admin',
  takesIfMatch: true,
  summary: 'Set what holds for a project',
  description:
    'Replaces all settings: what is left out is as it is by default. With If-Match it does so only if they are still ' +
    'those that were read (412 otherwise); without, whatever they are. The next decision of every replica goes by them.',
  useWhen: 'a project wants to be warned where it would be refused, or keeps force for its curators.',
  notFor: 'eras and dates: use put_calendar.',
  body,
  responses: { 200: { description: 'The settings, now in force.', schema: SettingsSchema, headers: ['ETag'] } },
  problems: ['precondition_failed'],
  run: async ({ deps, tenant, caller, ifMatch }, input) => {
    const seen = ifMatch?.filter((tag) => /^\d{1,15}$/.test(tag)).map(Number) ?? null;
    return presentSettings(await changeSettings(deps, tenant, settingsOf(input), seen, caller));
  },
});

/** What is left out is not stored, so that a later default applies to it. */
function settingsOf({
  policy,
  forceRole,
  parentsMayShareGender,
  consistency,
  detective,
}: Camel<z.infer<typeof body>>): Partial<Settings> {
  const { warnKinds, warnCodes } = DEFAULT_SETTINGS.policy;
  return {
    ...(policy != null && {
      policy: { warnKinds: policy.warnKinds ?? warnKinds, warnCodes: policy.warnCodes ?? warnCodes },
    }),
    ...(forceRole != null && { forceRole }),
    ...(parentsMayShareGender != null && { parentsMayShareGender }),
    ...(consistency != null && { consistency: setOf(consistency) }),
    ...(detective?.sessionWindowMinutes != null && {
      detective: { sessionWindowMinutes: detective.sessionWindowMinutes },
    }),
  };
}

/** What is given, or as it is by default. */
function setOf(
  given: { [name in keyof ConsistencySettings]?: ConsistencySettings[name] | null | undefined },
): ConsistencySettings {
  const { disabledRules, minConfidence, manyViolations, timeZone } = DEFAULT_CONSISTENCY;
  return {
    ...{ disabledRules: given.disabledRules ?? disabledRules, minConfidence: given.minConfidence ?? minConfidence },
    ...{ manyViolations: given.manyViolations ?? manyViolations, timeZone: given.timeZone ?? timeZone },
  };
}
