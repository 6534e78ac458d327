import { manyViolations } from '../../../lore/caveats.js';
import { Recorded } from '../../../lore/recorded.js';
import { getSources } from '../../../store/queries/sources.js';
import { readTold } from '../../../store/queries/told-record.js';
import { countOpen } from '../../../store/queries/violations.js';
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
}

/** What is said beside an answer of which the rows were found otherwise than by a question to the record. */
export async function saidBeside(asker: Asker, question: Question, about: About): Promise<Envelope> {
  const { named = [], relations = [], sources = [], time = null } = about;
  const { tenant } = question;
  const { record, claimed } = await asker.deps.store.tenant(tenant.orgId, async (db) => ({
    record: await readTold(db, recordInput(question, named), relations),
    claimed: await getSources(db, tenant, [...new Set(sources)]),
  }));
  const recorded = new Recorded(record, question.types.relations, question.calendar);
  const answered = { question, recorded, session: asker.session, time, named, used: record.facts };
  const said = withSources(
    envelope(answered),
    claimed.map((source) => ({ ...NOWHERE, source })),
  );
  return named.length > 0 ? said : { ...said, ...(await ofProject(asker, question, said)) };
}

/** Of an answer that names nothing, what is open in the whole project. */
async function ofProject({ deps, session }: Asker, { tenant, manyViolations: many }: Question, { caveats }: Envelope) {
  const { all, fresh } = await deps.store.tenant(tenant.orgId, async (db) => ({
    all: await countOpen(db, tenant),
    fresh: await countOpen(db, tenant, { isNew: true }),
  }));
  const open = fresh.contradiction + fresh.anachronism + fresh.ontology_violation;
  const more = manyViolations(open, [], many);
  for (const { code } of more) session?.warn(code);
  return { violations: counted(all), caveats: [...caveats, ...more] };
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
