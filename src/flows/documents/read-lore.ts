import {
  DOCUMENT_ERRORS_MAX,
  type DocumentError,
  type FieldPlace,
  type LoreDocument,
  type StatedRelation,
} from '../../core/document.js';
import { Problem } from '../../core/errors.js';
import { ENTITY_TYPES } from '../../core/lore.js';
import { period } from '../../core/period.js';
import { type RelationType, relationTypeNamed } from '../../core/relation-type.js';
import { EXTRACTION } from '../../core/source.js';
import { inTurns } from '../in-turns.js';
import { readValue } from '../lore/draft-relation.js';
import type { Turns } from '../turns.js';
import { readWindow } from '../window.js';
import { withProse } from './prose.js';
import type { DatedRelation, ReadDocument, Reader } from './read-document.js';

/** Reads the dates and the prose of a document, in turns. With any error nothing of the document counts. */
export async function readLore(
  document: LoreDocument,
  reader: Reader,
  turns: Turns,
): Promise<ReadDocument | DocumentError[]> {
  const dated = await inTurns(turns, document.relations, (relation) => dateRelation(relation, reader));
  const errors = dated.flatMap((one) => ('errors' in one ? one.errors : []));
  if (errors.length > 0) return errors.slice(0, DOCUMENT_ERRORS_MAX);
  const relations = dated.flatMap((one) => ('relation' in one ? [one.relation] : []));
  return withProse({ ...document, relations }, reader, turns);
}

/** The types of entities that the project has. */
export function entityTypes({ types }: Reader): string[] {
  return [...ENTITY_TYPES, ...types.templates.map(({ type }) => type)];
}

type Dated = { relation: DatedRelation } | { errors: DocumentError[] };

/** Reads the type, the dates and the value of a relation. */
export function dateRelation(stated: StatedRelation, reader: Reader): Dated {
  const { place, confidence, ...rest } = stated;
  const named = relationTypeNamed(reader.types.relations, stated.type);
  if (named === undefined) return { errors: [{ ...place, message: `"${stated.type}" is no type of relation` }] };
  const { type, isInverse } = named;
  const isValue = stated.to === null;
  if (isValue !== (type.value !== null)) {
    const message = isValue ? `${type.name} is between two things, not an attribute` : `${type.name} takes a value`;
    return { errors: [{ ...place, message }] };
  }
  try {
    const when = isValue ? attributeTime(stated, type, reader) : linkTime(stated, reader);
    const extraction = EXTRACTION.declared * confidence;
    const relation = { ...rest, type, ...when, extraction, isProphecy: false, place };
    if (!isInverse || relation.to === null) return { relation };
    return { relation: { ...relation, from: relation.to, to: relation.from } };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const errors = error.errors.map(({ path, message }) => ({ ...placeOf(path, stated), message }));
    // A date that is both bounds is one field.
    return { errors: errors.filter(({ path }, at) => errors.findIndex((other) => other.path === path) === at) };
  }
}

type When = Pick<DatedRelation, 'value' | 'validFrom' | 'validUntil' | 'period'>;

function linkTime({ value, validFrom, validUntil }: StatedRelation, { calendar, nowTick }: Reader): When {
  const [from, until] = [validFrom?.text ?? null, validUntil?.text ?? null];
  const window = readWindow(from, until, calendar, nowTick);
  return { value, validFrom: from, validUntil: until, period: period(window.from, window.until) };
}

/** A date is its own time, unless it says when it ends; any other attribute holds at all times. */
function attributeTime(stated: StatedRelation, type: RelationType, reader: Reader): When {
  const { value, when } = readValue(type, stated.value ?? '', reader, reader.nowTick);
  if (when === null) return { ...linkTime(stated, reader), value };
  if (stated.validUntil !== null) return { ...linkTime(stated, reader), value };
  return { value, validFrom: value, validUntil: value, period: when };
}

function placeOf(path: string, { validFrom, validUntil, place }: StatedRelation): FieldPlace {
  return (path === 'valid_from' ? validFrom : validUntil)?.place ?? place;
}

/** Which of several a provisional thing is, where nothing else says so. */
const LIKELY = ['Person', 'Kingdom', 'Location', 'Event'];

/** The types of entities that an end of a relation may be, likeliest first; empty where it may be anything. */
export function typesOf(kinds: readonly string[]): string[] {
  const types: string[] = ENTITY_TYPES.filter((type) => kinds.includes(type.toLowerCase()));
  return types.sort((a, b) => rank(a) - rank(b));
}

function rank(type: string): number {
  const at = LIKELY.indexOf(type);
  return at < 0 ? LIKELY.length : at;
}
