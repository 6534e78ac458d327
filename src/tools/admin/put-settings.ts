import { z } from 'zod';
import { CLAIM_KINDS } from '../../core/claim.js';
import { DEFAULT_SETTINGS, FORCE_ROLES, type Settings } from '../../core/context.js';
import { REASON_CODES } from '../../core/verdict.js';
import { changeSettings } from '../../flows/settings.js';
import { defineTool } from '../define.js';
import { SettingsSchema, tenantShape } from '../schemas.js';
import type { Camel } from '../wire.js';
import { presentSettings } from './present-settings.js';

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
function settingsOf({ policy, forceRole, parentsMayShareGender }: Camel<z.infer<typeof body>>): Partial<Settings> {
  const { warnKinds, warnCodes } = DEFAULT_SETTINGS.policy;
  return {
    ...(policy != null && {
      policy: { warnKinds: policy.warnKinds ?? warnKinds, warnCodes: policy.warnCodes ?? warnCodes },
    }),
    ...(forceRole != null && { forceRole }),
    ...(parentsMayShareGender != null && { parentsMayShareGender }),
  };
}
