import type { Candidate } from '../../core/claim.js';
import type { Conflict, Decision, ReadEnd, ShownRelation, Warning } from '../../core/decision.js';
import type { RelationTypes } from '../../core/relation-type.js';
import type { Tenant } from '../../core/scope.js';
import type { Clash } from '../../guard/clash.js';
import { getCandidates, getCandidateVersions } from '../../store/queries/claims/candidates.js';
import type { DecisionRecord } from '../../store/queries/claims/decisions.js';
import { getNeighbourhoodVersions } from '../../store/queries/lore/neighbourhood.js';
import type { Deps } from '../deps.js';
import { readWindow, tickAt } from '../window.js';
import { afterClosing } from './after-closing.js';
import { worldAround } from './around.js';
import { brokenClash, clashesOf, Shower, withClaims } from './clashes.js';
import { type End, endsOf, type Placed } from './place.js';
import { typesOf } from './types.js';

/**
 * What the relations of a recorded write clash with, compared again: as they were read then, with the versions of the
 * relations that they were compared with. What an entity is called, and the types of relations, are those of now.
 */
export async function clashesAgain(
  deps: Deps,
  tenant: Tenant,
  { decision, request, madeAt }: DecisionRecord,
  candidates: readonly Candidate[],
): Promise<Clash[]> {
  const { relations } = decision;
  if (relations === undefined) return [];
  const { relations: types } = await typesOf(deps, tenant);
  const { calendar } = await deps.contexts.of(tenant);
  const placed = placedAgain(relations, types);
  const found = await deps.store.tenant(tenant.orgId, (db) => getNeighbourhoodVersions(db, tenant, relations.compared));
  const window = readWindow(request.validFrom, request.validUntil, calendar, tickAt(calendar, Date.parse(madeAt)));
  const around = { ...found, relations: afterClosing(found.relations, { request, window }, calendar) };
  const { parentsMayShareGender } = relations;
  const kinds = { types, naming: deps.lexicon.relations };
  const world = worldAround(around, endsOf(placed), [], kinds, { calendar, parentsMayShareGender });
  const bare = [
    ...clashesOf(placed, world, new Shower(around, placed), types),
    ...(relations.broken ?? []).map(brokenClash),
  ];
  const ids = bare.flatMap((clash) => clash.relations.stored.flatMap(({ claimId }) => claimId ?? []));
  const claims = await claimsThen(deps, tenant, decision, candidates, ids);
  return bare.map((clash) => withClaims(clash, claims));
}

function placedAgain({ stated, read }: NonNullable<Decision['relations']>, types: RelationTypes): Placed[] {
  return stated.flatMap((shown, at): Placed[] => {
    const [how, type] = [read[at], types.get(shown.type)];
    if (how === undefined || type === undefined) return [];
    const { id, value, validFrom, validUntil, source, who } = shown;
    const { from, to, ...rest } = how;
    const unnamed = { from: { name: '', short: null }, to: null, fields: null, extraction: 1 };
    return [
      {
        ...{ id, who, claimId: shown.claimId ?? '' },
        stated: { ...unnamed, ...rest, type, value, validFrom, validUntil, source },
        from: endAgain(shown.from, from),
        to: shown.to === null || to === null ? null : endAgain(shown.to, to),
      },
    ];
  });
}

function endAgain({ id, name }: ShownRelation['from'], { type, loreVerified }: ReadEnd): End {
  return { id, name, type, loreVerified, isNew: false };
}

/** The claims that say what clashes, at the versions that the decision cites; one that it only warns of, as it is now. */
async function claimsThen(
  deps: Deps,
  tenant: Tenant,
  { conflicts }: Decision,
  candidates: readonly Candidate[],
  ids: readonly string[],
): Promise<Map<string, Candidate>> {
  const cited = conflicts.flatMap(({ claim }) => claim ?? []);
  return deps.store.tenant(tenant.orgId, async (db) => {
    const then = [...(await getCandidateVersions(db, tenant, cited)), ...candidates];
    const known = new Map(then.map((claim) => [claim.id, claim]));
    const now = await getCandidates(
      db,
      tenant,
      [...new Set(ids)].filter((id) => !known.has(id)),
    );
    return new Map([...now, ...known]);
  });
}

/**
 * The decision, with what the record says of relations that were never stored: those of a batch that was refused, and of
 * earlier items of one.
 */
export function withUnstored(replayed: Decision, { conflicts, warnings, relations }: Decision): Decision {
  const stored = new Set(relations?.compared.map(({ id }) => id));
  const isUnstored = ({ relations: one }: Conflict | Warning) =>
    one?.rule === undefined && one?.stored.some(({ id }) => !stored.has(id)) === true;
  const [clashes, doubts] = [conflicts.filter(isUnstored), warnings.filter(isUnstored)];
  if (replayed.tier === 'unchanged' || clashes.length + doubts.length === 0) return replayed;
  return {
    ...replayed,
    tier: clashes.length + replayed.conflicts.length > 0 ? 'block' : 'warn',
    conflicts: [...clashes, ...replayed.conflicts],
    conflictsTotal: clashes.length + replayed.conflictsTotal,
    warnings: [...doubts, ...replayed.warnings],
  };
}
