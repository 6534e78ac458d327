import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isRead, type Tool } from '../tools/define.js';

/** Says of an answer that it is as the client preferred. */
export const APPLIED_HEADER = 'preference-applied';
const MINIMAL = 'return=minimal';

/** What the API description says of the header of a write. */
export const PreferHeaders = z.looseObject({
  prefer: z
    .string()
    .max(1000)
    .optional()
    .describe('`return=minimal`: answer in short, with `view: minimal`. Other preferences are ignored (RFC 7240).'),
});

/** What the API description says of the parameter of a read. */
export const viewQuery = {
  view: z.enum(['full', 'compact']).nullish().describe('`compact`: answer in short. Default: full.'),
};

/** Whether the client wants the answer in short. */
export function wantsShort(tool: Tool, request: FastifyRequest): boolean {
  if (isRead(tool)) return (request.query as { view?: string | null }).view === 'compact';
  const preferences = String(request.headers.prefer ?? '').split(',');
  return preferences.some((one) => one.replace(/\s/g, '').toLowerCase() === MINIMAL);
}

/** The header that an answer with this body comes with, whether it is new or was given before. */
export function appliedTo(body: string): Record<string, string> {
  return body.startsWith('{"view":"minimal"') ? { [APPLIED_HEADER]: MINIMAL } : {};
}
