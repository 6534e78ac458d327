import type { Claim } from '../../core/claim.js';
import type { StoredRelation } from '../../core/lore.js';
import type { Clock, Ids } from '../../core/ports.js';
import type { RelationTypes } from '../../core/relation-type.js';
import type { Tenant } from '../../core/scope.js';
import { pairKey, type Severity } from '../../core/violation.js';
import { type Assertion, assertionKey, clashKey, isSameClash } from '../../lore/assertion.js';
import { getClaims } from '../../store/queries/claims/claims.js';
import { type Violation, violationsOf } from '../../store/queries/consistency/violations.js';
import type { ClaimRevision, RelationRevision, RelationViolation } from '../../store/queries/lore/change-relations.js';
import { getRelations } from '../../store/queries/lore/relations.js';
import type { Db } from '../../store/store.js';
import { inTurns } from '../in-turns.js';
import { Turns } from '../turns.js';
import type { Ending } from './ending.js';

/** Relations that can't all stand, as a comparison found them. */
export interface FoundClash {
  kind: RelationViolation['kind'];
  /** Their ids: a least set. */
  sides: readonly string[];
  detail: Readonly<Record<string, unknown>>;
}

/** What a comparison found and is on record from now on: a new violation, or an open one with further sources. */
export interface Raised {
  violationId: string;
  found: FoundClash;
  sides: readonly string[];
  /** ISO 8601; null where it opens now. */
  detectedAt: string | null;
}

/** What has to be stored for what was found. */
export interface Opening {
  open: RelationViolation[];
  raised: Raised[];
  /** The stored relations that are disputed from now on, at the versions seen, … */
  stored: StoredRelation[];
  /** … and by the id of each relation, new ones too, all that it is disputed with. */
  disputedWith: ReadonlyMap<string, readonly string[]>;
  /** The same of the claims that say them. */
  claims: ClaimRevision[];
}

/** A violation that is open or suspected, was dismissed or ended by itself, or is about to be opened. */
interface Known extends Pick<Violation, 'id' | 'kind' | 'pairKey' | 'sides' | 'status'> {
  detectedAt: string | null;
  detail: Readonly<Record<string, unknown>>;
}

export interface OpeningRequest {
  tenant: Tenant;
  types: RelationTypes;
  /** Relations that are about to be stored. */
  fresh: readonly Assertion[];
  /** The run that found it, if it was one. */
  runId: string | null;
}

/**
 * What to open for clashes between relations: one violation for what is asserted, so that a further source is a further
 * side of the one that is open, and what was dismissed stays so. All sides of an open one are disputed with each other,
 * but for those that assert the same. What names a relation that no longer stands is left out.
 */
export async function openingFor(
  { ids, clock }: { ids: Ids; clock: Clock },
  db: Db,
  { tenant, types, fresh, runId }: OpeningRequest,
  found: readonly FoundClash[],
): Promise<Opening> {
  if (found.length === 0) return { open: [], raised: [], stored: [], disputedWith: new Map(), claims: [] };
  const named = [...new Set(found.flatMap(({ sides }) => sides))];
  const world = new Sides(types, fresh);
  // Before the violations: who settles or opens one changes its sides too, so the versions read here no longer stand then.
  world.add(await getRelations(db, tenant, named));
  world.addClaims(await getClaims(db, tenant, world.claimIds()));
  const recorded = await violationsOf(db, tenant, named, ['open', 'suspected', 'dismissed', 'resolved']);
  const known: Known[] = recorded.filter(({ status, resolution }) => status !== 'resolved' || resolution === 'gone');
  world.add(await getRelations(db, tenant, world.missing(known.flatMap(({ sides }) => sides))));
  const opening = new Raising(ids, world, known, runId);
  const turns = new Turns(clock);
  const standing = found.filter(({ sides }) => sides.every((id) => world.stands(id)));
  await inTurns(turns, standing, (clash) => opening.raise(clash));
  return turns.run(opening.result());
}

/** The relations that violations are between, stored or about to be. */
class Sides {
  readonly #types: RelationTypes;
  readonly #said: Map<string, Assertion>;
  readonly #stored = new Map<string, StoredRelation>();
  #claims: readonly Claim[] = [];

  constructor(types: RelationTypes, fresh: readonly Assertion[]) {
    this.#types = types;
    this.#said = new Map(fresh.map((one) => [one.id, one]));
  }

  add(relations: readonly StoredRelation[]): void {
    for (const relation of relations) {
      this.#stored.set(relation.id, relation);
      this.#said.set(relation.id, relation);
    }
  }

