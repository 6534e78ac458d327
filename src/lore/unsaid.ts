import type { AnswerLexicon } from '../core/lexicon-answers.js';

/** A call of a session, as far as a draft is held against it. */
export interface Delivered {
  status: number;
  entities: readonly string[];
  caveats: readonly string[];
  relations: readonly string[];
}

/** Everything that the calls of a session returned. */
export function returnedBy(calls: readonly Delivered[]): ReadonlySet<string> {
  return new Set(calls.flatMap(({ relations }) => relations));
}

/**
 * The caveats that a session was answered with about what a draft names, and that the draft does not say: none of the words
 * for them is in it.
 * @param entities ids of what the draft names
 */
export function unsaidCaveats(
  text: string,
  entities: ReadonlySet<string>,
  calls: readonly Delivered[],
  { caveats }: AnswerLexicon,
): string[] {
  const about = calls.filter((call) => call.status < 400 && call.entities.some((id) => entities.has(id)));
  const delivered = new Set(about.flatMap((call) => call.caveats));
  const lower = text.toLowerCase();
  return [...delivered].filter((code) => {
    const words = caveats.get(code);
    return words !== undefined && !words.some((word) => lower.includes(word));
  });
}
