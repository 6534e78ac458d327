import { z } from 'zod';
import { entityRef } from '../core/lore.js';
import type { WalkedNode } from '../flows/lore/read/walk.js';
import { TruthSchema } from './envelope-schemas.js';
import { EntityRefSchema } from './lore-schemas.js';

/** Answers that are graphs, as they stand on the wire. */

const WalkedNodeSchema = z
  .object({
    entity: EntityRefSchema.describe('What is come to.'),
    depth: z.number().int().describe('Fewest steps that lead there.'),
    held: TruthSchema.describe('`true`: sure steps lead there; `unknown`: only such as may have been there.'),
  })
  .describe('Something that a walk comes to.')
  .meta({ id: 'WalkedNode' });

export const nodesField = z.array(WalkedNodeSchema).describe('What is come to, nearest first; nothing twice.');
export const hubsField = z
  .array(EntityRefSchema)
  .describe('Of these not all relations were followed: list_relations and timeline have them, page by page.');
export const isCutField = z
  .boolean()
  .describe('Whether there is more than was followed: ask for fewer steps or types.');

/** Things that were come to as an answer shows them. */
export function presentNodes(nodes: readonly WalkedNode[]) {
  return nodes.map(({ entity, ...node }) => ({ entity: entityRef(entity), ...node }));
}

/** The same in lines: how far away, and the name. */
export function nodeLine({ entity, depth, held }: WalkedNode): string {
  return `${depth}: ${entity.name}${held === 'true' ? '' : ' (unsure)'}`;
}
