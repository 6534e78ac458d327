import { nameKey } from '../../../core/name.js';
import { type Candidate, type Resolution, resolve } from '../../../core/resolution.js';
import type { Mention } from '../../../guard/asserted/mask.js';
import { type NamePlace, namePlaces } from '../../../guard/asserted/names.js';
import type { AssertedEnd } from '../../../guard/asserted/read.js';
import { findMentioned } from '../../../store/queries/lore/resolve.js';
import type { Asker, Question } from '../read/question.js';
import { mayStand } from '../types.js';

/** A name of a sentence, and who may be meant by it. */
export interface Named extends Mention {
  name: string;
  candidates: readonly Candidate[];
}

/** What is called so, by the key of the name; only of names that are known. */
type Known = ReadonlyMap<string, readonly Candidate[]>;

/** The names of several sentences, in one query. */
export async function namesIn(
  { deps, tenant }: Asker,
  question: Question,
  sentences: readonly string[],
): Promise<Named[][]> {
  const places = sentences.map(namePlaces);
  const names = new Map(places.flat().map(({ text }) => [nameKey(text), text]));
  names.delete('');
  const mentions = [...names.values()].map((name) => ({ name }));
  const found = await deps.store.tenant(tenant.orgId, (db) =>
    findMentioned(db, tenant, mentions, { findsAlike: false }),
  );
  const known: Known = new Map([...names.keys()].map((key, at) => [key, found[at] ?? []]));
  return places.map((some) => longest(some, known, question));
}

/** From left to right, each as long as may be. */
function longest(places: readonly NamePlace[], known: Known, { types }: Question): Named[] {
  const named: Named[] = [];
  let end = 0;
  for (const place of places) {
    const candidates = known.get(nameKey(place.text)) ?? [];
    if (place.start < end || candidates.length === 0) continue;
    const kinds = candidates.flatMap(({ type }) => [
      type,
      ...types.templates.flatMap((template) => (template.type === type ? [template.kind_of ?? type] : [])),
    ]);
    named.push({ ...place, name: place.text, candidates, types: kinds.map((kind) => kind.toLowerCase()) });
    end = place.end;
  }
  return named;
}

/** Who stands at an end, of those that may stand there. */
export function meantBy(
  end: AssertedEnd,
  named: readonly Named[],
  allowed: readonly string[],
  { types }: Question,
): Resolution {
  const key = nameKey(end.text);
  const mention = end.mention === null ? named.find(({ name }) => nameKey(name) === key) : named[end.mention];
  const candidates = mention?.candidates ?? [];
  const fitting = candidates.filter(({ type }) => mayStand(types, type, allowed));
  return resolve(fitting.length > 0 ? fitting : candidates, { acceptsTypos: false });
}
