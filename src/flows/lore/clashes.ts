import type { Candidate } from '../../core/claim.js';
import type { BrokenRule, CitedClaim, RelationClash, ShownRelation } from '../../core/decision.js';
import type { Span } from '../../core/norm.js';
import { intersection, type Period, type Range, type Unit } from '../../core/period.js';
import type { RelationTypes } from '../../core/relation-type.js';
import { isLessReliable, isUnreliable } from '../../core/source.js';
import { type Clash, codeOf, weightOf } from '../../guard/clash.js';
import { check } from '../../lore/rules/check.js';
import type { Finding } from '../../lore/rules/finding.js';
import { repeatsOf } from '../../lore/rules/repeats.js';
import type { Fact, World } from '../../lore/rules/world.js';
import type { Neighbourhood, NeighbourRelation } from '../../store/queries/lore/neighbourhood.js';
import { factOfPlaced } from './around.js';
import { type End, endsOf, type Placed } from './place.js';

/** A clash before its claims are known. */
export type BareClash = Omit<Clash, 'claims' | 'spans'>;

/** Everything that the relations of a statement clash with or repeat, each in the light of those before it. */
export function clashesOf(placed: readonly Placed[], world: World, known: Shower, types: RelationTypes): BareClash[] {
  let whole = world;
  return placed.flatMap((one) => {
    const fact = factOfPlaced(one);
    // What a prophet says is held against what is known, to be told; nothing is refused for it.
    const findings = check(one.stated.isOfProphet === true ? { ...fact, isProphetic: false } : fact, whole);
    const repeated = repeatsOf(fact, whole);
    whole = whole.with(fact);
    const clashes = findings.map((finding) => clashOf(finding, one, fact, known, types));
    return repeated.length === 0 ? clashes : [...clashes, repetition(repeated, one, known)];
  });
}

/** A relation that is stored already is told again: which is worth a warning, and is a source more. */
function repetition(ids: readonly string[], placed: Placed, known: Shower): BareClash {
  const stored = ids.flatMap((id) => known.relation(id) ?? []);
  const incoming = shownPlaced(placed);
  const relations = { incoming, stored: stored.map(({ shown }) => shown), anachronism: null };
  return {
    ...{ code: 'same_content', weight: 'warn', norm: placed.stated.norm, relations },
    slots: slotsOf(relations.stored[0] ?? incoming, incoming),
    shared: placed.stated.when.possible,
  };
}

function clashOf(finding: Finding, placed: Placed, fact: Fact, known: Shower, types: RelationTypes): BareClash {
  const stored = finding.core.filter((id) => id !== fact.id).flatMap((id) => known.relation(id) ?? []);
  const acting = [
    placed.id === finding.anachronism?.act ? fact.type : undefined,
    known.typeOf(finding.anachronism?.act),
  ];
  const relations: RelationClash = {
    incoming: shownPlaced(placed),
    stored: stored.map(({ shown }) => shown),
    anachronism: anachronismOf(finding, known),
  };
  const type = acting.find((name) => name !== undefined) ?? fact.type;
  const [first] = relations.stored;
  return {
    code: codeOf(finding),
    ...weighed(
      weightOf(finding, type, types),
      placed,
      stored.map(({ shown }) => shown),
    ),
    norm: placed.stated.norm,
    relations,
    slots: slotsOf(first ?? relations.incoming, relations.incoming),
    shared: sharedBy([fact.when, ...stored.map(({ when }) => when)]),
  };
}

/** A rule that somebody wrote and that a relation of a statement breaks, as the clash that it is. */
export function brokenClash(broken: BrokenRule): BareClash {
  return { code: 'ontology_rule', ...broken };
}

/** The same, from the relations of the statement and the ids of the others that the rule found with it. */
export function brokenRule(
  { rule, weight }: Pick<BrokenRule, 'weight'> & Required<Pick<RelationClash, 'rule'>>,
  placed: Placed,
  others: readonly string[],
  known: Shower,
): BrokenRule {
  const stored = others.flatMap((id) => known.relation(id) ?? []);
  const incoming = shownPlaced(placed);
  const relations = { incoming, stored: stored.map(({ shown }) => shown), anachronism: null, rule };
  return {
    ...{ weight, norm: placed.stated.norm, relations },
    slots: slotsOf(relations.stored[0] ?? incoming, incoming),
    shared: sharedBy([placed.stated.when, ...stored.map(({ when }) => when)]),
  };
}

