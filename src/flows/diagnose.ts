import type { Versions } from '../core/decision.js';
import { Problem } from '../core/errors.js';
import type { Tenant } from '../core/scope.js';
import { versionsOf } from '../guard/pipeline.js';
import {
  countDecisions,
  countHoldings,
  countReasons,
  type GuardCounts,
  type Holdings,
  type ReasonCount,
  type TimeWindow,
} from '../store/queries/claims/diagnose.js';
import { type StoryState, storyState } from '../store/queries/detective/story-state.js';
import type { Deps } from './deps.js';

export interface Diagnosis {
  holdings: Holdings;
  window: TimeWindow;
  decisions: GuardCounts;
  reasons: { counted: number; reasons: ReasonCount[] };
  /** The detective, and the model that reads stories beside the rules; null: none does. */
  detective: StoryState & { model: string | null };
  versions: Versions & { app: string };
}

const WINDOW_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * How a project and its guard are doing. Counts are bounded, whatever is stored.
 * @param from ISO 8601; default a week before `until`
 * @param until ISO 8601; default now
 * @throws Problem `invalid_request` when the window ends before it begins
 */
export async function diagnose(
  deps: Deps,
  tenant: Tenant,
  { from, until }: { from: string | null; until: string | null },
): Promise<Diagnosis> {
  const end = until === null ? deps.clock.now() : Date.parse(until);
  const window = {
    from: from ?? new Date(end - WINDOW_MS).toISOString(),
    // The newest decisions may be stamped by a clock that is a little ahead of this one.
    until: until ?? 'infinity',
  };
  if (from !== null && Date.parse(from) > end) {
    throw new Problem('invalid_request', 'The window ends before it begins.', [
      { path: 'until', message: 'must not lie before from' },
    ]);
  }
  const { orgId } = tenant;
  const [holdings, decisions, reasons, story] = await Promise.all([
    deps.store.tenant(orgId, (db) => countHoldings(db, tenant)),
    deps.store.tenant(orgId, (db) => countDecisions(db, tenant, window)),
    deps.store.tenant(orgId, (db) => countReasons(db, tenant, window)),
    deps.store.tenant(orgId, (db) => storyState(db, tenant)),
  ]);
  const versions = { app: deps.version, ...versionsOf(deps.lexicon, deps.scorer.model, {}) };
  const detective = { ...story, model: deps.detective?.name ?? null };
  const told = { ...window, until: until ?? new Date(end).toISOString() };
  return { holdings, window: told, decisions, reasons, detective, versions };
}
