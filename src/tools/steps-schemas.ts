import { z } from 'zod';
import type { StepsRest } from '../flows/lore/read/steps.js';
import { WALK_MAX } from '../store/queries/records/steps-record.js';
import { AnachronismSchema, presentAnachronism } from './consistency/anachronism-schema.js';
import { flagDelivered } from './consistency/violation-schemas.js';
import type { ToolContext } from './define.js';
import { nextCursorField } from './schemas.js';

/** What walks over relations have in common, as they stand on the wire. */

/** Most steps that a causal chain, and a family, is followed. */
export const CHAIN_DEPTH_MAX = 8;
export const KIN_DEPTH_MAX = 20;

export const depthField = (most: number, usual: number) =>
  z.coerce.number().int().min(1).max(most).nullish().describe(`Most steps from where it begins; default ${usual}.`);

export const cutFields = {
  total: z.number().int().describe('How many there are on all pages.'),
  is_cut: z
    .boolean()
    .describe(`Whether more is told than one walk looks at (${WALK_MAX} steps), so that what is farthest is missing.`),
};

export const walkFields = {
  ...cutFields,
  anachronisms: z
    .array(AnachronismSchema)
    .describe('Open anachronisms of what is on this page, 50 at most: what of it can not be right.'),
  next_cursor: nextCursorField,
};

export const compactWalkFields = {
  ...cutFields,
  anachronisms: z.array(z.string()).optional().describe('What of it can not be right; absent: nothing is known to be.'),
  next_cursor: nextCursorField,
};

export const factsTotalField = z
  .number()
  .int()
  .describe('How many relations say so; of those by which it is come to, 20 are shown.');

/** The part of an answer that says how far a walk went, and what is wrong in it. */
export function presentWalk({ deps, tenant, report }: ToolContext, walked: StepsRest) {
  const { total, isCut, anachronisms, nextCursor } = walked;
  const delivered = anachronisms.map(({ violation }) => violation);
  flagDelivered(deps, tenant, delivered, report);
  return { total, isCut, anachronisms: anachronisms.map(presentAnachronism), nextCursor };
}

export function compactWalk({ total, isCut, anachronisms, nextCursor }: StepsRest) {
  const wrong = anachronisms.map(({ sentence }) => sentence);
  return { total, isCut, ...(wrong.length === 0 ? {} : { anachronisms: wrong }), nextCursor };
}
