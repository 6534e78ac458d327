import { z } from 'zod';
import { entityRef } from '../../core/lore.js';
import { profileOf } from '../../flows/lore/read/profile.js';
import { flagDelivered } from '../consistency/violation-schemas.js';
import { defineTool } from '../define.js';
import { compactEnvelopeFields, envelopeFields } from '../envelope-schemas.js';
import { aboutField, factsField, linesField, livesField, propheciesField } from '../facts-answer.js';
import { entityField } from '../lore-schemas.js';
import { openField, presentOpen } from '../open-answer.js';
import { compactEnvelope, factLine } from '../present-envelope.js';
import { knownAtField, tenantShape } from '../schemas.js';

const isCutField = z.boolean().describe('Whether there is more than was read: timeline lists all, page by page.');

export const personProfile = defineTool({
  name: 'person_profile',
  method: 'GET',
  path: '/v1/lore/person-profile',
  tag: 'lore',
  role: 'reader',
  summary: 'Tell the life of a person',
  description:
    'Birth and death, parents, children, spouses and bloodlines, titles, memberships, and deeds in the order of time; ' +
    'with the acts of it that can not be, because somebody does not exist then.',
  useWhen: 'you are asked for the story of one person, from beginning to end.',
  notFor: 'who somebody was at a time: use entity_context. Everything that touches it: use timeline.',
  query: z.strictObject({ ...tenantShape, person: entityField, known_at: knownAtField }),
  responses: {
    200: {
      description: 'The life, as far as it is told.',
      schema: z
        .object({
          ...{ ...envelopeFields, person: aboutField, lives: livesField },
          life: factsField('Birth, death, and when it existed.'),
          parents: factsField('Who is said to be a parent; empty: nobody tells.'),
          children: factsField('Whose parent it is said to be.'),
          ...{ spouses: factsField('Marriages.'), bloodlines: factsField('Lineages.') },
          ...{
            titles: factsField('What it was called by.'),
            memberships: factsField('What it belonged to, and served.'),
          },
          deeds: factsField('What it did, saw, ruled and owned, in the order of time; what nobody dates last.'),
          prophecies: propheciesField,
          anachronisms: openField('Open acts of it at a time at which somebody does not exist: 20 at most.'),
          is_cut: isCutField,
        })
        .describe('The life of a person.')
        .meta({ id: 'PersonProfile' }),
      short: z
        .object({
          ...{ ...compactEnvelopeFields, person: z.string().describe('The name.') },
          facts: linesField('The same in lines.'),
          ...{ anachronisms: linesField('Acts of it that can not be.'), is_cut: isCutField },
        })
        .describe('The life of a person, in short.')
        .meta({ id: 'CompactPersonProfile' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity'],
  run: async (context, asked) => {
    const { person, groups, anachronisms, ...answer } = await profileOf(context, asked);
    const delivered = anachronisms.map(({ violation }) => violation);
    flagDelivered(context.deps, context.tenant, delivered, context.report);
    const { isCut, prophecies } = answer;
    const short = () => ({
      ...{ ...compactEnvelope(answer), person: person.name },
      facts: [...Object.values(groups).flat(), ...prophecies].map(factLine),
      ...{ anachronisms: anachronisms.map(({ sentence }) => sentence), isCut },
    });
    const body = { ...answer, ...groups, person: entityRef(person), anachronisms: presentOpen(anachronisms) };
    return { status: 200, body: { view: 'full', ...body }, short };
  },
});
