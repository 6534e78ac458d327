import { returnedBy, unsaidCaveats } from '../../../lore/unsaid.js';
import { CALLS_MAX, listCalls } from '../../../store/queries/lore/sessions.js';
import type { Asker } from '../read/question.js';
import type { SentenceVerdict } from './verdict.js';

/** What the calls of a session say of a draft. */
export interface SessionMarks {
  /** By sentence. */
  returned: (boolean | null)[];
  unsaid: string[] | null;
}

type Sentence = SentenceVerdict & { entities: readonly string[] };

/** Holds a draft against what its session was answered, and takes note of the rules that it does not meet. */
export async function heldAgainst(
  { deps, session }: Asker,
  text: string,
  sentences: readonly Sentence[],
): Promise<SessionMarks> {
  if (session === null) return { returned: [], unsaid: null };
  await deps.sessions.settled(session);
  const page = { limit: CALLS_MAX, cursor: undefined };
  const { items } = await deps.store.tenant(session.tenant.orgId, (db) => listCalls(db, session, page));
  const { claims } = await deps.sessions.touched(session);
  const known = new Set([...returnedBy(items), ...claims]);
  const returned = sentences.map((sentence) => wasReturned(sentence, known));
  const named = new Set(sentences.flatMap(({ entities }) => entities));
  const unsaid = unsaidCaveats(text, named, items, deps.lexicon.answers);
  if (returned.includes(false)) session.miss('never_unreturned');
  if (unsaid.length > 0) session.miss('pass_on_caveats');
  if (sentences.some(({ verdict }) => verdict === 'contradicted')) session.miss('verify_answer');
  return { returned, unsaid };
}

/** Of a sentence that states nothing which is recorded nobody can say: "I don't know" has nothing to return. */
function wasReturned({ relations, claims, isRead }: Sentence, known: ReadonlySet<string>): boolean | null {
  const decisive = claims.filter(({ side }) => side !== 'may_contradict').map(({ id }) => id);
  if (!isRead && decisive.length === 0) return null;
  const deciding = [...relations.flatMap((relation) => relation.deciding), ...decisive];
  return deciding.some((id) => known.has(id));
}
