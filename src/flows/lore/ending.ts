import type { Claim } from '../../core/claim.js';
import type { StoredRelation } from '../../core/lore.js';
import type { Ids } from '../../core/ports.js';
import type { RelationTypes } from '../../core/relation-type.js';
import type { Tenant } from '../../core/scope.js';
import { assertionKey } from '../../lore/assertion.js';
import { getClaims } from '../../store/queries/claims/claims.js';
import { type Violation, violationsOf } from '../../store/queries/consistency/violations.js';
import type {
  ClaimRevision,
  RecordedAction,
  RelationChanges,
  RelationRevision,
  SettledViolation,
} from '../../store/queries/lore/change-relations.js';
import { getRelations, listRelationsOfClaim } from '../../store/queries/lore/relations.js';
import type { Db } from '../../store/store.js';
import { bySide } from './by-side.js';
import { keysOf } from './relation-locks.js';

/** What is over: claims and relations that stand no longer, and violations that somebody settles. */
export interface Over {
  claims?: readonly string[];
  relations?: readonly string[];
  violations?: readonly Violation[];
}

/** What follows for what is left. */
export interface Ending {
  claims: ClaimRevision[];
  revise: RelationRevision[];
  settle: SettledViolation[];
  /** Relations that may clash with something else, now that what they clashed with is gone. */
  recheck: string[];
}

/** What ends by itself with one of its sides. */
const UNSETTLED = ['open', 'suspected'] as const;

export const NOTHING_ENDS: Ending = { claims: [], revise: [], settle: [], recheck: [] };

/** How a claim ends. */
export type ClaimEnd = Required<Pick<ClaimRevision, 'status'>> & Pick<ClaimRevision, 'supersededBy'>;

/** The change by which a claim stands no longer, with the relations that it says and all that follows. */
export async function closeClaim(
  db: Db,
  tenant: Tenant,
  types: RelationTypes,
  { id, systemFrom }: Claim,
  end: ClaimEnd,
): Promise<Omit<RelationChanges, 'tenant'>> {
  const said = (await listRelationsOfClaim(db, tenant, id)).filter(({ status }) => status === 'active');
  const { claims, revise, ...rest } = await endingOf(db, tenant, types, { claims: [id], relations: said.map(idOf) });
  const status = 'retracted' as const;
  return {
    ...rest,
    keys: keysOf(types, said),
    claims: [{ id, seen: systemFrom, ...end, disputedWith: [] }, ...claims],
    revise: [...said.map((one) => ({ id: one.id, seen: one.systemFrom, status, disputedWith: [] })), ...revise],
  };
}

/** The claims that stated relations which are taken back. */
export interface Unstated {
  /** Those that say nothing else: they stand no longer. */
  closed: Claim[];
  /** Those that go on for the rest of what they say. */
  left: Claim[];
}

/** Which claims say nothing any more, or less, once these relations are taken back. */
export async function unstatedBy(db: Db, tenant: Tenant, relations: readonly StoredRelation[]): Promise<Unstated> {
  const gone = new Set(relations.map(idOf));
  const ids = new Set(relations.flatMap(({ claimId }) => claimId ?? []));
  const unstated: Unstated = { closed: [], left: [] };
  for (const claim of await getClaims(db, tenant, [...ids])) {
    if (claim.status !== 'active') continue;
    const said = await listRelationsOfClaim(db, tenant, claim.id);
    const isSilent = said.every(({ id, status }) => gone.has(id) || status !== 'active') && isOnlyRelations(claim);
    (isSilent ? unstated.closed : unstated.left).push(claim);
  }
  return unstated;
}

/** Whether all that the words say is stored as relations. */
function isOnlyRelations({ reading }: Claim): boolean {
  return reading.norms.every(({ relation }) => relation?.entities !== undefined);
}

/**
 * The next versions of the claims: those that go on have one too, so that of two who take back what one claim states one
 * is in the way of the other.
 */
