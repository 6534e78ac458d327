import { z } from 'zod';
import { STATEMENT_MAX } from '../../core/claim.js';
import { DOCUMENT_MAX } from '../../core/document.js';
import { ROLES } from '../../core/role.js';
import { defineTool } from '../define.js';
import { keyIdField, orgShape, PAGE_MAX } from '../schemas.js';
import { Timestamp } from '../time-schemas.js';
import { ITEMS_MAX as BATCH_MAX } from '../write/batch.js';
import { DOCUMENTS_MAX, ITEMS_MAX as INGEST_MAX } from '../write/ingest.js';

const most = z.number().int();

const LimitsSchema = z
  .object({
    statement_characters: most.describe('Most characters of a statement.'),
    body_bytes: most.describe('Most bytes of a request.'),
    batch_items: most.describe('Most items of a batch.'),
    ingest_items: most.describe('Most facts, entities, relations or events of an ingest.'),
    ingest_documents: most.describe('Most documents of an ingest.'),
    document_characters: most.describe('Most characters of a document.'),
    page_items: most.describe('Most items on a page of a list.'),
    requests_per_minute: most.nullable().describe('Most requests of this key in a minute; null: no limit.'),
  })
  .describe('What one request, and one key, may ask.')
  .meta({ id: 'Limits' });

export const whoami = defineTool({
  name: 'whoami',
  method: 'GET',
  path: '/v1/whoami',
  tag: 'read',
  role: 'reader',
  summary: 'Tell who the API key is and what it may do',
  description:
    'The organisation and projects of the key that asks, its role and name, and the limits that hold for it.',
  useWhen: 'you start, to learn under which name, where and how much you may read and write.',
  notFor: 'the keys of others: use list_keys.',
  query: z.strictObject(orgShape),
  responses: {
    200: {
      description: 'The caller.',
      schema: z
        .object({
          org_id: z.string().describe('The organisation of requests that name none.'),
          project: z.string().describe('The project of requests that name none.'),
          projects: z.array(z.string()).nullable().describe('The only projects there are for it; null: all.'),
          role: z.enum(ROLES).describe('What it may do.'),
          name: z.string().describe('Default of `who`.'),
          key_id: keyIdField,
          expires_at: Timestamp.nullable().describe('When the key stops working; null: never.'),
          limits: LimitsSchema,
        })
        .describe('Who asks.')
        .meta({ id: 'Caller' }),
    },
  },
  problems: [],
  run: async ({ tenant, caller, served }) => {
    const { project, projects, role, name, keyId, expiresAt } = caller;
    const limits = {
      ...{ statementCharacters: STATEMENT_MAX, bodyBytes: served.bodyBytes, batchItems: BATCH_MAX },
      ...{ ingestItems: INGEST_MAX, ingestDocuments: DOCUMENTS_MAX, documentCharacters: DOCUMENT_MAX },
      ...{ pageItems: PAGE_MAX, requestsPerMinute: served.requestsPerMinute },
    };
    return { status: 200, body: { orgId: tenant.orgId, project, projects, role, name, keyId, expiresAt, limits } };
  },
});
