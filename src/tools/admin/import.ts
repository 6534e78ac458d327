import { z } from 'zod';
import { TransferLine } from '../../core/transfer.js';
import { importProject as restore } from '../../flows/transfer/import.js';
import { defineTool } from '../define.js';
import { tenantShape } from '../schemas.js';

export const importProject = defineTool({
  name: 'import',
  method: 'POST',
  path: '/v1/import',
  tag: 'admin',
  role: 'admin',
  takesIdempotencyKey: false,
  summary: 'Restore a project from an export',
  description:
    'Takes what `export` answered, as `application/x-ndjson`, of any length, and restores it with ids, periods and ' +
    'system times into a project that holds nothing yet, of this organisation, under its own or another name. Every ' +
    'line is checked; all of it is stored in one step, or nothing. Writes to the project wait meanwhile. An export of ' +
    'a newer version is refused; one of an older version is taken, and what it has not is as it is by default.',
  useWhen: 'an export is to be restored.',
  notFor: 'knowledge from elsewhere: use ingest, or batch where each statement is to be guarded.',
  query: z.strictObject(tenantShape),
  lines: { lineSchema: TransferLine },
  responses: {
    200: {
      description: 'All of it is stored.',
      schema: z
        .object({
          result: z.literal('imported').describe('It is as it was.'),
          rows: z.number().int().describe('Rows in all.'),
          tables: z
            .array(
              z
                .object({
                  name: z.string().describe('Of the table.'),
                  rows: z.number().int().describe('That it had.'),
                })
                .describe('A table that has rows.'),
            )
            .describe('Where they went, in the order of the export.'),
          duration_ms: z.number().int().describe('How long it took.'),
        })
        .describe('What was restored.')
        .meta({ id: 'Imported' }),
    },
  },
  problems: ['project_not_empty', 'import_refused'],
  run: async ({ deps, tenant, lines }) => {
    const start = deps.clock.elapsed();
    const imported = await restore(deps, tenant, lines);
    const durationMs = Math.round(deps.clock.elapsed() - start);
    return { status: 200, body: { result: 'imported', ...imported, durationMs } };
  },
});