export function revisedClaims(
  { closed, left }: Unstated,
  ending: Pick<Ending, 'claims'>,
  end: ClaimEnd,
): ClaimRevision[] {
  const freed = new Set(ending.claims.map(idOf));
  const next = ({ id, systemFrom, disputedWith }: Claim) => ({ id, seen: systemFrom, disputedWith });
  return [
    ...closed.map((claim) => ({ ...next(claim), ...end, disputedWith: [] })),
    ...left.filter(({ id }) => !freed.has(id)).map(next),
    ...ending.claims,
  ];
}

/**
 * The next versions of relations that a change revises, and of what is left by what ends with it. What is revised may be
 * free of a dispute at the same time: it has one version for both.
 */
export function withEnding(
  revised: readonly RelationRevision[],
  { revise }: Pick<Ending, 'revise'>,
): RelationRevision[] {
  const freed = new Map(revise.map((one) => [one.id, one]));
  const both = revised.map((one) => ({ ...freed.get(one.id), ...one }));
  for (const { id } of revised) freed.delete(id);
  return [...both, ...freed.values()];
}

/** A line of the record as one of each claim that it changes, if there are any: the audit finds it by either. */
export function recordedOf(ids: Ids, record: RecordedAction, claimIds: readonly string[]): RecordedAction[] {
  if (claimIds.length === 0) return [record];
  return claimIds.map((claimId, at) => ({ ...record, claimId, id: at === 0 ? record.id : ids.next() }));
}

/**
 * What follows where claims or relations stand no longer, or a violation is settled: a violation of which nobody is left
 * to assert one side is over, and who was disputed by it is so no longer, unless by another one. Every side that is left
 * of what is over has a new version, so that of two who act on it at once one is in the way of the other.
 */
export async function endingOf(db: Db, tenant: Tenant, types: RelationTypes, over: Over): Promise<Ending> {
  const gone = new Set([...(over.claims ?? []), ...(over.relations ?? [])]);
  const { violations: settled = [] } = over;
  const touched = [...(await violationsOf(db, tenant, [...gone], UNSETTLED)), ...settled];
  if (touched.length === 0) return NOTHING_ENDS;
  const left = new Left(types, gone);
  left.relations = await getRelations(db, tenant, [...sidesOf(touched, 'relation')]);
  left.claims = await getClaims(db, tenant, [...sidesOf(touched, 'claim'), ...left.claimsSaying(touched)]);
  // After the versions: who opens or settles one meanwhile changes its sides, so these versions no longer stand then.
  const open = await violationsOf(db, tenant, [...sidesOf(touched, 'relation'), ...left.claims.map(idOf)], UNSETTLED);
  const others = await getRelations(db, tenant, [...sidesOf(open, 'relation')]);
  left.others = new Map(others.map((one) => [one.id, one]));
  return left.ending(open, new Set(settled.map(idOf)));
}

function sidesOf(violations: readonly Violation[], about: Violation['about']): Set<string> {
  return new Set(violations.filter((one) => one.about === about).flatMap(({ sides }) => sides));
}

/** What is left when something is gone. */
class Left {
  readonly #types: RelationTypes;
  readonly #gone: ReadonlySet<string>;
  /** Of what is touched, at the versions seen. */
  relations: readonly StoredRelation[] = [];
  claims: readonly Claim[] = [];
  /** The sides of all that is open, by their ids. */
  others: ReadonlyMap<string, StoredRelation> = new Map();

  constructor(types: RelationTypes, gone: ReadonlySet<string>) {
    this.#types = types;
    this.#gone = gone;
  }

  claimsSaying(violations: readonly Violation[]): string[] {
    const sides = sidesOf(violations, 'relation');
    return this.relations.flatMap(({ id, claimId }) => (claimId !== null && sides.has(id) ? [claimId] : []));
  }

