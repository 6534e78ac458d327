import type { Candidate } from '../../core/claim.js';
import type { Decision, ReadRelation, Warning } from '../../core/decision.js';
import type { Reading } from '../../core/norm.js';
import { STATED_MAX } from '../../guard/stated.js';
import { relationKeys } from '../../lore/relation-keys.js';
import { probesOf } from '../../lore/rules/probes.js';
import { type CandidateAnswer, getCandidates } from '../../store/queries/claims/candidates.js';
import { ruleKeys } from '../consistency/written-rules.js';
import type { Deps } from '../deps.js';
import type { Draft } from '../draft.js';
import { afterClosing } from './after-closing.js';
import { factOfPlaced, worldAround } from './around.js';
import { type BareClash, brokenClash, clashesOf, Shower, shownPlaced, withClaims } from './clashes.js';
import type { SettledLore } from './commit-relations.js';
import type { LoreDraft } from './lore-draft.js';
import { type End, endsOf, type NewEnds, type Placed, placeAll, type Unplaced } from './place.js';
import { ambiguous as ambiguousEntity } from './resolve.js';
import { rulesBroken } from './rules-broken.js';

/** Finds the entities that a draft names. Null where it states nothing that is to be stored beside the claim. */
export async function draftLore(deps: Deps, draft: Draft, made: NewEnds): Promise<LoreDraft | null> {
  if (draft.stated.length === 0 && draft.request.targets.length === 0) return null;
  const { placed, unplaced } = await placeAll(deps, draft, made);
  const [first] = unplaced;
  // A relation that is all that is to be stored can't be left out.
  if (first !== undefined && draft.request.op === 'add_relation') {
    throw ambiguousEntity(first.stated.fields?.[first.end] ?? '', first.name, first.candidates);
  }
  const keys = placed.flatMap(({ stated, from, to }) => relationKeys(stated.type, from.id, to?.id ?? null));
  const { request, context, types } = draft;
  const stated = [...new Set(placed.map((one) => one.stated.type.name))];
  const ofRules = await ruleKeys(deps, { tenant: request.tenant, context, types }, stated);
  const ends = placed.map(({ stated, from, to }) => ({ type: stated.type, from: from.id, to: to?.id ?? null }));
  return {
    placed,
    reading: resolved(draft.reading, placed),
    warnings: [...unplaced.filter(({ stated }) => stated.fields !== null).map(ambiguous), ...unstated(draft)],
    headKeys: [...new Set([...keys, ...ofRules])],
    probes: probesOf(ends, types),
  };
}

/** The norms that state relations, with the entities that they name. */
function resolved(reading: Reading, placed: readonly Placed[]): Reading {
  const norms = reading.norms.map((norm, at) => {
    const one = placed.find(({ stated }) => stated.norm === at);
    if (one === undefined || norm.relation === undefined) return norm;
    const ends = { from: one.from.id, to: one.to?.id ?? null };
    const isTurned = one.stated.type.symmetric && ends.to !== null && ends.to < ends.from;
    const entities = isTurned ? { from: ends.to ?? '', to: ends.from } : ends;
    return { ...norm, relation: { ...norm.relation, entities } };
  });
  return { ...reading, norms };
}

function ambiguous({ name, candidates }: Unplaced): Warning {
  const found = candidates.map(({ id, name, type }) => `${name} (${type}, ${id})`).join(', ');
  return {
    ...{ code: 'ambiguous_entity', claim: null, confidence: 'LOW', stage: 'store', slots: {} },
    reason: `Several are called "${name}": ${found}. The claim is stored without its relation; send the id of one.`,
  };
}

/** Of a statement that states more relations than are stored beside a claim. */
function unstated({ unstated: left }: Draft): Warning[] {
  if (left === 0) return [];
  const reason = `The statement states ${STATED_MAX + left} relations, of which the first ${STATED_MAX} are stored beside it; the others are compared by their words only. Split the statement to have all of them stored.`;
  return [{ code: 'not_fully_read', claim: null, confidence: 'LOW', stage: 'store', slots: {}, reason }];
}

/** What the relations of a draft clash with, among what is stored and what earlier items of its batch state. */
export async function settleLore(
  deps: Deps,
  draft: Draft,
  lore: LoreDraft,
  found: Pick<CandidateAnswer, 'around'> & { candidates: readonly Candidate[] },
  earlier: readonly Placed[] = [],
): Promise<{ settled: SettledLore; relations: NonNullable<Decision['relations']> }> {
  const around = { ...found.around, relations: afterClosing(found.around.relations, draft, draft.context.calendar) };
  const { types } = draft;
  const world = worldAround(
    around,
    endsOf([...lore.placed, ...earlier]),
    earlier.map(factOfPlaced),
    { types, naming: deps.lexicon.relations },
    draft.context,
  );
  const compared = clashesOf(lore.placed, world, new Shower(around, [...lore.placed, ...earlier]), types);
  const known = { around: found.around, earlier, compared };
  const { broken, warnings } = await draft.watch.timeAsync('rules', () => rulesBroken(deps, draft, lore.placed, known));
  const bare = [...compared, ...broken.map(brokenClash)];
  const claims = await citedClaims(deps, draft, found.candidates, bare);
  const clashes = bare.map((clash) => withClaims(clash, claims));
  return {
    settled: { ...lore, warnings: [...lore.warnings, ...warnings], clashes, replaced: found.around.replaced },
    relations: {
      stated: lore.placed.map(shownPlaced),
      read: lore.placed.map(readOf),
      compared: around.relations.map(({ id, systemFrom }) => ({ id, systemFrom })),
      parentsMayShareGender: draft.context.parentsMayShareGender,
      ...(broken.length === 0 ? {} : { broken }),
    },
  };
}

function readOf({ stated, from, to }: Placed): ReadRelation {
  const { begins, ends, when, isProphetic, isOfProphet, norm } = stated;
  const read = ({ type, loreVerified }: End) => ({ type, loreVerified });
  const prophet = isOfProphet === undefined ? {} : { isOfProphet };
  return { begins, ends, when, isProphetic, ...prophet, norm, from: read(from), to: to && read(to) };
}

/** The claims that say relations of a clash; those that were no candidates are read. */
async function citedClaims(
  deps: Deps,
  { request: { tenant } }: Draft,
  candidates: readonly Candidate[],
  clashes: readonly BareClash[],
): Promise<Map<string, Candidate>> {
  const known = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const ids = clashes.flatMap(({ relations }) => relations.stored.flatMap(({ claimId }) => claimId ?? []));
  const missing = [...new Set(ids)].filter((id) => !known.has(id));
  if (missing.length > 0) {
    const read = await deps.store.tenant(tenant.orgId, (db) => getCandidates(db, tenant, missing));
    for (const [id, candidate] of read) known.set(id, candidate);
  }
  return known;
}
