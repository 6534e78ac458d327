import type { ProjectContext } from '../core/context.js';
import type { Decision } from '../core/decision.js';
import { ERASED } from '../core/erasure.js';
import { Problem } from '../core/errors.js';
import type { Judged } from '../core/judge.js';
import type { Reading } from '../core/norm.js';
import { compareDecisions, type Replay } from '../core/projection.js';
import type { Tenant } from '../core/scope.js';
import {
  ask,
  asOfKind,
  decide,
  examining,
  type JudgedPairs,
  type PairVerdict,
  read,
  versionsOf,
} from '../guard/pipeline.js';
import { getCandidateVersions } from '../store/queries/claims/candidates.js';
import { type DecisionRecord, getDecision } from '../store/queries/claims/decisions.js';
import { erasedAmong } from '../store/queries/claims/erase.js';
import { getRelations } from '../store/queries/lore/relations.js';
import type { Deps } from './deps.js';
import { clashesAgain, withUnstored } from './lore/replay-relations.js';
import { Turns } from './turns.js';
import { readWindow, tickAt } from './window.js';

/**
 * Decides a recorded write again, over the versions of the claims and relations that it was compared with, and says what
 * differs. Scores of a model and what they had to reach, readings that are not the rules' own, how relations were read and
 * the policy of the project are taken from the record: no model is asked.
 * @throws Problem `not_found`, or `erased` when the words that it was decided over are gone
 */
export async function replay(deps: Deps, tenant: Tenant, decisionId: string): Promise<Replay> {
  const record = await deps.store.tenant(tenant.orgId, (db) => getDecision(db, tenant, decisionId));
  if (record === null) throw new Problem('not_found', `There is no decision ${decisionId} in this project.`);
  await requireUnerased(deps, tenant, record);
  const candidates = await deps.store.tenant(tenant.orgId, (db) =>
    getCandidateVersions(db, tenant, record.decision.compared),
  );
  const incoming = record.decision.reading ?? readAgain(deps, await deps.contexts.of(tenant), record);
  const { pairs: examined } = await new Turns(deps.clock).run(examining(incoming, candidates));
  const weighedBy = record.decision.nliThresholds;
  // Decisions from before repetitions were asked about have no threshold for them.
  const thresholds = weighedBy === undefined ? deps.scorer.thresholds : { ...weighedBy, same: weighedBy.same ?? null };
  const questions = ask(record.statement, examined, thresholds);
  const scoreOf = new Map(record.decision.compared.map(({ id, nli }) => [id, nli]));
  const clashes = await clashesAgain(deps, tenant, record, candidates);
  const replayed = decide({
    ...{
      statement: record.statement,
      incoming,
      examined,
      questions,
      replaces: record.request.targets.length > 0,
      clashes,
    },
    ...{ kind: record.request.kind, settings: record.decision.settings },
    scores: questions.map(({ pair }) => scoreOf.get(pair.candidate.id) ?? null),
    thresholds,
    nli: record.decision.nli,
    judged: judgedThen(record.decision, examined),
    versions: versionsOf(deps.lexicon, deps.scorer.model, incoming),
  });
  return compareDecisions(record.decision, withUnstored(replayed, record.decision));
}

/** What a judge said then: it is not asked again. */
function judgedThen({ judge, compared }: Decision, examined: readonly PairVerdict[]): JudgedPairs | null {
  if (judge === undefined) return null;
  const told = new Map(compared.map(({ id, judged }) => [id, judged]));
  const said = new Map<PairVerdict, Judged>();
  for (const pair of examined) {
    const judged = told.get(pair.candidate.id);
    if (judged !== undefined) said.set(pair, judged);
  }
  return { ...judge, said };
}

async function requireUnerased(deps: Deps, tenant: Tenant, { statement, decision }: DecisionRecord): Promise<void> {
  if (statement === ERASED) throw new Problem('erased', 'The statement of this decision was erased.');
  const compared = decision.compared.map(({ id }) => id);
  const related = decision.relations?.compared.map(({ id }) => id) ?? [];
  const erased = await deps.store.tenant(tenant.orgId, async (db) => {
    const relations = (await getRelations(db, tenant, related)).filter(({ status }) => status === 'erased');
    return [...(await erasedAmong(db, tenant, compared)), ...relations.map(({ id }) => id)];
  });
  if (erased.length === 0) return;
  throw new Problem('erased', `What it was compared with was erased: ${erased.join(', ')}.`);
}

/** Reads the statement by the rules, as they are now, as of the moment of the decision. */
function readAgain(deps: Deps, context: ProjectContext, { request, madeAt }: DecisionRecord): Reading {
  const nowTick = tickAt(context.calendar, Date.parse(madeAt));
  const window = readWindow(request.validFrom, request.validUntil, context.calendar, nowTick);
  const { statement, scope } = request;
  return asOfKind(read({ statement, scope, ...window }, context, deps.lexicon, nowTick), request);
}
