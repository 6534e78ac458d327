import { referenceNamed } from '../../../core/reference.js';
import { type Candidate, resolve } from '../../../core/resolution.js';
import { findMentioned } from '../../../store/queries/lore/resolve.js';
import { type FieldMention, found, required } from '../resolve.js';
import type { WorldTypes } from '../types.js';
import type { Asker, Question } from './question.js';

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
  // The first of a question is what it is about, so it comes first in what was spoken of.
  for (const { id } of named) session?.speakOf(id);
  return named;
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
