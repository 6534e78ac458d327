import { doublePrecision, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { JudgeFault, JudgeIdentity, JudgeVerdict } from '../core/judge.js';
import { instant, json, tenant } from './columns.js';

/** What a judge said of pairs of claims. `quotes` are places in the statements, not words. */
export const judgeVerdicts = pgTable(
  'judge_verdicts',
  {
    ...tenant(),
    incomingId: uuid('incoming_id').notNull(),
    storedId: uuid('stored_id').notNull(),
    key: text('key').notNull(),
    decisionId: uuid('decision_id'),
    judge: text('judge').$type<JudgeIdentity['kind']>().notNull(),
    model: text('model').notNull(),
    promptHash: text('prompt_hash').notNull(),
    answer: text('answer').$type<JudgeVerdict['answer']>(),
    fault: text('fault').$type<JudgeFault>(),
    certainty: doublePrecision('certainty'),
    quotes: json<JudgeVerdict['quotes']>('quotes'),
    why: text('why').notNull(),
    judgedAt: instant('judged_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.project, t.incomingId, t.storedId, t.key] }),
    index('judge_verdicts_key').on(t.orgId, t.project, t.key),
    index('judge_verdicts_stored').on(t.orgId, t.project, t.storedId),
  ],
);
