import type { LoreRecord, OpenViolations } from '../../../core/record.js';
import type { LoreSource } from '../../../core/source.js';
import { Recorded } from '../../../lore/recorded.js';
import { type OpenOfProject, openOfProject } from '../../../store/queries/consistency/violations.js';
import { getSources } from '../../../store/queries/lore/sources.js';
import { NOTHING_TOLD, readTold, type Told } from '../../../store/queries/records/told-record.js';
import type { Db } from '../../../store/store.js';
import { type AskedSpan, type AskedTime, askedSpan, askedTime } from './asked-time.js';
import { counted, type Envelope, envelope } from './envelope.js';
import { NOWHERE, withSources } from './passage.js';
import { type Asker, type Question, recordInput } from './question.js';

/** What a list, or an answer about one thing, is about. */
export interface About {
  /** Ids of the entities that it names; none: it is about the whole project. */
  named?: readonly string[];
  /** Ids of the relations that it rests on. */
  relations?: readonly string[];
  /** Ids of the sources of the claims that it rests on. */
  sources?: readonly string[];
  time?: AskedTime | AskedSpan | null;
  /** What is open in the project, where that is known already. */
  open?: OpenOfProject;
}

/** What is said beside an answer of which the rows were found otherwise than by a question to the record. */
export async function saidBeside(asker: Asker, question: Question, about: About): Promise<Envelope> {
  return asker.deps.store.tenant(question.tenant.orgId, (db) => saidBesideOn(db, asker, question, about));
}

/** The same on a connection, beside what else is asked on it. */
export async function saidBesideOn(db: Db, asker: Asker, question: Question, about: About): Promise<Envelope> {
  const [beside, sources] = await Promise.all([
    readBeside(db, question, about),
    getSources(db, question.tenant, [...new Set(about.sources ?? [])]),
  ]);
  return sayBeside(asker, question, about, { ...beside, sources });
}

/** What an answer rests on, as it was read. */
export interface Beside extends Told {
  /** What is open in the whole project; null where the answer names an entity. */
  open: OpenOfProject | null;
}

/** Reads the record of what an answer is about; where it names no entity, also what is open in the whole project. */
async function readBeside(
  db: Db,
  question: Question,
  { named = [], relations = [], ...about }: About,
): Promise<Beside> {
  const { tenant } = question;
  const isOfProject = named.length === 0;
  const isBare = isOfProject && relations.length === 0;
  const [open, told] = await Promise.all([
    isOfProject ? (about.open ?? openOfProject(db, tenant)) : null,
    isBare ? NOTHING_TOLD : readTold(db, recordInput(question, named), relations),
  ]);
  return besideOf(told, open);
}

/** @param open what is open in the whole project; null where the answer names an entity */
export function besideOf({ record, storedAt }: Told, open: OpenOfProject | null): Beside {
  return { record: open === null ? record : { ...record, open: ofProject(open, record) }, storedAt, open };
}

/** What is said beside an answer, by what was read of what it is about. */
export function sayBeside(
  asker: Asker,
  question: Question,
  { named = [], time = null }: About,
  { record, open, sources }: Omit<Beside, 'storedAt'> & { sources: readonly LoreSource[] },
): Envelope {
  const recorded = new Recorded(record, question.types.relations, question.calendar);
  const answered = { question, recorded, session: asker.session, time, named, used: record.facts };
  const said = withSources(
    envelope(answered),
    sources.map((source) => ({ ...NOWHERE, source })),
  );
  return open === null ? said : { ...said, violations: counted(open.counts) };
}

function ofProject({ unacknowledged, lastRunAgeS }: OpenOfProject, { open: { bySource } }: LoreRecord): OpenViolations {
  return { ofEntities: {}, unacknowledged, isOfProject: true, bySource, questions: [], lastRunAgeS };
}

/**
 * The time that a list asks about; all time where it names none.
 * @throws Problem `invalid_date` or `ambiguous_entity`
 */
export async function timeOrAll(
  asker: Asker,
  question: Question,
  text: string | null | undefined,
): Promise<AskedTime | AskedSpan> {
  return text == null ? askedSpan(asker, question, {}) : askedTime(asker, question, 'at_time', text);
}
