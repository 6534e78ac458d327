import { z } from 'zod';
import type { Calendar } from '../../core/calendar.js';
import { fieldErrors, PROBLEMS, Problem, problemBody } from '../../core/errors.js';
import { atomicBatch } from '../../flows/atomic-batch.js';
import { batch as writeBatch } from '../../flows/batch.js';
import type { Prepare } from '../../flows/batch-plan.js';
import type { WriteOutcome } from '../../flows/guarded-write.js';
import type { SessionUse } from '../../flows/lore/sessions.js';
import { asProblem, defineTool, type ToolAnswer, type ToolContext } from '../define.js';
import { relatedQuery } from '../related.js';
import { checkedByItself, tenantShape } from '../schemas.js';
import { fromWire, toWire } from '../wire.js';
import { answerWrite } from './answer.js';
import { BatchResultsSchema, MinimalBatchResultsSchema } from './batch-schemas.js';
import { type GuardedInput, guardedBody, guardedWriteOf } from './guarded.js';

/** Most items of a batch. */
export const ITEMS_MAX = 500;

export const batch = defineTool({
  name: 'batch',
  method: 'POST',
  path: '/v1/batch',
  tag: 'write',
  role: 'writer',
  takesSession: true,
  summary: 'Write many claims, each with its own verdict',
  description:
    'Runs guarded writes one after the other, so that conflicts inside the batch are seen too. A refused or wrong item ' +
    'does not keep the others from being stored, unless `atomic` is set: then all are stored in one step or none is. ' +
    'Read what `related` shows beside your statement, as with remember.',
  useWhen: 'you have several statements to store and want a verdict on each, or all of them or none.',
  notFor: 'facts in bulk that need no verdict: use ingest.',
  onConflict:
    'look at `results`: each refused item has its own conflicts and ways out; mend those and send them again.',
  query: relatedQuery,
  body: z.strictObject({
    ...tenantShape,
    items: z
      .array(checkedByItself('GuardedWrite'))
      .min(1)
      .max(ITEMS_MAX)
      .describe('Bodies of guarded writes, each with its `op`. Each is checked by itself.'),
    atomic: z.boolean().nullish().describe('All or nothing; default: false.'),
  }),
  responses: {
    200: {
      description: 'Every item has its result; of an atomic batch all are stored.',
      schema: BatchResultsSchema,
      short: MinimalBatchResultsSchema,
    },
  },
  problems: ['batch_refused'],
  run: async (context, { items, atomic, related }) => {
    const { deps, tenant, instance, session, report } = context;
    const { calendar } = await deps.contexts.fresh(tenant);
    const prepared = items.map((item) => prepare(context, item));
    const { isStored, items: outcomes } =
      atomic === true
        ? await atomicBatch(deps, tenant, prepared)
        : { isStored: true, items: await writeBatch(deps, tenant, prepared, report) };
    const results = outcomes.map((outcome, index) => ({
      index,
      ...resultOf(outcome, `${instance}/items/${index}`, { calendar, session, related }),
    }));
    const full = { view: 'full', results: results.map(({ short: _short, ...result }) => result) };
    const minimal = () => ({
      view: 'minimal',
      results: results.map(({ short, body, ...result }) => ({ ...result, body: short?.() ?? body })),
    });
    if (isStored) return { status: 200, body: full, short: minimal };
    const refused = results.filter(({ status }) => status !== PROBLEMS.not_stored.status).length;
    const detail = `${refused} of ${results.length} items ${refused === 1 ? 'was' : 'were'} refused; nothing is stored.`;
    const code = 'batch_refused';
    const { status } = PROBLEMS[code];
    return { status, body: { code, detail, ...full }, short: () => ({ ...minimal(), status, code }) };
  },
});

/** Checks an item when its turn comes, so that a wrong one is a result and not the end of the batch. */
function prepare({ deps, tenant, caller }: ToolContext, item: unknown): Prepare {
  return async () => {
    const parsed = guardedBody.safeParse(toWire(item));
    if (!parsed.success) {
      throw new Problem('invalid_request', 'The item is not valid.', parsed.error.issues.flatMap(fieldErrors));
    }
    const input = fromWire(parsed.data) as GuardedInput;
    const isElsewhere =
      (input.orgId ?? tenant.orgId) !== tenant.orgId || (input.project ?? tenant.project) !== tenant.project;
    if (isElsewhere) {
      throw new Problem('invalid_request', 'The item names another project than the batch.', [
        { path: 'project', message: 'must be that of the batch, or left out' },
      ]);
    }
    return guardedWriteOf(deps, { tenant, caller }, input);
  };
}

function resultOf(
  outcome: WriteOutcome | Problem | null,
  instance: string,
  {
    calendar,
    session,
    related,
  }: { calendar: Calendar; session: SessionUse | null; related: number | null | undefined },
): ToolAnswer {
  if (outcome === null) {
    return problemResult(new Problem('not_stored', 'Another item of the batch was refused.'), instance);
  }
  if (outcome instanceof Problem) return problemResult(outcome, instance);
  const { status, body, short } = answerWrite(outcome, calendar, session, related);
  return { status, body: status < 400 ? body : asProblem(body, instance), ...(short && { short }) };
}

function problemResult({ code, message, errors }: Problem, instance: string): ToolAnswer {
  return { status: PROBLEMS[code].status, body: problemBody(code, message, instance, errors) };
}
