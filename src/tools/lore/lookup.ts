import { z } from 'zod';
import { storyWindow } from '../../core/story-time.js';
import { projectCaveats } from '../../flows/consistency/caveats.js';
import { periodsOf } from '../../flows/lore/periods.js';
import { allSpokenOf } from '../../flows/lore/read/named.js';
import { openQuestion } from '../../flows/lore/read/question.js';
import { shown } from '../../flows/lore/resolve.js';
import { requireEntityType } from '../../flows/lore/types.js';
import { getEntities } from '../../store/queries/entities.js';
import { findMentioned } from '../../store/queries/resolve.js';
import { defineTool } from '../define.js';
import { caveatsField, entityField, periodField } from '../lore-schemas.js';
import { CandidateSchema } from '../problem-schemas.js';
import { knownAtField, label, tenantShape } from '../schemas.js';

export const lookup = defineTool({
  name: 'lookup',
  method: 'GET',
  path: '/v1/lore/lookup',
  tag: 'lore',
  role: 'reader',
  summary: 'Find entities by name, alias or id',
  description:
    'By id, name or alias; a name that nothing is called by finds what is called much alike. Best first: where several ' +
    'are called so, all of them. In a session "he", "it" or "the city" finds all that it may stand for, latest first.',
  useWhen: 'you have a name and need the id, the type or the time of whoever bears it.',
  notFor: 'claims that mention a name: use list_claims with `q`.',
  query: z.strictObject({
    ...tenantShape,
    query: entityField.describe('A name, an alias or an id.'),
    type: label.nullish().describe('Only entities of this type.'),
    known_at: knownAtField.describe('When they were, as it was believed at this system time; names are those of now.'),
  }),
  responses: {
    200: {
      description: 'What was found; empty when nothing was.',
      schema: z
        .object({
          items: z
            .array(
              CandidateSchema.extend({
                aliases: z.array(z.string()).describe('Its other names.'),
                period: periodField,
              }),
            )
            .describe('Best first.'),
          caveats: caveatsField,
        })
        .describe('What is called so, or much alike.')
        .meta({ id: 'FoundEntities' }),
    },
  },
  problems: [],
  run: async (context, { query, type, knownAt }) => {
    const { deps, tenant, session } = context;
    const { types, calendar } = await openQuestion(context, knownAt);
    const wanted = type == null ? undefined : requireEntityType(types, 'type', type);
    const spoken = await allSpokenOf(context, types, query, wanted);
    const items = await deps.store.tenant(tenant.orgId, async (db) => {
      const [called = []] = await findMentioned(db, tenant, [{ name: query, type: wanted }]);
      const isCalledSo = called.some(({ by }) => by !== 'typo');
      const found = isCalledSo || spoken.length === 0 ? called : spoken;
      if (found.length === 1 && found[0]?.by !== 'typo') session?.speakOf(found[0]?.id ?? '');
      const ids = found.map(({ id }) => id);
      const entities = new Map((await getEntities(db, tenant, ids)).map((entity) => [entity.id, entity]));
      const world = { types: types.relations, calendar, knownAt: knownAt ?? undefined };
      const periods = await periodsOf(db, tenant, world, [...entities.values()]);
      return shown(found).map((one) => {
        const period = periods.get(one.id) ?? null;
        const shownPeriod = period === null ? null : storyWindow(period.possible, calendar);
        return { ...one, aliases: entities.get(one.id)?.aliases ?? [], period: shownPeriod };
      });
    });
    return { status: 200, body: { items, caveats: await projectCaveats(deps, tenant) } };
  },
});
