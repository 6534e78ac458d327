import { z } from 'zod';
import { TransferLine } from '../../core/transfer.js';
import { exportProject as exportLines } from '../../flows/transfer/export.js';
import { defineTool } from '../define.js';
import { tenantShape } from '../schemas.js';

export const exportProject = defineTool({
  name: 'export',
  method: 'GET',
  path: '/v1/export',
  tag: 'admin',
  role: 'admin',
  summary: 'Read a whole project as lines of JSON',
  description:
    'Everything that the project holds, as it was at one moment: a header with counts, the rows of every table in a ' +
    'fixed order with ids, periods and system times, and a trailer with the SHA-256 of all bytes before it. Without a ' +
    'trailer the export was cut, and is to be thrown away. The same project exports the same bytes. API keys and the ' +
    'answers kept for retries are not in it.',
  useWhen: 'a project is to be kept elsewhere, or moved to another server.',
  notFor: 'a backup of the whole server, which pg_dump makes. Looking things up: use list_claims.',
  query: z.strictObject(tenantShape),
  responses: { 200: { description: 'The lines.', schema: { lineSchema: TransferLine } } },
  problems: ['not_found'],
  run: async ({ deps, tenant }) => ({ status: 200, body: await exportLines(deps, tenant) }),
});
