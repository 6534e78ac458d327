import type { ProjectContext } from '../../core/context.js';
import { type FieldError, Problem } from '../../core/errors.js';
import type { NewRelation, Target } from '../../core/lore.js';
import { type Period, period, type Unit } from '../../core/period.js';
import type { RelationType } from '../../core/relation-type.js';
import type { Candidate } from '../../core/resolution.js';
import type { LoreSource } from '../../core/source.js';
import type { Deps } from '../deps.js';
import { readDate, readWindow, tickAt } from '../window.js';
import { mayStand, type WorldTypes } from './types.js';

const VALUE_MAX = 1000;

/** A relation as somebody tells it, its ends resolved. */
export interface ToldRelation {
  type: RelationType;
  from: Candidate;
  /** The other end; null of an attribute. */
  to: Candidate | null;
  /** The value of an attribute; null of a relation between entities. */
  value: string | null;
  validFrom: string | null;
  validUntil: string | null;
}

/** What a relation says, without who says it. */
export type RelationContent = Pick<NewRelation, 'type' | 'fromId' | 'validFrom' | 'validUntil' | 'period'> & Target;

/**
 * What is told, as it is stored: dates read on the calendar of the project, values in their canonical form. Ends of a
 * symmetric type are put in order, so that it is told in one way only.
 * @throws Problem `invalid_request`, `invalid_date` or `invalid_period`; `errors[]` names the fields
 */
export function contentOf(
  { clock }: Pick<Deps, 'clock'>,
  context: ProjectContext,
  types: WorldTypes,
  told: ToldRelation,
): RelationContent {
  const { type, from, to, validFrom, validUntil } = told;
  requireEnds(types, told);
  const now = tickAt(context.calendar, clock.now());
  const window = readWindow(validFrom, validUntil, context.calendar, now);
  const base = { type: type.name, fromId: from.id, validFrom, validUntil };
  if (to !== null) {
    const isSwapped = type.symmetric && to.id < from.id;
    const ends = isSwapped ? { fromId: to.id, toId: from.id } : { fromId: from.id, toId: to.id };
    return { ...base, ...ends, value: null, period: period(window.from, window.until) };
  }
  const { value, when } = readValue(type, told.value ?? '', context, now);
  return { ...base, toId: null, value, period: when ?? period(window.from, window.until) };
}

function requireEnds(types: WorldTypes, { type, from, to, value }: ToldRelation): void {
  const errors: FieldError[] = [];
  const check = (path: string, entity: Candidate, allowed: readonly string[]) => {
    if (mayStand(types, entity.type, allowed)) return;
    errors.push({ path, message: `${entity.name} is a ${entity.type}; ${type.name} takes ${allowed.join(', ')}` });
  };
  check('from', from, type.domain);
  if (to !== null) check('to', to, type.range);
  if (type.value === null && to === null) errors.push({ path: 'to', message: `is required for ${type.name}` });
  if (type.value !== null && value === null) errors.push({ path: 'value', message: `is required for ${type.name}` });
  if (type.value !== null && to !== null) errors.push({ path: 'to', message: `${type.name} takes a value instead` });
  if (type.value === null && value !== null) errors.push({ path: 'value', message: `${type.name} takes no value` });
  if (to !== null && from.id === to.id) errors.push({ path: 'to', message: 'must be another entity than from' });
  if (errors.length > 0) throw new Problem('invalid_request', 'The relation does not fit its ends.', errors);
}

/**
 * The canonical form of a value and, of a date, its time.
 * @throws Problem `invalid_request` or `invalid_date`; `path` is the field of the request
 */
export function readValue(
  type: RelationType,
  text: string,
  { calendar }: Pick<ProjectContext, 'calendar'>,
  now: number,
  path = 'value',
): { value: string; date: Unit | null; when: Period | null } {
  const badValue = (message: string) =>
    new Problem('invalid_request', 'The value does not fit its attribute.', [{ path, message }]);
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > VALUE_MAX) throw badValue(`must have 1 to ${VALUE_MAX} characters`);
  switch (type.value) {
    case 'date': {
      const unit = readDate(path, trimmed, calendar, now);
      return { value: trimmed, date: unit, when: period(unit, unit) };
    }
    case 'number': {
      const number = Number(trimmed);
      if (!Number.isFinite(number)) throw badValue('must be a number');
      return { value: String(number), date: null, when: null };
    }
    case 'boolean': {
      const value = trimmed.toLowerCase();
      if (value !== 'true' && value !== 'false') throw badValue('must be true or false');
      return { value, date: null, when: null };
    }
    case 'choice': {
      const choice = type.choices.find((candidate) => candidate.toLowerCase() === trimmed.toLowerCase());
      if (choice === undefined) throw badValue(`must be one of ${type.choices.join(', ')}`);
      return { value: choice, date: null, when: null };
    }
    default:
      return { value: trimmed, date: null, when: null };
  }
}

/** Who says a relation, as far as it is no document. */
export interface Teller {
  id: string;
  who: string;
  keyId: string | null;
  source: LoreSource | null;
}

/** A relation that somebody tells, rather than a document. */
export function toldBy({ id, who, keyId, source }: Teller, content: RelationContent): NewRelation {
  return {
    ...content,
    ...{ id, extraction: 1, prophetic: source?.kind === 'prophetic', saidKey: null, claimId: null, supersedes: [] },
    ...{ citation: { sourceId: source?.id ?? null, documentId: null, chunkId: null, span: null }, properties: {} },
    ...{ guarded: false, who, keyId },
  };
}
