import { z } from 'zod';
import { VIOLATION_KINDS } from '../../core/violation.js';
import { dismissAll } from '../../flows/consistency/dismiss-all.js';
import { requireEntity } from '../../flows/lore/resolve.js';
import { defineTool } from '../define.js';
import { curatorField, entityField } from '../lore-schemas.js';
import { label, reasonField, tenantShape } from '../schemas.js';

/** Most violations of a request. */
const DISMISSED_MAX = 200;

export const dismissViolations = defineTool({
  name: 'dismiss_violations',
  method: 'POST',
  path: '/v1/lore/dismiss-violations',
  tag: 'curate',
  role: 'curator',
  summary: 'Dismiss many violations by a filter',
  description:
    'Open ones of a kind, oldest first, as resolve_violation dismisses each: all sides stand, and what they say is never ' +
    `raised again. At most ${DISMISSED_MAX} a request; \`has_more\` says whether others are left.`,
  useWhen: 'a rule or a source raised much that is none.',
  notFor: 'a rule that is to find nothing at all: set `disabled_rules` with put_settings.',
  body: z.strictObject({
    ...tenantShape,
    kind: z.enum(VIOLATION_KINDS).describe('Only of this kind.'),
    rule_id: label.nullish().describe('Only of this rule, as lists show it; of an orphan its reason.'),
    entity: entityField.nullish().describe('Only with this one on either end of a side.'),
    limit: z
      .number()
      .int()
      .min(1)
      .max(DISMISSED_MAX)
      .nullish()
      .describe(`Most that are dismissed; default ${DISMISSED_MAX}.`),
    reason: reasonField.describe('Why; goes on the record for each.'),
    who: curatorField,
  }),
  responses: {
    200: {
      description: 'What was dismissed.',
      schema: z
        .object({
          dismissed: z.array(z.string()).describe('Ids of the violations that are dismissed.'),
          failed: z.array(z.string()).describe('Ids of those that somebody else settled meanwhile.'),
          has_more: z.boolean().describe('Whether the filter finds others that are open.'),
        })
        .describe('Violations that are dismissed.')
        .meta({ id: 'DismissedViolations' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity'],
  run: async ({ deps, tenant, caller }, { kind, ruleId, entity: name, limit, reason, who }) => {
    const entity = name == null ? null : await requireEntity(deps, tenant, { path: 'entity', name });
    const author = { who: who ?? caller.name, keyId: caller.keyId };
    const filter = { kind, ruleId: ruleId ?? undefined, entity, limit: limit ?? DISMISSED_MAX };
    const body = await dismissAll(deps, { tenant, reason, author, filter });
    return { status: 200, body };
  },
});
