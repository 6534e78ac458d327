import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Problem } from '../core/errors.js';
import type { Tenant } from '../core/scope.js';
import type { KeyedRequest } from '../flows/once.js';
import { type Tool, takesKey } from '../tools/define.js';

const HEADER = 'idempotency-key';

/** Says of an answer that it is that of an earlier request. */
export const REPLAYED_HEADER = 'idempotency-replayed';

/** What the API description says of the header; http holds requests to it. */
export const IdempotencyHeaders = z.looseObject({
  [HEADER]: z
    .string()
    .regex(/^[!-~]{1,255}$/, 'must be 1 to 255 visible ASCII characters')
    .optional()
    .describe(
      'Makes a retry safe: within 24 hours an equal request with the same key, from the same API key to the same ' +
        'project, gets the same answer and nothing is done again.',
    ),
});

/**
 * The key of a request, or null.
 * @throws Problem `invalid_request` when the operation takes none
 */
export function idempotencyKey(tool: Tool, request: FastifyRequest): string | null {
  const key = request.headers[HEADER];
  if (key === undefined || tool.method !== 'POST') return null;
  if (takesKey(tool)) return String(key);
  throw new Problem('invalid_request', `${tool.name} takes no Idempotency-Key.`, [
    { path: HEADER, message: 'must be left out' },
  ]);
}

/** A request as the flow needs it to tell equal ones. */
export function keyedRequest(
  request: FastifyRequest,
  tenant: Tenant,
  key: string,
): Pick<KeyedRequest, 'slot' | 'fingerprint'> {
  const [path] = request.url.split('?');
  const text = `${request.method} ${path}\n${canonical(request.body)}`;
  return {
    slot: { tenant, caller: request.caller.keyId ?? '', key },
    fingerprint: createHash('sha256').update(text).digest('base64url'),
  };
}

/** JSON in which the order of fields does not count. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, field: unknown) =>
    typeof field === 'object' && field !== null && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1)))
      : field,
  );
}
