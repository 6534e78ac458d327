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
  .object({ id: z.string(), name: z.string(), type: z.string(), lore_verified: z.boolean() })
  .meta({ id: 'EntityRef' });

export const EntitySchema = z
  .object({
    id: z.string(),
    type: z.string(),
    name: z.string(),
    aliases: z.array(z.string()),
    lore_verified: z.boolean().describe('A document or a curator vouches for it; false: provisional.'),
    properties: Properties,
    merged_into: z.string().nullable().describe('The entity that it turned out to be.'),
    created_at: Timestamp,
    who: z.string(),
  })
  .meta({ id: 'Entity' });

export const SourceSchema = z
  .object({
    id: z.string(),
    uri: z.string(),
    title: z.string(),
    reliability: z.enum(SOURCE_KINDS),
    weight: z.number().nullable().describe('What the reliability counts, from 0 to 1; null of a prophecy.'),
  })
  .meta({ id: 'LoreSource' });

export const RelationSchema = z
  .object({
    id: z.string(),
    type: z.string(),
    from: EntityRefSchema,
    to: EntityRefSchema.nullable().describe('null of an attribute, which has a value.'),
    value: z.string().nullable(),
    ...boundsFields,
    confidence: z
      .number()
      .nullable()
      .describe('How surely it was read × how reliable its source is; null: a prophecy.'),
    source: SourceSchema.nullable(),
    document_id: z.string().nullable(),
    chunk_id: z.string().nullable(),
    span: z.object({ start: z.number().int(), end: z.number().int() }).nullable().describe('Offsets into the chunk.'),
    claim_id: z.string().nullable().describe('The claim that said it.'),
    status: z.enum(RELATION_STATUSES),
    is_disputed: z.boolean(),
    disputed_with: z.array(z.string()),
    superseded_by: z.string().nullable(),
    supersedes: z.array(z.string()),
    prophetic: z.boolean(),
    guarded: z.boolean(),
    properties: Properties,
    who: z.string(),
    system_from: Timestamp,
    system_until: Timestamp.nullable(),
  })
  .describe('One version of a relation.')
  .meta({ id: 'Relation' });