  /** The claims that say them. */
  claimIds(): string[] {
    return [...new Set([...this.#stored.values()].flatMap(({ claimId }) => claimId ?? []))];
  }

  addClaims(claims: readonly Claim[]): void {
    this.#claims = claims;
  }

  /** The claims that say these relations, with the claims, and the relations of documents, that they are disputed with from now on. */
  claimsDisputed(disputedWith: ReadonlyMap<string, readonly string[]>): ClaimRevision[] {
    const claimOf = (id: string) => this.#stored.get(id)?.claimId ?? null;
    const sayerOf = (id: string) => (this.#stored.has(id) ? (claimOf(id) ?? id) : []);
    return this.#claims.flatMap(({ id, systemFrom, status, disputedWith: before }) => {
      const mine = [...disputedWith].filter(([relationId]) => claimOf(relationId) === id);
      const against = mine.flatMap(([, others]) => others.flatMap(sayerOf)).filter((other) => other !== id);
      const now = [...new Set([...before, ...against])];
      return status !== 'active' || now.length === before.length ? [] : [{ id, seen: systemFrom, disputedWith: now }];
    });
  }

  missing(ids: readonly string[]): string[] {
    return [...new Set(ids)].filter((id) => !this.#said.has(id));
  }

  stored(id: string): StoredRelation | undefined {
    return this.#stored.get(id);
  }

  stands(id: string): boolean {
    return this.#said.has(id) && (this.#stored.get(id)?.status ?? 'active') === 'active';
  }

  /**
   * How severe a violation is until somebody says otherwise: as the type of the act is, of what can not all stand as the
   * most severe of its sides.
   */
  severityOf({ sides, detail }: Pick<FoundClash, 'sides' | 'detail'>): Severity {
    const { relationId } = (detail.anachronism ?? {}) as { relationId?: string };
    const blamed = relationId === undefined ? sides : [relationId];
    const isSevere = (id: string) => this.#types.get(this.#said.get(id)?.type ?? '')?.severity === 'error';
    return blamed.some(isSevere) ? 'error' : 'warn';
  }

  isSame(clash: readonly string[], known: readonly string[]): boolean {
    return isSameClash(this.#of(clash), this.#of(known), this.#types);
  }

  /** The same of all that may be one. */
  clashKey(sides: readonly string[]): string {
    return clashKey(this.#of(sides), this.#types);
  }

  /** Those of the sides that stand and assert something else. */
  against(id: string, sides: readonly string[]): string[] {
    const key = this.#keyOf(id);
    return sides.filter((other) => this.stands(other) && this.#keyOf(other) !== key);
  }

  #of(ids: readonly string[]): Assertion[] {
    return ids.flatMap((id) => this.#said.get(id) ?? []);
  }

  #keyOf(id: string): string {
    const said = this.#said.get(id);
    return said === undefined ? id : assertionKey(said, this.#types);
  }
}

class Raising {
  readonly #ids: Ids;
  readonly #world: Sides;
  /** By what their sides assert. */
  readonly #known = new Map<string, Known[]>();
  readonly #runId: string | null;
  readonly #raised = new Map<Known, FoundClash>();

  constructor(ids: Ids, world: Sides, known: readonly Known[], runId: string | null) {
    this.#ids = ids;
    this.#world = world;
    for (const one of known) this.#alike(one).push({ ...one });
    this.#runId = runId;
  }

  /** Those that may be the same, oldest first. */
  #alike({ kind, sides }: Pick<Known, 'kind' | 'sides'>): Known[] {
    const key = `${kind}|${this.#world.clashKey(sides)}`;
    const found = this.#known.get(key) ?? [];
    this.#known.set(key, found);
    return found;
  }

  raise(clash: FoundClash): void {
    const { kind, sides, detail } = clash;
    const alike = this.#alike({ kind, sides: [...sides] });
    const same = alike.find((one) => this.#world.isSame(sides, one.sides));
    if (same === undefined) {
      const key = pairKey(...sides);
      const fresh = { id: this.#ids.next(), kind, pairKey: key, sides: [...sides], status: 'open' as const, detail };
      const violation = { ...fresh, detectedAt: null };
      alike.push(violation);
      this.#raised.set(violation, clash);
      return;
    }
    const further = sides.filter((id) => !same.sides.includes(id));
    if (same.status === 'resolved' || same.status === 'suspected') {
      // Its cause was gone, and is back; or somebody suspected it, and it is one.
      same.status = 'open';
      same.detectedAt = null;
      same.detail = detail;
    } else if (further.length === 0) return;
    same.sides = [...same.sides, ...further];
    if (!this.#raised.has(same)) this.#raised.set(same, clash);
  }

  *result(): Generator<void, Opening> {
    const open = [...this.#raised].map(([{ id, pairKey: key, sides, detail }, { kind }]): RelationViolation => {
      return {
        violationId: id,
        kind,
        pairKey: key,
        sides,
        severity: this.#world.severityOf({ sides, detail }),
        runId: this.#runId,
        detail,
      };
    });
    const standing = [...this.#raised].filter(([{ status }]) => status === 'open');
    const disputedWith = new Map<string, Set<string>>();
    for (const [{ sides }] of standing) {
      this.#dispute(sides, disputedWith);
      yield;
    }
    const disputed = new Map([...disputedWith].map(([id, others]) => [id, [...others]] as const));
    return {
      open,
      raised: standing.map(([{ id, sides, detectedAt }, found]) => ({ violationId: id, found, sides, detectedAt })),
      stored: [...disputed.keys()].flatMap((id) => this.#world.stored(id) ?? []),
      disputedWith: disputed,
      claims: this.#world.claimsDisputed(disputed),
    };
  }

  #dispute(sides: readonly string[], disputedWith: Map<string, Set<string>>): void {
    for (const id of sides.filter((side) => this.#world.stands(side))) {
      const others = disputedWith.get(id) ?? new Set(this.#world.stored(id)?.disputedWith);
      for (const other of this.#world.against(id, sides)) others.add(other);
      disputedWith.set(id, others);
    }
  }
}

/** The stored relations that are disputed with others from now on, by what opens and by what ends. */
export function redisputed(
  { stored, disputedWith }: Pick<Opening, 'stored' | 'disputedWith'>,
  { revise }: Pick<Ending, 'revise'>,
): RelationRevision[] {
  const freed = new Map(revise.map((one) => [one.id, one]));
  const disputed = stored.map(({ id, systemFrom, disputedWith: before }) => {
    const known = new Set(before);
    const further = (disputedWith.get(id) ?? []).filter((other) => !known.has(other));
    return { id, seen: systemFrom, disputedWith: [...(freed.get(id)?.disputedWith ?? before), ...further] };
  });
  for (const { id } of disputed) freed.delete(id);
  return [...freed.values(), ...disputed];
}
