import { z } from 'zod';
import { RELATION_STATUSES } from '../core/lore.js';
import { SOURCE_KINDS } from '../core/source.js';
import { boundsFields, label, reasonField, whoField } from './schemas.js';
import { StoryWindowSchema, Timestamp } from './time-schemas.js';

/** Shapes of the lore operations, as they stand on the wire. */

export const curatorField = whoField.nullish().describe('Who does it; default: the name of the API key.');
export const whyField = reasonField.nullish().describe('Why; goes on the record.');
export const entityField = label.describe('Id or name of an entity.');
export const dateField = z.string().trim().min(1).max(100);
export const propertiesField = z
  .record(z.string().min(1).max(100), z.unknown())
  .refine((all) => JSON.stringify(all).length <= 20_000, 'must be at most 20000 characters as JSON')
  .nullish()
  .describe('What is told of it beside names and relations; kept as it is.');

export const periodField = StoryWindowSchema.nullable().describe(
  'Its lifespan, of an event its date, of an era its span on the calendar; null: nothing is stated.',
);

const Properties = z.record(z.string(), z.unknown());

export const EntityRefSchema = z
  .object({
    id: z.string().describe('Of the entity.'),
    name: z.string().describe('Its own name.'),
    type: z.string().describe('Its type: Person, Location, Event …'),
    lore_verified: z.boolean().describe('A document or a curator vouches for it.'),
  })
  .describe('An entity.')
  .meta({ id: 'EntityRef' });

export const EntitySchema = z
  .object({
    id: z.string().describe('Of the entity.'),
    type: z.string().describe('Its type: Person, Location, Event …'),
    name: z.string().describe('Its own name.'),
    aliases: z.array(z.string()).describe('Its other names.'),
    lore_verified: z.boolean().describe('A document or a curator vouches for it; false: provisional.'),
    properties: Properties.describe('What is told of it beside names and relations.'),
    merged_into: z.string().nullable().describe('The entity that it turned out to be.'),
    created_at: Timestamp.describe('When it was first named.'),
    who: z.string().describe('Who named it first.'),
  })
  .describe('A person, place, thing, event, era …')
  .meta({ id: 'Entity' });

export const SourceSchema = z
  .object({
    id: z.string().describe('Of the source.'),
    uri: z.string().describe('What names it: a path, an address.'),
    title: z.string().describe('What it is called.'),
    reliability: z.enum(SOURCE_KINDS).describe('How far it can be trusted.'),
    weight: z.number().nullable().describe('What the reliability counts, from 0 to 1; null of a prophecy.'),
  })
  .describe('Who says something about the world.')
  .meta({ id: 'LoreSource' });

export const RelationSchema = z
  .object({
    id: z.string().describe('The same for all versions of the relation.'),
    type: z.string().describe('RULES, MEMBER_OF, BORN_ON …'),
    from: EntityRefSchema.describe('Where it begins.'),
    to: EntityRefSchema.nullable().describe('null of an attribute, which has a value.'),
    value: z.string().nullable().describe('Of an attribute its value; null of what has another end.'),
    ...boundsFields,
    confidence: z
      .number()
      .nullable()
      .describe('How surely it was read × how reliable its source is; null: a prophecy.'),
    source: SourceSchema.nullable().describe('The source that says it; null: none.'),
    document_id: z.string().nullable().describe('The document that says it; null: none.'),
    chunk_id: z.string().nullable().describe('The passage of the document; null: none.'),
    span: z
      .object({
        start: z.number().int().describe('Where it begins.'),
        end: z.number().int().describe('Where it ends.'),
      })
      .nullable()
      .describe('Offsets into the chunk.'),
    claim_id: z.string().nullable().describe('The claim that said it.'),
    status: z.enum(RELATION_STATUSES).describe('`active`: it is believed.'),
    is_disputed: z.boolean().describe('Whether a contradiction with another relation is open.'),
    disputed_with: z.array(z.string()).describe('Ids of the relations that contradict it.'),
    superseded_by: z.string().nullable().describe('Id of the relation that replaced it.'),
    supersedes: z.array(z.string()).describe('Ids of the relations that it replaced.'),
    prophetic: z.boolean().describe('Told of what is to come by somebody who foresees it.'),
    guarded: z.boolean().describe('Whether it was compared with all that was stored, and let pass.'),
    properties: Properties.describe('What is told of it beside its ends and dates.'),
    who: z.string().describe('Who says so.'),
    system_from: Timestamp.describe('When this version was stored.'),
    system_until: Timestamp.nullable().describe('When another version replaced it; null: it is the current one.'),
  })
  .describe('One version of a relation.')
  .meta({ id: 'Relation' });
