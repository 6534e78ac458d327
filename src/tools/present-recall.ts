import type { Calendar } from '../core/calendar.js';
import { entityRef } from '../core/lore.js';
import type { ListedChange } from '../flows/asking/changes.js';
import type { Hit } from '../flows/asking/hit.js';
import { cut } from './compact.js';
import { noteOf } from './detective/present-finding.js';
import { presentClaim } from './present.js';
import { presentEntity, presentRelation } from './present-lore.js';

/** Turns what was found into what an answer shows. */

export function presentHit(hit: Hit, calendar: Calendar) {
  const { claim, passage, entity, relation, score, unsupportedBy, findings, ...rest } = hit;
  return {
    ...rest,
    score: rounded(score),
    ...(claim && { claim: presentClaim(claim, calendar, unsupportedBy) }),
    ...(findings && { findings: findings.map(noteOf) }),
    ...(passage && {
      passage: {
        ...{ documentId: passage.documentId, path: passage.path, heading: passage.heading },
        ...{ text: passage.text, starts: passage.starts },
      },
    }),
    ...(entity && { entity: entityRef(entity) }),
    ...(relation && { relation: presentRelation(relation, calendar) }),
  };
}

export function compactHit(hit: Hit) {
  const { kind, id, score, marks } = hit;
  const words = few(hit.words);
  return {
    ...{ kind, id, text: cut(textOf(hit)), ...(words.length === 0 ? {} : { words }), score: rounded(score) },
    ...(marks.length === 0 ? {} : { marks }),
  };
}

/** A few words tell why it was found; their characters count in what a short answer may cost. */
const WORDS_CHARACTERS = 28;

function few(words: readonly string[]): string[] {
  let left = WORDS_CHARACTERS;
  return words.filter((word) => {
    left -= word.length + 3;
    return left >= 0;
  });
}

type Shown = Pick<Hit, 'claim' | 'passage' | 'relation'> & { entity?: { name: string } };

function textOf({ claim, passage, entity, relation }: Shown): string {
  if (claim !== undefined) return claim.statement;
  if (passage !== undefined) return passage.text.replace(/\s+/g, ' ');
  if (relation === undefined) return entity?.name ?? '';
  const { from, to, relation: said } = relation;
  return `${from.name} ${said.type} ${to?.name ?? said.value ?? ''}`;
}

export function presentChange({ claim, relation, entity, ...rest }: ListedChange, calendar: Calendar) {
  return {
    ...rest,
    ...(claim && { claim: presentClaim(claim, calendar) }),
    ...(relation && { relation: presentRelation(relation, calendar) }),
    ...(entity && { entity: presentEntity(entity) }),
  };
}

export function compactChange(change: ListedChange) {
  const { about, id, at, changes } = change;
  return { about, id, text: cut(textOf(change)), at, changes };
}

function rounded(score: number): number {
  return Math.round(score * 1000) / 1000;
}
