import { z } from 'zod';
import { VIOLATION_STATUSES } from '../../core/violation.js';
import { describeContradictions } from '../../flows/lore/contradictions.js';
import { requireEntity } from '../../flows/lore/resolve.js';
import { requireSource } from '../../flows/lore/sources.js';
import { idsOfEntity } from '../../store/queries/entities.js';
import { flagViolations, listContradictions } from '../../store/queries/violations.js';
import { defineTool } from '../define.js';
import { ContradictionSchema, entityField } from '../lore-schemas.js';
import { presentContradiction } from '../present-lore.js';
import { label, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';

export const getContradictions = defineTool({
  name: 'get_contradictions',
  method: 'GET',
  path: '/v1/lore/get-contradictions',
  tag: 'lore',
  role: 'reader',
  summary: 'List contradictions between what is stored',
  description: 'Oldest first. What an answer of this operation delivered is `flagged` from then on.',
  query: z.strictObject({
    ...tenantShape,
    subject: entityField.nullish().describe('Id or name of an entity on either end of a side.'),
    severity: label.nullish(),
    source: z.string().trim().min(1).max(2000).nullish().describe('Id or uri of a source that says a side.'),
    status: z.enum(VIOLATION_STATUSES).nullish().describe('Default: all.'),
    ...pageShape,
  }),
  responses: {
    200: {
      description: 'One page.',
      schema: z
        .object({ items: z.array(ContradictionSchema), next_cursor: z.string().nullable() })
        .meta({ id: 'ContradictionPage' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity'],
  run: async ({ deps, tenant, report }, { subject, severity, source, status, limit, cursor }) => {
    const named = subject == null ? null : await requireEntity(deps, tenant, { path: 'subject', name: subject });
    const said = source == null ? null : await requireSource(deps, tenant, 'source', source);
    const page = await deps.store.tenant(tenant.orgId, async (db) =>
      listContradictions(db, tenant, {
        subjectIds: named === null ? undefined : await idsOfEntity(db, tenant, named.id),
        ...{ severity: severity ?? undefined, sourceId: said?.id, status: status ?? undefined },
        ...{ limit: limit ?? PAGE_DEFAULT, cursor: cursor ?? undefined },
      }),
    );
    const items = await describeContradictions(deps, tenant, page.items);
    const unflagged = page.items.filter(({ flagged }) => !flagged).map(({ id }) => id);
    if (unflagged.length > 0) {
      // Not waited for: the answer does not depend on it.
      deps.store.tenant(tenant.orgId, (db) => flagViolations(db, tenant, unflagged)).catch(report);
    }
    return { status: 200, body: { items: items.map(presentContradiction), nextCursor: page.nextCursor } };
  },
});
