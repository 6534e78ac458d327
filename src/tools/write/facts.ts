import { z } from 'zod';
import { CLAIM_KINDS } from '../../core/claim.js';
import { fieldErrors, Problem, type ProblemCode } from '../../core/errors.js';
import type { Fact } from '../../core/fact.js';
import { claimFields, reasonField, statementField, whoField } from '../schemas.js';
import { type Camel, fromWire, toWire } from '../wire.js';
import { toldOf } from './bodies.js';

/** The facts of an ingest: their shape, and how one that is wrong says so. */

const { scope, valid_from, valid_until, entity, tags, said_at } = claimFields;

export const sourceField = z.string().trim().min(1).max(2000);

export const FactInput = z
  .strictObject({
    statement: statementField,
    key: z
      .string()
      .min(1)
      .max(500)
      .nullish()
      .describe('What names the fact at its source. Left out: its exact statement, scope and window do.'),
    who: whoField.nullish().describe('Who says so; default: `who` of the request.'),
    source: sourceField
      .nullish()
      .describe('Where it comes from, or a registered source. Default: `source` of the request.'),
    kind: z.enum(CLAIM_KINDS).nullish().describe('Default: fact.'),
    reason: reasonField.nullish().describe('Why.'),
    ...{ scope, valid_from, valid_until, entity, tags, said_at },
  })
  .describe('A fact to store as it is.')
  .meta({ id: 'Fact' });

/** One wrong field of one fact; `path` starts at the root of the body. */
export interface FactError {
  index: number;
  code: ProblemCode;
  path: string;
  message: string;
}

/** A fact that has the right form, or what is wrong with it. `item` is as it comes to a tool: in camelCase. */
export function parseFact(
  index: number,
  item: unknown,
  defaults: { who: string; source: string | null },
): { index: number; fact: Fact } | { errors: FactError[] } {
  const parsed = FactInput.safeParse(toWire(item));
  if (!parsed.success) {
    const problem = new Problem('invalid_request', 'The fact is not valid.', parsed.error.issues.flatMap(fieldErrors));
    return { errors: factErrors(index, problem) };
  }
  const input = fromWire(parsed.data) as Camel<z.infer<typeof FactInput>>;
  const fact: Fact = {
    ...toldOf(input),
    key: input.key ?? null,
    source: input.source ?? defaults.source,
    who: input.who ?? defaults.who,
    kind: input.kind ?? 'fact',
  };
  return { index, fact };
}

/** The entries of `errors` that a problem with one fact makes. */
export function factErrors(index: number, { code, message, errors }: Problem): FactError[] {
  if (errors.length === 0) return [{ index, code, path: `facts.${index}`, message }];
  return errors.map((error) => ({
    ...{ index, code, message: error.message },
    path: error.path === '(root)' ? `facts.${index}` : `facts.${index}.${error.path}`,
  }));
}
