import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

const HEADER = 'if-match';
const TAG = /(W\/)?"([!#-~]*)"/g;

/** What the API description says of the header; http holds requests to it. */
export const IfMatchHeaders = z.looseObject({
  [HEADER]: z
    .string()
    .regex(/^(\*|(W\/)?"[!#-~]*"( *, *(W\/)?"[!#-~]*")*)$/, 'must be * or entity tags in double quotes')
    .optional()
    .describe(
      'The ETag of what was read. The change is made only if it is still the current one, else the answer is 412; left ' +
        'out, the change is made whatever there is.',
    ),
});

/** The entity tags that a request names; null when any will do. Weak ones never match, by RFC 9110. */
export function ifMatch({ headers }: FastifyRequest): string[] | null {
  const text = headers[HEADER];
  if (text === undefined || text === '*') return null;
  return [...text.matchAll(TAG)].flatMap(([, weak, tag]) => (weak === undefined && tag !== undefined ? [tag] : []));
}
