import { z } from 'zod';
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from '../core/errors.js';

/** Problems as they stand on the wire: one schema a code, so that a client can tell them apart by it. */

export const CandidateSchema = z
  .object({
    id: z.string().describe('Of the entity.'),
    name: z.string().describe('Its own name.'),
    type: z.string().describe('Its type: Person, Place, Event …'),
    lore_verified: z.boolean().describe('A document or a curator vouches for it; false: provisional.'),
    by: z
      .enum(['id', 'name', 'alias', 'typo', 'session'])
      .describe('How it was found; typo: it is called much alike; session: the session spoke of it.'),
    match_confidence: z.number().describe('1, or of a misspelt name how alike the two are.'),
  })
  .describe('An entity that may have been meant.')
  .meta({ id: 'EntityCandidate' });

const FieldErrorSchema = z
  .object({
    path: z.string().describe('Dotted, from the root of the body or query.'),
    message: z.string().describe('What it must be.'),
    line: z.number().int().optional().describe('Of a field that is a text with fields of its own: where in it.'),
    column: z.number().int().optional().describe('Likewise.'),
  })
  .describe('One field that is wrong.')
  .meta({ id: 'FieldError' });

/** The problem of a code, with the fields that only it has. Not named: what names it is to add fields first. */
export function problemSchema<Extra extends z.ZodRawShape>(code: ProblemCode, extra: Extra) {
  const { status, title, help } = PROBLEMS[code];
  return z
    .object({
      type: z.literal(`/problems/${code}`).describe('Path on this server that explains the problem.'),
      title: z.literal(title).describe('What it is, in a few words.'),
      status: z.literal(status).describe('That of the answer.'),
      code: z.literal(code).describe('Stable; switch on this one.'),
      detail: z.string().describe('What happened here.'),
      instance: z.string().describe('Path of the request and its request id.'),
      errors: z.array(FieldErrorSchema).describe('The fields that are wrong, where fields are.'),
      ...extra,
    })
    .describe(help);
}

const candidates = z.array(CandidateSchema).describe('What may have been meant, best first.');

/** `invalid_date` is InvalidDateProblem. */
export function problemName(code: ProblemCode): string {
  return `${code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Problem`;
}

/** Problems that have fields beyond these: what else was refused, with what, and the ways out. */
const WITH_MORE: readonly ProblemCode[] = ['conflict', 'batch_refused'];

/** Every other problem. */
export const PLAIN_PROBLEMS: ReadonlyMap<ProblemCode, z.ZodObject> = new Map(
  PROBLEM_CODES.filter((code) => !WITH_MORE.includes(code)).map((code) => {
    const extra = code === 'unknown_entity' || code === 'ambiguous_entity' ? { candidates } : {};
    return [code, problemSchema(code, extra).meta({ id: problemName(code) })];
  }),
);

/** The schema of a problem without fields of its own. */
export function plainProblem(code: ProblemCode): z.ZodObject {
  const schema = PLAIN_PROBLEMS.get(code);
  if (schema === undefined) throw new RangeError(`${problemName(code)} has fields of its own.`);
  return schema;
}
