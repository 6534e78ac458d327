import type { RelationRequest, WriteRequest } from '../../core/claim.js';
import type { ProjectContext } from '../../core/context.js';
import { Problem } from '../../core/errors.js';
import { type Naming, nameKey } from '../../core/name.js';
import type { Reading } from '../../core/norm.js';
import { ALWAYS, type Period, period, UNKNOWN_DATE, type Unit } from '../../core/period.js';
import { type RelationType, type RelationTypes, relationTypeNamed } from '../../core/relation-type.js';
import { EXTRACTION } from '../../core/source.js';
import { asOfKind, unknownReading } from '../../guard/pipeline.js';
import { type Stated, type StatedEnd, statedIn, unstatedIn, withRelation } from '../../guard/stated.js';
import type { Deps } from '../deps.js';
import { readStatement } from '../read-statement.js';
import { readWindow, type Window } from '../window.js';
import { untitled } from './around.js';
import { readValue } from './draft-relation.js';
import { typesOf } from './types.js';

/** Stage 1 of a write, and the relations that it states: the one that it gives as such, or those that its words tell of. */
export async function readStated(
  deps: Deps,
  context: ProjectContext,
  request: WriteRequest,
  window: Window,
  nowTick: number,
): Promise<{ reading: Reading; stated: Stated[]; unstated: number; types: RelationTypes }> {
  const { relation = null } = request;
  if (relation !== null && request.kind === 'rejection') throw deniedRelation();
  const types = await typesFor(deps, request);
  const unread = unknownReading({ ...request, ...window }, deps.lexicon);
  const isWorded = request.op !== 'add_relation';
  const worded = isWorded ? await readStatement(deps, request, window, context, nowTick) : asRead(unread);
  const said = asOfKind(worded, request);
  if (relation === null) {
    return {
      types,
      reading: said,
      stated: statedIn(request.statement, said, { types, calendar: context.calendar, now: nowTick }),
      unstated: unstatedIn(said, types),
    };
  }
  const given = readGiven(types, { ...context, naming: deps.lexicon.relations }, request, relation, nowTick);
  const [blank] = unread.norms;
  if (blank === undefined) throw new Error('every reading has a norm');
  const { reading, norm } = withRelation(said, given, blank);
  return { types, reading, stated: [{ ...given, norm }], unstated: 0 };
}

/** Nothing keeps that a relation is not so. */
function deniedRelation(): Problem {
  return new Problem('invalid_request', 'A rejection says what is not so; it can not state a relation.', [
    { path: 'relation', message: 'must be left out where kind is rejection' },
  ]);
}

/** The built-in types, and where a request names none of them, those that the templates of its project declare. */
async function typesFor(deps: Deps, { relation = null, tenant }: WriteRequest): Promise<RelationTypes> {
  const { relationTypes } = deps.lexicon;
  const isKnown = relation === null || relationTypeNamed(relationTypes, relation.type) !== undefined;
  return isKnown ? relationTypes : (await typesOf(deps, tenant)).relations;
}

/** Nothing was to be read: the relation says it all. */
function asRead(reading: Reading): Reading {
  return { ...reading, normalizerState: 'read' };
}

/** @throws Problem `invalid_request`, `invalid_date` or `invalid_period`; `errors[]` names the fields */
function readGiven(
  types: RelationTypes,
  { calendar, naming }: Pick<ProjectContext, 'calendar'> & { naming: Naming },
  request: WriteRequest,
  relation: RelationRequest,
  nowTick: number,
): Stated {
  const prefix = request.op === 'add_relation' ? '' : 'relation.';
  const named = relationTypeNamed(types, relation.type);
  if (named === undefined) {
    const message = `must be one of ${[...types.keys()].join(', ')}`;
    throw new Problem('invalid_request', `There is no relation type "${relation.type}".`, [
      { path: `${prefix}type`, message },
    ]);
  }
  const { type, isInverse } = named;
  const validFrom = relation.validFrom ?? request.validFrom;
  const validUntil = relation.validUntil ?? request.validUntil;
  const bounds = under(prefix, () => readWindow(validFrom, validUntil, calendar, nowTick));
  const value = type.value === null ? null : readValue(type, relation.to, { calendar }, nowTick, `${prefix}to`);
  const date = value?.date ?? null;
  const [from, to] = isInverse ? [relation.to, relation.from] : [relation.from, relation.to];
  return {
    ...{ type, from: endNamed(from, naming), to: type.value === null ? endNamed(to, naming) : null },
    ...{ value: value?.value ?? null, validFrom, validUntil },
    begins: date ?? known(bounds.from),
    ends: date ?? known(bounds.until),
    when: timeOf(type, date, bounds),
    ...{
      isProphetic: false,
      source: null,
      extraction: EXTRACTION.declared,
      norm: 0,
      fields: isInverse ? { from: `${prefix}to`, to: `${prefix}from` } : { from: `${prefix}from`, to: `${prefix}to` },
    },
  };
}

/** As the same name in a sentence: whoever is not known with the title may be known without it. */
function endNamed(name: string, naming: Naming): StatedEnd {
  const key = nameKey(name);
  const short = untitled(key, naming);
  return { name, short: short === key || short === '' ? null : short };
}

/** What happens at a date holds at that date; what lasts, from its beginning on. */
function timeOf({ isEvent }: RelationType, date: Unit | null, { from, until }: Window): Period {
  if (date !== null) return period(date, date);
  if (isEvent && until === null) return from === null ? ALWAYS : period(from, from);
  return period(from, until);
}

function known(bound: Unit | null): Unit | null {
  return bound === UNKNOWN_DATE ? null : bound;
}

/** The fields of a relation lie within it. */
function under<T>(prefix: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const errors = error.errors.map(({ path, message }) => ({ path: `${prefix}${path}`, message }));
    throw new Problem(error.code, error.message, errors);
  }
}
