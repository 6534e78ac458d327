import { grouped } from '../../../core/grouped.js';
import type { SourceKind } from '../../../core/source.js';
import { parseRange } from '../../columns.js';
import type { Db } from '../../tenant.js';
import type { Dating } from '../lore/dating.js';
import { asNames, type MeantBy, toCandidates } from '../lore/meant.js';
import { periodOf } from '../period-row.js';
import { type Beside, type NamedRecord, type RecordInput, toRecord } from './record.js';

export interface LookedUpProbe {
  /** Default: of any type. */
  type?: string | undefined;
  /** Types of relations that tell when an entity was. */
  dating: readonly string[];
}

/** What is called so: who it may be, and of each its names and what tells when it was. */
export interface LookedUp extends NamedRecord {
  /** By the ids of entities. */
  names: ReadonlyMap<string, readonly string[]>;
  dates: readonly Dating[];
}

type ListedDate = readonly [
  ...[entityId: string, type: string, certain: string, possible: string, tail: number],
  ...[extraction: number, prophetic: boolean, isDisputed: boolean, sourceKind: SourceKind | null],
];

/** What `entity_looked_up` (migration 0054) answers. */
interface Answer {
  called: MeantBy[];
  names?: [entityId: string, name: string][] | null;
  dates?: ListedDate[] | null;
  beside?: Beside;
}

/** Whatever bears the one name of the input, with all that an answer says of it: one statement. */
export async function readLookedUp(db: Db, input: RecordInput, { type, dating }: LookedUpProbe): Promise<LookedUp> {
  const { tenant, knownAt, named } = input;
  const [row] = await db.run<{ json: string }>({
    name: 'read_looked_up',
    text: 'SELECT entity_looked_up($1, $2, $3::timestamptz, $4::text[], $5, $6::text[])::text AS json',
    values: [tenant.orgId, tenant.project, knownAt ?? 'infinity', asNames(named), type ?? null, dating],
  });
  const { called, names, dates, beside = {} } = JSON.parse(row?.json ?? '{"called":[]}') as Answer;
  return {
    record: toRecord({ beside }),
    called: [toCandidates(called)],
    names: grouped(names ?? []),
    dates: (dates ?? []).map(toDating),
  };
}

function toDating(row: ListedDate): Dating {
  const [entityId, type, certain, possible, tail, extraction, prophetic, isDisputed, sourceKind] = row;
  const when = periodOf({ validCertain: parseRange(certain), validPossible: parseRange(possible), validTail: tail });
  return { entityId, type, when, extraction, prophetic, isDisputed, sourceKind };
}
