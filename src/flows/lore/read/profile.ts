import type { Candidate } from '../../../core/resolution.js';
import { Recorded } from '../../../lore/recorded.js';
import { readEnds } from '../../../store/queries/records/ends-record.js';
import { type OpenAbout, openAbout } from '../../consistency/open-about.js';
import type { Deps } from '../../deps.js';
import { mayStand } from '../types.js';
import { type Envelope, envelope } from './envelope.js';
import { type ShownFact, showFact } from './fact.js';
import { livesOf, type ShownLife } from './lives.js';
import { readOneNamed } from './named.js';
import { type Asker, openQuestion } from './question.js';

export interface ProfileAnswer extends Envelope, Pick<ShownLife, 'lives'> {
  person: Candidate;
  groups: Record<ProfileGroup, ShownFact[]>;
  prophecies: ShownFact[];
  anachronisms: OpenAbout[];
  /** Whether there is more than was read. */
  isCut: boolean;
}

/** What tells of a person, by its type and the end on which the person stands. */
const GROUPS = {
  life: { from: ['BORN_ON', 'BORN_IN', 'DIED_ON', 'DIED_IN', 'BURIED_AT', 'EXISTED_DURING'], to: [] },
  parents: { from: [], to: ['PARENT_OF'] },
  children: { from: ['PARENT_OF'], to: [] },
  spouses: { from: ['SPOUSE_OF'], to: ['SPOUSE_OF'] },
  bloodlines: { from: ['DESCENDED_FROM'], to: [] },
  titles: { from: ['CLAIMS_TITLE'], to: [] },
  memberships: { from: ['MEMBER_OF', 'BELONGS_TO', 'SERVES', 'VASSAL_OF'], to: [] },
  deeds: {
    from: [
      ...['PARTICIPATED_IN', 'WITNESSED', 'CAUSED', 'CREATED', 'FOUNDED', 'ENCOUNTERED', 'MENTORED'],
      ...['RULES', 'CONTROLS', 'POSSESSES'],
    ],
    to: ['ENCOUNTERED'],
  },
} as const satisfies Record<string, Record<'from' | 'to', readonly string[]>>;
export type ProfileGroup = keyof typeof GROUPS;

const NAMES = Object.keys(GROUPS) as ProfileGroup[];
const typesAt = (end: 'from' | 'to') => [...new Set(NAMES.flatMap((name) => [...GROUPS[name][end]]))];

/** Relations that are read, and anachronisms. */
const READ_MAX = 500;
const ANACHRONISMS_MAX = 20;
const PEOPLE = ['creature', 'deity', 'person'];

/**
 * A life: when it was, the family, titles, memberships, and deeds in the order of time.
 * @throws Problem `unknown_entity` or `ambiguous_entity`
 */
export async function profileOf(
  asker: Asker & { deps: Deps },
  asked: { person: string; knownAt?: string | null | undefined },
): Promise<ProfileAnswer> {
  const question = await openQuestion(asker, asked.knownAt);
  const probe = { from: typesAt('from'), to: typesAt('to'), asked: null, after: null, limit: READ_MAX + 1 };
  const mention = { path: 'person', name: asked.person };
  const found = await readOneNamed(asker, question, mention, (db, input) => readEnds(db, input, probe));
  const { record, entity: person } = found;
  const { id, name } = person;
  const recorded = new Recorded(record, question.types.relations, question.calendar);
  const used = record.facts.slice(0, READ_MAX);
  const facts = used.map((relation) => showFact(relation, recorded, question, null)).sort(inTime);
  const told = facts.filter(({ prophetic }) => !prophetic);
  const hint = mayStand(question.types, person.type, PEOPLE) ? null : misfit(person);
  const which = { kinds: ['anachronism' as const], knownAt: question.knownAt, limit: ANACHRONISMS_MAX };
  return {
    ...envelope({ question, recorded, session: asker.session, time: null, named: [id], used, hint }),
    ...{ person, lives: livesOf(id, recorded), groups: grouped(told, id) },
    prophecies: facts.filter(({ prophetic }) => prophetic),
    anachronisms: await openAbout(asker.deps, question.tenant, { entity: id, name }, which),
    isCut: record.facts.length > READ_MAX,
  };
}

function misfit({ name, type }: Candidate): string {
  return `A profile is that of a person, creature or deity; ${name} is of type ${type}. entity_context tells of it.`;
}

function grouped(facts: readonly ShownFact[], person: string): Record<ProfileGroup, ShownFact[]> {
  const groups = {} as Record<ProfileGroup, ShownFact[]>;
  for (const name of NAMES) groups[name] = facts.filter((fact) => isOf(GROUPS[name], fact, person));
  return groups;
}

function isOf({ from, to }: Record<'from' | 'to', readonly string[]>, fact: ShownFact, person: string): boolean {
  return (fact.from.id === person && from.includes(fact.type)) || (fact.to?.id === person && to.includes(fact.type));
}

/** What nobody dates comes last. */
function inTime(a: ShownFact, b: ShownFact): number {
  return startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1);
}

function startOf({ when }: ShownFact): number {
  return when?.from?.from ?? Number.MAX_SAFE_INTEGER;
}