  ending(open: readonly Violation[], settled: ReadonlySet<string>): Ending {
    const isOver = new Map(open.map((one) => [one, settled.has(one.id) || this.#isOver(one)]));
    const over = open.filter((one) => isOver.get(one) === true);
    // Nobody is disputed by what is only suspected.
    const rest = open.filter((one) => isOver.get(one) !== true && one.status === 'open');
    const ended = over.filter(({ id }) => !settled.has(id));
    const freed = sidesOf(over, 'relation');
    const touched = this.relations.filter((one) => this.#stands(one) && this.#isTouched(one, freed));
    const touchedIds = new Set(touched.map(idOf));
    const restOf = bySide(rest);
    return {
      revise: touched.map((one) => this.#freed(one, restOf.get(one.id) ?? [])),
      claims: this.claims.flatMap((claim) => this.#freedClaim(claim, over, rest)),
      settle: ended.map(({ id }) => ({ id, status: 'resolved', resolution: 'gone' })),
      recheck: [...sidesOf(ended, 'relation')].filter((id) => touchedIds.has(id)),
    };
  }

  /** Whether it was a side of what is over, or is marked as disputed with what is gone. */
  #isTouched({ id, disputedWith }: StoredRelation, freed: ReadonlySet<string>): boolean {
    return freed.has(id) || disputedWith.some((other) => this.#gone.has(other));
  }

  #stands({ id, status }: Pick<StoredRelation | Claim, 'id' | 'status'>): boolean {
    return status === 'active' && !this.#gone.has(id);
  }

  /** Whether nobody is left to assert one of its sides. */
  #isOver({ about, sides }: Violation): boolean {
    if (about !== 'relation') return sides.some((id) => this.#gone.has(id));
    const said = this.#known(sides);
    const standing = new Set(said.filter((one) => this.#stands(one)).map((one) => this.#keyOf(one)));
    return said.some((one) => !standing.has(this.#keyOf(one)));
  }

  #known(ids: readonly string[]): StoredRelation[] {
    return [...new Set(ids)].flatMap((id) => this.others.get(id) ?? []);
  }

  #keyOf(relation: StoredRelation): string {
    return assertionKey(relation, this.#types);
  }

  /** The standing sides that assert something else than this one. */
  #against(relation: StoredRelation, { sides }: Violation): StoredRelation[] {
    return this.#known(sides).filter((other) => this.#stands(other) && this.#keyOf(other) !== this.#keyOf(relation));
  }

  /** @param rest the open violations of which it is a side */
  #freed(relation: StoredRelation, rest: readonly Violation[]): RelationRevision {
    const { id, systemFrom } = relation;
    const against = rest.flatMap((one) => this.#against(relation, one));
    return { id, seen: systemFrom, disputedWith: [...new Set(against.map(idOf))] };
  }

  #freedClaim(claim: Claim, over: readonly Violation[], rest: readonly Violation[]): ClaimRevision[] {
    if (!this.#stands(claim)) return [];
    const freedFrom = new Set(over.flatMap((one) => this.#claimsAgainst(claim.id, one)));
    for (const id of this.#gone) freedFrom.add(id);
    const stillWith = new Set(rest.flatMap((one) => this.#claimsAgainst(claim.id, one)));
    const disputedWith = claim.disputedWith.filter((id) => !freedFrom.has(id) || stillWith.has(id));
    const isSame = disputedWith.length === claim.disputedWith.length && !sidesOf(over, 'claim').has(claim.id);
    return isSame ? [] : [{ id: claim.id, seen: claim.systemFrom, disputedWith }];
  }

  /** The claims, and the relations that no claim says, on the other sides of a violation between claims or their relations. */
  #claimsAgainst(claimId: string, { about, sides }: Violation): string[] {
    if (about !== 'relation') return sides.includes(claimId) ? sides.filter((id) => id !== claimId) : [];
    const said = this.#known(sides);
    const mine = said.filter((one) => one.claimId === claimId).map((one) => this.#keyOf(one));
    const others = said.filter((one) => mine.some((key) => key !== this.#keyOf(one)));
    return others.map((one) => one.claimId ?? one.id);
  }
}

function idOf({ id }: { id: string }): string {
  return id;
}
