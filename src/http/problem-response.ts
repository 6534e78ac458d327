import { z } from 'zod';
import { PROBLEMS, type ProblemCode } from '../core/errors.js';
import { PROBLEM_SCHEMAS, type ProblemSchema } from '../tools/problems.js';
import { type AnswerHeader, COUNTED, problemHeaders } from './answer-headers.js';
import type { DescribedAnswer } from './described-route.js';

/**
 * What the API description says of an answer that is one of some problems, told apart by their code.
 * @param codes of one status
 * @param headers that the answer has beside those of every problem of that status
 */
export function problemResponse(
  codes: readonly [ProblemCode, ...ProblemCode[]],
  headers: readonly AnswerHeader[] = [],
): DescribedAnswer {
  const [first, ...others] = codes.map(schemaOf) as [ProblemSchema, ...ProblemSchema[]];
  return {
    description: `${codes.map((code) => PROBLEMS[code].title).join('; ')}.`,
    headers: [...COUNTED, ...problemHeaders(PROBLEMS[codes[0]].status), ...headers],
    content: {
      'application/problem+json': {
        schema: others.length === 0 ? first : z.discriminatedUnion('code', [first, ...others]),
      },
    },
  };
}

function schemaOf(code: ProblemCode): ProblemSchema {
  const schema = PROBLEM_SCHEMAS.get(code);
  if (schema === undefined) throw new RangeError(`There is no problem ${code}.`);
  return schema;
}
