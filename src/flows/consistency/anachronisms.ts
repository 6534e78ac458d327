import type { EntityRef } from '../../core/lore.js';
import type { Range } from '../../core/period.js';
import type { Tenant } from '../../core/scope.js';
import type { LoreSource } from '../../core/source.js';
import { type StoryWindow, storyWindow } from '../../core/story-time.js';
import type { Anachronism } from '../../lore/rules/finding.js';
import type { Violation } from '../../store/queries/consistency/violations.js';
import { getRelations } from '../../store/queries/lore/relations.js';
import type { Deps } from '../deps.js';
import { sentence } from '../lore/contradictions.js';
import { type DescribedRelation, describe } from '../lore/describe.js';

export const ANACHRONISMS = [
  'EXISTED_BEFORE',
  'EXISTED_AFTER',
  'EXISTED_DURING_MISMATCH',
] as const satisfies Anachronism[];

/** What a violation of this kind keeps of itself. */
interface Kept {
  claim?: Anachronism;
  anachronism?: { entity: { id: string }; relationId: string; expected: Range; actual: Range };
}

/** An anachronism with what its sides say, as they stand now or stood at the system time asked about. */
export interface DescribedAnachronism {
  violation: Violation;
  claim: Anachronism | null;
  sentence: string;
  entity: EntityRef | null;
  event: EntityRef | null;
  expected: StoryWindow | null;
  actual: StoryWindow | null;
  sides: { id: string; text: string }[];
  sources: LoreSource[];
}

const HOW: Readonly<Record<Anachronism, string>> = {
  EXISTED_BEFORE: 'before it exists',
  EXISTED_AFTER: 'after it has ended',
  EXISTED_DURING_MISMATCH: 'between two times in which it exists',
};

export async function describeAnachronisms(
  deps: Pick<Deps, 'store' | 'contexts'>,
  tenant: Tenant,
  violations: readonly Violation[],
  knownAt?: string | undefined,
): Promise<DescribedAnachronism[]> {
  const { calendar } = await deps.contexts.of(tenant);
  const described = await deps.store.tenant(tenant.orgId, async (db) => {
    const ids = new Set(violations.flatMap(({ sides }) => sides));
    return describe(db, tenant, await getRelations(db, tenant, [...ids], knownAt));
  });
  const byId = new Map(described.map((one) => [one.relation.id, one]));
  return violations.map((violation) => {
    const { claim = null, anachronism } = violation.detail as Kept;
    const told = violation.sides.flatMap((id) => byId.get(id) ?? []);
    const act = byId.get(anachronism?.relationId ?? '') ?? null;
    const isOf = (one: EntityRef | null | undefined) => one != null && one.id === anachronism?.entity.id;
    const entity = [act?.from, act?.to].find(isOf) ?? null;
    const window = (range: Range | undefined) => (range === undefined ? null : storyWindow(range, calendar));
    return {
      ...{ violation, claim, sentence: saying(act, told, entity, claim), entity },
      event: act === null ? null : isOf(act.from) ? act.to : act.from,
      ...{ expected: window(anachronism?.expected), actual: window(anachronism?.actual) },
      sides: told.map((one) => ({ id: one.relation.id, text: sentence(one) })),
      sources: [
        ...new Map(told.flatMap(({ source }) => (source === null ? [] : [[source.id, source] as const]))).values(),
      ],
    };
  });
}

/** "Edda WITNESSED The Drowning: Edda does so after it has ended." */
function saying(
  act: DescribedRelation | null,
  told: readonly DescribedRelation[],
  entity: EntityRef | null,
  claim: Anachronism | null,
): string {
  if (act === null || entity === null || claim === null) return told.map(sentence).join('; ');
  return `${sentence(act)}: this is ${HOW[claim]}, as is told of ${entity.name}.`;
}
