import type { Calendar } from '../../../core/calendar.js';
import type { RelationTypes } from '../../../core/relation-type.js';
import type { Tenant } from '../../../core/scope.js';
import { lifeTypesOf } from '../../../lore/recorded.js';
import type { LifeTypes, RecordInput } from '../../../store/queries/records/record.js';
import type { Deps } from '../../deps.js';
import type { SessionUse } from '../sessions.js';
import { typesUnder, type WorldTypes } from '../types.js';

/** Who asks, and in which conversation. A context of a tool is one. */
export interface Asker {
  deps: Deps;
  tenant: Tenant;
  /** Null where the request names none. */
  session: SessionUse | null;
}

/** What answers to questions about the world go by. */
export interface Question {
  tenant: Tenant;
  types: WorldTypes;
  lifeTypes: LifeTypes;
  calendar: Calendar;
  /** Open violations of what it names from which on the answer says so. */
  manyViolations: number;
  /** Seconds since 1970. */
  now: number;
  /** ISO 8601: when it was asked. */
  askedAt: string;
  /** ISO 8601: what was believed then is asked for; null is now. */
  knownAt: string | null;
}

const lifeTypesBy = new WeakMap<RelationTypes, LifeTypes>();

/** Begins to answer: the calendar and the types of the project, as of a few seconds ago. */
export async function openQuestion({ deps, tenant }: Asker, knownAt: string | null | undefined): Promise<Question> {
  const context = await deps.contexts.of(tenant);
  const { calendar, consistency } = context;
  const types = await typesUnder(deps, tenant, context);
  const lifeTypes = lifeTypesBy.get(types.relations) ?? lifeTypesOf(types.relations);
  lifeTypesBy.set(types.relations, lifeTypes);
  const ms = deps.clock.now();
  const [now, askedAt] = [Math.floor(ms / 1000), new Date(ms).toISOString()];
  const { manyViolations } = consistency;
  return {
    tenant,
    types,
    lifeTypes,
    calendar,
    manyViolations,
    now,
    askedAt,
    knownAt: knownAt == null ? null : toUtc(knownAt),
  };
}

/** With all the digits that it was given with, so that what was stored at that very moment is found. */
function toUtc(instant: string): string {
  return instant.endsWith('Z') ? instant : new Date(instant).toISOString();
}

/** What the statements of an answer take. */
export function recordInput({ tenant, knownAt, lifeTypes }: Question, named: readonly string[]): RecordInput {
  return { tenant, knownAt, lifeTypes, named };
}
