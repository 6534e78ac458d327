/** A call of a session, as a review of it reads. */
export interface ReviewedCall {
  id: string;
  tool: string;
  query: Readonly<Record<string, unknown>>;
  status: number;
  entities: readonly string[];
  caveats: readonly string[];
  unmet: readonly string[];
}

/** A rule of the contract that a session did not meet, and by which calls. */
export interface UnmetRule {
  rule: string;
  /** Ids of the calls, the first of them. */
  calls: string[];
}

/** Calls that are named of one rule. */
const CALLS_NAMED = 20;
/** More entities than these ask for a look at the anachronisms. */
const FEW = 3;

/** Tools that answer about history, and those of a long arc of it. */
const HISTORY: ReadonlySet<string> = new Set([
  ...['was_true_at', 'true_during', 'state_at', 'entities_present', 'events_during', 'timeline', 'rulers_of'],
  ...['members_of', 'entity_planes_at_time', 'list_lineage', 'list_offspring', 'ancestors_of', 'descendants_of'],
  ...['event_chain', 'summarize_chain', 'narrate_arc', 'person_profile'],
]);
const AT_A_TIME: ReadonlySet<string> = new Set([
  ...['was_true_at', 'state_at', 'entities_present', 'rulers_of', 'members_of', 'entity_planes_at_time'],
]);
const CHECKS = ['get_contradictions', 'get_anachronisms', 'get_orphans'] as const;

type Review = (calls: readonly ReviewedCall[]) => readonly ReviewedCall[];

/** By rule the calls that do not meet it. What only the text of an answer shows is for `verify_answer` to say. */
const REVIEWS: Readonly<Record<string, Review>> = {
  check_violations: (calls) => (CHECKS.every((tool) => called(calls, tool)) ? [] : historyOf(calls)),
  latest_run: (calls) => (called(calls, 'latest_run') ? [] : historyOf(calls)),
  anachronisms_of_many: (calls) => {
    const entities = new Set(calls.flatMap((call) => call.entities));
    return entities.size <= FEW || called(calls, 'get_anachronisms') ? [] : historyOf(calls);
  },
  name_time: (calls) => calls.filter(({ tool, query }) => AT_A_TIME.has(tool) && query.at_time == null),
  resolve_names: (calls) =>
    calls.filter(({ status }, at) => (status === 404 || status === 422) && !called(calls.slice(at + 1), 'lookup')),
  unresolved_first: (calls) =>
    called(calls, 'get_unresolved') ? [] : calls.filter(({ caveats }) => caveats.includes('provisional')),
  verify_answer: (calls) => {
    const last = calls.findLastIndex(({ tool }) => tool === 'verify_answer');
    const since = historyOf(calls.slice(last + 1));
    return [...calls.filter(({ unmet }) => unmet.includes('verify_answer')), ...since];
  },
  never_unreturned: (calls) => calls.filter(({ unmet }) => unmet.includes('never_unreturned')),
  pass_on_caveats: (calls) => calls.filter(({ unmet }) => unmet.includes('pass_on_caveats')),
};

/** The rules that a session is held against. */
export const REVIEWED_RULES = Object.keys(REVIEWS);

/** What a session did not do that the contract asks for. @param calls all of them, oldest first */
export function unmetRules(calls: readonly ReviewedCall[]): UnmetRule[] {
  return Object.entries(REVIEWS).flatMap(([rule, review]) => {
    const ids = review(calls).map(({ id }) => id);
    return ids.length === 0 ? [] : [{ rule, calls: ids.slice(0, CALLS_NAMED) }];
  });
}

function called(calls: readonly ReviewedCall[], tool: string): boolean {
  return calls.some((call) => call.tool === tool && call.status < 400);
}

function historyOf(calls: readonly ReviewedCall[]): readonly ReviewedCall[] {
  return calls.filter(({ tool, status }) => HISTORY.has(tool) && status < 400);
}
