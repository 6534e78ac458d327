import type { Decision, Warning } from '../core/decision.js';
import { textKey } from '../guard/keys.js';
import type { CandidateQuery } from '../store/queries/claims/candidates.js';
import { candidatesOf, type Found } from './candidates.js';
import { Comparison } from './comparison.js';
import type { Deps } from './deps.js';
import type { Draft } from './draft.js';
import { requireForceRole } from './force.js';
import type { SettledLore } from './lore/commit-relations.js';
import type { LoreDraft } from './lore/lore-draft.js';
import { draftLore, settleLore } from './lore/lore-write.js';
import { endsOf, type NewEnds, type Placed } from './lore/place.js';
import { ambiguousSource, draftToldBy, loreToldBy, sourceNameOf } from './lore/told-by.js';
import { requireCurrent } from './project-contexts.js';
import { gapsLeft } from './replacing.js';

/** What was read for a decision, and the decision. */
export interface Decided {
  found: Found;
  decision: Decision;
  /** Null where the write states no relation that is to be stored. */
  lore: SettledLore | null;
  /** The write as what its source says. */
  draft: Draft;
}

/**
 * Decides about a draft, again after a moved head: then only newer candidates are compared. Relations are placed and
 * compared anew each time, as who is meant by a name may be another by then.
 */
export class Decider {
  readonly #draft: Draft;
  readonly #comparison: Comparison;
  readonly #made: NewEnds = new Map();
  #lore: LoreDraft | null = null;

  constructor(deps: Deps, draft: Draft) {
    this.#draft = draft;
    this.#comparison = new Comparison(deps, draft);
  }

  /** The keys that the write takes, as far as they are known by now. */
  get lockKeys(): string[] {
    return lockKeysOf(this.#draft, this.#lore);
  }

  /** The entities that its relations are between, as far as they are known by now. */
  get ends(): string[] {
    return endIdsOf(this.#lore);
  }

  /** From now on the write holds locks: no judge is asked any more. */
  askNoMore(): void {
    this.#draft.judge?.askNoMore();
  }

  /** @param deps whose store may be a transaction that holds the keys */
  async decide(deps: Deps): Promise<Decided> {
    const { context, request, watch, stated } = this.#draft;
    const place = () => draftLore(deps, this.#draft, this.#made);
    const lore = await (stated.length > 0 ? watch.timeAsync('entities', place) : place());
    this.#lore = lore;
    const found = await watch.timeAsync('candidates', () => this.#find(deps, lore));
    requireCurrent(context, found.contextVersion);
    requireForceRole(context, request);
    return decideWith(deps, this.#draft, lore, found, { comparison: this.#comparison });
  }

  #find({ store }: Deps, lore: LoreDraft | null): Promise<Found> {
    const { tenant } = this.#draft.request;
    const query = candidateQuery(this.#draft, lore);
    return candidatesOf(store, tenant, this.#draft.reading, query);
  }
}

/** The keys that a write takes: those of its words and of its relations. */
export function lockKeysOf({ lockKeys }: Draft, lore: Pick<LoreDraft, 'headKeys'> | null): string[] {
  return [...lockKeys, ...(lore?.headKeys ?? [])];
}

/** The entities that the relations of a write are between. */
export function endIdsOf(lore: Pick<LoreDraft, 'placed'> | null): string[] {
  return endsOf(lore?.placed ?? []).map(({ id }) => id);
}

/** Everything that a draft has to be compared with. */
export function candidateQuery(draft: Draft, lore: LoreDraft | null): Omit<CandidateQuery, 'recallKeys'> {
  const { request, lockKeys, reading } = draft;
  const query = {
    ...{ lockKeys: [...lockKeys, textKey(reading)], exclude: request.targets, source: sourceNameOf(draft) },
  };
  return lore === null
    ? query
    : { ...query, headKeys: lore.headKeys, around: { ...lore.probes, claims: request.targets } };
}

/**
 * Compares a draft with what was found.
 * @param earlier relations that are not stored yet: those of earlier items of a batch
 */
export async function decideWith(
  deps: Deps,
  untold: Draft,
  loreUntold: LoreDraft | null,
  found: Found,
  { comparison, earlier = [] }: { comparison?: Comparison; earlier?: readonly Placed[] } = {},
): Promise<Decided> {
  const draft = draftToldBy(untold, found.named);
  const unclear = ambiguousSource(sourceNameOf(draft), found.named);
  if (loreUntold === null) {
    const compared = comparison ?? new Comparison(deps, draft);
    const decision = withWarnings(await compared.decide(found, [], draft.reading), unclear);
    return { draft, found, decision: insisted(draft, noted(draft, decision)), lore: null };
  }
  const lore = loreToldBy(loreUntold, found.named);
  const { settled, relations } = await settleLore(deps, draft, lore, found, earlier);
  const compared = new Comparison(deps, { ...draft, reading: lore.reading });
  const judged = withWarnings(await compared.decide(found, settled.clashes), [...settled.warnings, ...unclear]);
  return { draft, found, decision: insisted(draft, noted(draft, { ...judged, relations })), lore: settled };
}

/** What would be refused is stored where the writer insists. */
function insisted({ request }: Draft, decision: Decision): Decision {
  return request.forceException && decision.tier === 'block' ? { ...decision, tier: 'forced' } : decision;
}

/** The decision, with what follows of what the write replaces and rests on. */
function noted(draft: Draft, decision: Decision): Decision {
  return decision.tier === 'unchanged' ? decision : withWarnings(decision, [...draft.supports, ...gapsLeft(draft)]);
}

/** The decision, with why not all of what is told is stored. */
function withWarnings(decision: Decision, warnings: readonly Warning[]): Decision {
  if (warnings.length === 0) return decision;
  const tier = decision.tier === 'clean' ? 'warn' : decision.tier;
  return { ...decision, tier, warnings: [...decision.warnings, ...warnings] };
}
