import { z } from 'zod';
import { entityRef } from '../core/lore.js';
import { KIN_ROLES, type KinAnswer, type ShownKin } from '../flows/lore/read/kin.js';
import type { ToolAnswer, ToolContext } from './define.js';
import { compactEnvelopeFields, envelopeFields } from './envelope-schemas.js';
import { aboutField, factsField, linesField, livesField } from './facts-answer.js';
import { EntityRefSchema, entityField } from './lore-schemas.js';
import { compactEnvelope } from './present-envelope.js';
import { knownAtField, pageShape, tenantShape } from './schemas.js';
import {
  compactWalk,
  compactWalkFields,
  depthField,
  factsTotalField,
  KIN_DEPTH_MAX,
  presentWalk,
  walkFields,
} from './steps-schemas.js';

/** Families, as they stand on the wire. */

export const KIN_DEPTH = 5;

export const KinSchema = z
  .object({
    person: EntityRefSchema.describe('Who.'),
    role: z.enum(KIN_ROLES).describe('`member`: said to be of the lineage; `self`: whom the question is about.'),
    generation: z
      .number()
      .int()
      .nullable()
      .describe('Fewest steps of parentage to there: below zero to ancestors; null: no parentage leads there.'),
    lives: livesField,
    facts: factsField('Who says so.'),
    facts_total: factsTotalField,
  })
  .describe('Somebody of a family.')
  .meta({ id: 'Kin' });

/** What is asked of both walks over parentage. */
export const kinQuery = z.strictObject({
  ...{ ...tenantShape, person: entityField, depth: depthField(KIN_DEPTH_MAX, KIN_DEPTH) },
  ...{ known_at: knownAtField, ...pageShape },
});

/** A 200 that lists the kin of a person, in both views. */
export function kinResponse(id: string, { answer, kin }: { answer: string; kin: string }) {
  return {
    description: answer,
    schema: z
      .object({ ...envelopeFields, person: aboutField, kin: z.array(KinSchema).describe(kin), ...walkFields })
      .describe(answer)
      .meta({ id }),
    short: z
      .object({ ...compactEnvelopeFields, kin: linesField(kin), ...compactWalkFields })
      .describe(`${answer.replace(/\.$/, '')}, in short.`)
      .meta({ id: `Compact${id}` }),
  };
}

export function answerKin(context: ToolContext, { person, kin, ...answer }: KinAnswer): ToolAnswer {
  const walk = presentWalk(context, answer);
  const short = () => ({ ...compactEnvelope(answer), kin: kin.map(kinLine), ...compactWalk(answer) });
  return { status: 200, body: { view: 'full', ...answer, person: entityRef(person), kin, ...walk }, short };
}

/** "1: Isaude Hallowmere (disputed)" */
export function kinLine({ person, role, generation, facts }: ShownKin): string {
  const marks = [
    ...(role === 'ancestor' || role === 'descendant' ? [] : [role]),
    ...(facts.some(({ isDisputed }) => isDisputed) ? ['disputed'] : []),
  ];
  const place = generation === null ? '' : `${generation}: `;
  return `${place}${person.name}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`;
}
