import type { Lexicon } from '../../core/lexicon.js';
import { heldWithin } from '../../core/period.js';
import type { RelationTypes } from '../../core/relation-type.js';
import type { Candidate } from '../../core/resolution.js';
import type { Tenant } from '../../core/scope.js';
import { searchRoot } from '../../core/search-words.js';
import { isUnreliable } from '../../core/source.js';
import { idsOfEntity } from '../../store/queries/lore/entities.js';
import { listRelationsOf } from '../../store/queries/lore/relations.js';
import { findMentioned } from '../../store/queries/lore/resolve.js';
import type { Db } from '../../store/store.js';
import { type DescribedRelation, describe } from '../lore/describe.js';
import { type Asked, atTime, isBounded } from './claim-hits.js';
import type { Hit, HitMark, MatchedField } from './hit.js';
import { fitOf, meet, type Weighed } from './weighed.js';

/** Words of the question among which names are looked for, and how many words a name has. */
const LOOKED_AT_MAX = 40;
const NAME_WORDS_MAX = 4;
const ENTITIES_MAX = 5;
const RELATIONS_MAX = 100;

export interface LoreQuestion {
  question: Weighed;
  text: string;
  lexicon: Lexicon;
  /** Asked for only where the question names a thing. */
  types(): Promise<RelationTypes>;
  asked: Asked;
  knownAt: string | null;
}

/** The things that a question names, and the relations that they stand in. */
export async function loreHits(db: Db, tenant: Tenant, about: LoreQuestion): Promise<Hit[]> {
  const entities = await namedEntities(db, tenant, about.text, about.lexicon);
  if (entities.length === 0) return [];
  const relations: DescribedRelation[] = [];
  const types = await about.types();
  for (const { id } of entities) relations.push(...(await relationsOf(db, tenant, id, { ...about, known: types })));
  const once = new Map(relations.map((one) => [one.relation.id, one]));
  return [
    ...entities.map((entity) => entityHit(entity, about)),
    ...[...once.values()].map((one) => tripletHit(one, about)),
  ];
}

/** What is called so in the question, the longest names first. */
async function namedEntities(db: Db, tenant: Tenant, text: string, lexicon: Lexicon): Promise<Candidate[]> {
  const words = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, LOOKED_AT_MAX);
  const names: string[] = [];
  for (let length = NAME_WORDS_MAX; length > 0; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      const name = words
        .slice(at, at + length)
        .join(' ')
        .replace(/['’]s?$/, '');
      const isWord = length === 1 && lexicon.functionWords.has(name.toLowerCase());
      if (name.length <= 200 && !isWord) names.push(name);
    }
  }
  const found = await findMentioned(
    db,
    tenant,
    names.map((name) => ({ name })),
    { findsAlike: false },
  );
  return [...new Map(found.flat().map((one) => [one.id, one])).values()].slice(0, ENTITIES_MAX);
}

/** Of a type that the question speaks of, where it speaks of one; else of any. */
async function relationsOf(
  db: Db,
  tenant: Tenant,
  entityId: string,
  { question, known, knownAt }: LoreQuestion & { known: RelationTypes },
): Promise<DescribedRelation[]> {
  const roots = new Set(question.terms.map(({ word }) => word));
  const named = [...known.values()].filter((type) =>
    typeWords(type.name, type.inverse).some((word) => roots.has(word)),
  );
  const ids = await idsOfEntity(db, tenant, entityId);
  const filter = { knownAt: knownAt ?? undefined, limit: RELATIONS_MAX };
  const some =
    named.length === 0
      ? []
      : await listRelationsOf(db, tenant, ids, { ...filter, types: named.map(({ name }) => name) });
  const relations = some.length > 0 ? some : await listRelationsOf(db, tenant, ids, filter);
  return describe(db, tenant, relations);
}

/** Short words of a name say nothing of what it is about: "of", "in", "by". */
function typeWords(name: string, inverse: string | null): string[] {
  const words = [name, inverse ?? ''].flatMap((one) => one.toLowerCase().split('_'));
  return words.filter((word) => word.length > 3 || word === 'own').map(searchRoot);
}

function entityHit(entity: Candidate, { question, lexicon }: LoreQuestion): Hit {
  const { score } = fitOf(question, entity.name, lexicon);
  const { words } = meet(question, [['name', entity.name]], lexicon);
  const base = {
    id: entity.id,
    score,
    matched: ['name' as const],
    words,
    marks: [],
    holds: null,
    supersededByHit: null,
  };
  return { kind: 'entity', ...base, entity };
}

function tripletHit(one: DescribedRelation, { question, lexicon, asked }: LoreQuestion): Hit {
  const { relation, from, to } = one;
  const inverse = relation.type.replaceAll('_', ' ').toLowerCase();
  const said = [from.name, inverse, to?.name ?? relation.value ?? ''].join(' ');
  const { score } = fitOf(question, said, lexicon);
  const holds = heldWithin(relation.period, asked.unit).truth;
  const isTemporal = asked.isNamed && holds !== 'false' && isBounded(relation.period);
  const fields: [MatchedField, string | null][] = [
    ['from', from.name],
    ['type', inverse],
    ['to', to?.name ?? null],
    ['value', relation.value],
  ];
  const met = meet(question, fields, lexicon);
  const marks: [HitMark, boolean][] = [
    ['disputed', relation.isDisputed],
    ['superseded', relation.supersededBy !== null],
    ['unguarded', !relation.guarded],
    ['prophetic', relation.prophetic],
    ['unreliable_source', isUnreliable(one.source)],
  ];
  return {
    ...{ kind: isTemporal ? 'temporal' : 'triplet', id: relation.id, score: atTime(score, holds), holds },
    supersededByHit: null,
    ...{ matched: met.fields, words: met.words },
    marks: marks.filter(([, is]) => is).map(([mark]) => mark),
    relation: one,
  };
}
