import { referenceNamed } from '../../../core/reference.js';
import { type Candidate, resolve } from '../../../core/resolution.js';
import { findMentioned } from '../../../store/queries/lore/resolve.js';
import type { RecordInput } from '../../../store/queries/records/record.js';
import type { Db } from '../../../store/store.js';
import { type FieldMention, found, required } from '../resolve.js';
import type { WorldTypes } from '../types.js';
import { type Asker, type Question, recordInput } from './question.js';

/**
 * Who is meant by ids and names of a question, in one query. "he", "it" or "the city" is what the session last spoke of
 * that fits, unless something is called so. What is found is spoken of from then on.
 * @throws Problem `unknown_entity` or `ambiguous_entity`, with candidates
 */
export async function namedIn(
  asker: Asker,
  question: Question,
  mentions: readonly FieldMention[],
): Promise<Candidate[]> {
  const { deps, tenant, session } = asker;
  const lists = await deps.store.tenant(tenant.orgId, (db) => findMentioned(db, tenant, mentions));
  const named: Candidate[] = [];
  for (const [at, mention] of mentions.entries()) {
    const resolution = resolve(lists[at] ?? [], { acceptsTypos: false });
    const isUnknown = resolution.outcome === 'unknown';
    const spoken = isUnknown ? await spokenOf(asker, question, mention.name) : undefined;
    named.push(spoken ?? required(mention.path, mention.name, resolution));
  }
  speakOf(session, named);
  return named;
}

/** The first of a question is what it is about, so it comes first in what was spoken of. */
function speakOf(session: Asker['session'], named: readonly Candidate[]): void {
  for (const { id } of named) session?.speakOf(id);
}

/**
 * As `namedIn`, and what is read of them, in one statement that finds them by itself. Only where nobody, or more than one,
 * is called so, they are found first: by the session, or what it throws says what is like it.
 * @param read answers, beside what it read, who may be meant by each of the names or ids that it is given
 * @throws Problem `unknown_entity` or `ambiguous_entity`, with candidates
 */
export async function readNamedIn<T extends { called: readonly (readonly Candidate[])[] }>(
  asker: Asker,
  question: Question,
  mentions: readonly FieldMention[],
  read: (db: Db, input: RecordInput) => Promise<T>,
): Promise<T & { named: Candidate[] }> {
  const { deps, tenant, session } = asker;
  const ask = (names: readonly string[]) =>
    deps.store.tenant(tenant.orgId, (db) => read(db, recordInput(question, names)));
  const answer = await ask(mentions.map(({ name }) => name));
  const resolved = answer.called.map((candidates) => resolve(candidates, { acceptsTypos: false }));
  const meant = resolved.flatMap((one) => (one.outcome === 'found' ? [one.entity] : []));
  if (meant.length === mentions.length) {
    speakOf(session, meant);
    return { ...answer, named: meant };
  }
  const named = await namedIn(asker, question, mentions);
  return { ...(await ask(named.map(({ id }) => id))), named };
}

/** As `readNamedIn`, of one. */
export async function readOneNamed<T extends { called: readonly (readonly Candidate[])[] }>(
  asker: Asker,
  question: Question,
  mention: FieldMention,
  read: (db: Db, input: RecordInput) => Promise<T>,
): Promise<T & { entity: Candidate }> {
  const answer = await readNamedIn(asker, question, [mention], read);
  return { ...answer, entity: found(answer.named[0]) };
}

/** As `namedIn`, for one. */
export async function oneNamed(asker: Asker, question: Question, mention: FieldMention): Promise<Candidate> {
  const [named] = await namedIn(asker, question, [mention]);
  return found(named);
}

async function spokenOf(asker: Asker, question: Question, name: string): Promise<Candidate | undefined> {
  const [latest] = await allSpokenOf(asker, question.types, name);
  return latest;
}

/** All that a word may stand for in the session, latest first; nothing for what is no such word, or without a session. */
export async function allSpokenOf(
  { deps, session }: Asker,
  { templates }: WorldTypes,
  name: string,
  type?: string,
): Promise<Candidate[]> {
  const reference = session === null ? undefined : referenceNamed(deps.lexicon.references, name);
  if (reference === undefined || session === null) return [];
  const meant = await deps.sessions.meant(session, reference, templates);
  return meant.filter((one) => type === undefined || one.type === type);
}
