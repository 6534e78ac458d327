import type { Tenant } from '../../core/scope.js';
import { pairKey } from '../../core/violation.js';
import { getRelations } from '../../store/queries/relations.js';
import { knownContradictions } from '../../store/queries/violations.js';
import type { Deps } from '../deps.js';
import { changing, keysOf } from './changing.js';
import { typesOf } from './types.js';

/** Two stored relations that contradict each other. */
export interface FoundContradiction {
  sides: readonly [string, string];
  severity: 'error' | 'warn';
  /** What of it is worth keeping: the rule, the window. */
  detail: Readonly<Record<string, unknown>>;
}

/**
 * Opens contradictions between stored relations and marks both sides of each as disputed, all at one system time. A pair
 * that was opened before takes no part, even if it was settled since; nor does one of which a side no longer stands.
 * Answers the ids of the contradictions that it opened.
 * @param runId the run that found them, if it was one
 */
export async function disputeRelations(
  deps: Pick<Deps, 'store' | 'ids' | 'lexicon'>,
  tenant: Tenant,
  found: readonly FoundContradiction[],
  runId: string | null,
): Promise<string[]> {
  const types = await typesOf(deps, tenant);
  return changing(deps, tenant, async (db) => {
    const known = await knownContradictions(
      db,
      tenant,
      found.map(({ sides }) => pairKey(...sides)),
    );
    const relations = await getRelations(db, tenant, [...new Set(found.flatMap(({ sides }) => sides))]);
    const standing = new Map(relations.filter(({ status }) => status === 'active').map((one) => [one.id, one]));
    const fresh = new Map(
      found
        .filter(({ sides }) => !known.has(pairKey(...sides)) && sides.every((id) => standing.has(id)))
        .map((one) => [pairKey(...one.sides), one]),
    );
    const rivals = new Map<string, Set<string>>();
    for (const { sides } of fresh.values()) {
      for (const [a, b] of [sides, [...sides].reverse()] as [string, string][]) {
        rivals.set(a, (rivals.get(a) ?? new Set(standing.get(a)?.disputedWith)).add(b));
      }
    }
    const open = [...fresh.values()].map(({ sides, severity, detail }) => {
      return { violationId: deps.ids.next(), sides, severity, runId, detail };
    });
    const disputed = [...rivals].flatMap(([id, others]) => {
      const relation = standing.get(id);
      return relation === undefined ? [] : [{ relation, disputedWith: [...others] }];
    });
    return {
      result: open.map(({ violationId }) => violationId),
      changes: {
        keys: keysOf(
          types.relations,
          disputed.map(({ relation }) => relation),
        ),
        revise: disputed.map(({ relation, disputedWith }) => {
          return { id: relation.id, seen: relation.systemFrom, disputedWith };
        }),
        open,
      },
    };
  });
}