/** A prophet is refused for nothing, and talk refuses nothing that a more reliable source tells. */
function weighed(
  weight: Clash['weight'],
  { stated }: Placed,
  stored: readonly ShownRelation[],
): Pick<Clash, 'weight' | 'loweredBy'> {
  if (weight !== 'block') return { weight };
  if (stated.isOfProphet === true) return { weight: 'warn', loweredBy: 'prophecy' };
  const isTalk = stored.some(({ source }) => isUnreliable(source) && isLessReliable(source, stated.source));
  return isTalk ? { weight: 'warn', loweredBy: 'source' } : { weight };
}

/** What reasons quote, as [stored, incoming]. */
function slotsOf(stored: ShownRelation, incoming: ShownRelation): Clash['slots'] {
  return {
    type: [stored.type, incoming.type],
    from: [stored.from.name, incoming.from.name],
    to: [stored.to?.name ?? stored.value, incoming.to?.name ?? incoming.value],
  };
}

function sharedBy([first, ...others]: readonly Period[]): Range {
  if (first === undefined) return { from: null, until: null };
  const [other] = others;
  return other === undefined ? first.possible : (intersection(first, other) ?? first.possible);
}

function anachronismOf({ anachronism }: Finding, known: Shower): RelationClash['anachronism'] {
  if (anachronism === undefined) return null;
  const { claim, thing, act, expected, actual } = anachronism;
  return { claim, entity: known.entity(thing), relationId: act, expected: rangeOf(expected), actual: rangeOf(actual) };
}

function rangeOf({ begins, ends }: { begins: Unit | null; ends: Unit | null }): Range {
  return { from: begins?.start ?? null, until: ends?.end ?? null };
}

/** Looks up what an answer shows of what was read around. */
export class Shower {
  readonly #relations: ReadonlyMap<string, NeighbourRelation>;
  readonly #placed: ReadonlyMap<string, Placed>;
  readonly #names: ReadonlyMap<string, string>;

  constructor({ relations, entities }: Neighbourhood, placed: readonly Placed[]) {
    this.#relations = new Map(relations.map((relation) => [relation.id, relation]));
    this.#placed = new Map(placed.map((one) => [one.id, one]));
    this.#names = new Map([...entities, ...endsOf(placed)].map(({ id, name }) => [id, name]));
  }

  typeOf(id: string | undefined): string | undefined {
    return this.#relations.get(id ?? '')?.type ?? this.#placed.get(id ?? '')?.stated.type.name;
  }

  entity(id: string): { id: string; name: string } {
    return { id, name: this.#names.get(id) ?? id };
  }

  /** One that is stored, or that the same statement or an earlier item of its batch states. */
  relation(id: string): { shown: ShownRelation; when: Period } | undefined {
    const placed = this.#placed.get(id);
    if (placed !== undefined) return { shown: shownPlaced(placed), when: placed.stated.when };
    const stored = this.#relations.get(id);
    if (stored === undefined) return undefined;
    const { type, fromId, toId, value, validFrom, validUntil, source, claimId, who, period } = stored;
    const ends = { from: this.entity(fromId), to: toId === null ? null : this.entity(toId) };
    return { shown: { id, type, ...ends, value, validFrom, validUntil, source, claimId, who }, when: period };
  }
}

export function shownPlaced({ id, stated, from, to, who, claimId }: Placed): ShownRelation {
  const { type, value, validFrom, validUntil, source } = stated;
  const named = (end: End) => ({ id: end.id, name: end.name });
  const ends = { from: named(from), to: to === null ? null : named(to) };
  return { id, type: type.name, ...ends, value, validFrom, validUntil, source, claimId, who };
}

/** A clash, with the claims that say its stored relations. */
export function withClaims(clash: BareClash, known: ReadonlyMap<string, Candidate>): Clash {
  const { stored } = clash.relations;
  const ids = new Set(stored.flatMap(({ claimId }) => (claimId === null ? [] : [claimId])));
  const claims = [...ids].flatMap((id) => known.get(id) ?? []);
  const [first] = claims;
  const said = stored.find(({ claimId }) => claimId === first?.id);
  const norm = first?.reading.norms.find(({ relation }) => relation !== undefined && relation.type === said?.type);
  return { ...clash, claims: claims.map(cited), spans: norm?.spans.filter(isEnd) ?? [] };
}

function isEnd({ slot }: Span): boolean {
  return slot === 'from' || slot === 'to';
}

function cited({ id, statement, who, reason, kind, systemFrom }: Candidate): CitedClaim {
  return { id, statement, who, reason, kind, systemFrom };
}
