import { type Candidate, resolve } from '../../../core/resolution.js';
import { findMentioned } from '../../../store/queries/lore/resolve.js';
import { ambiguous } from '../resolve.js';
import type { Asker } from './question.js';

/** Words of a text that are looked at, and words of a name. */
const WORDS_MAX = 80;
const NAME_WORDS = 6;
const WORD = /[\p{L}\p{N}\p{M}'’ʼ-]+/gu;
const CAPITAL = /^\p{Lu}/u;

/** Words that stand together in a text. */
interface Run {
  start: number;
  end: number;
  text: string;
}

/**
 * The entities that a text names, each once, in the order of the text. The longest name counts where one lies in another;
 * a name of one word begins with a capital. What was found is spoken of from then on.
 * @throws Problem `ambiguous_entity`, with candidates
 */
export async function mentionedIn({ deps, tenant, session }: Asker, path: string, text: string): Promise<Candidate[]> {
  const runs = runsOf(text);
  const mentions = runs.map((run) => ({ name: run.text }));
  const lists = await deps.store.tenant(tenant.orgId, (db) =>
    findMentioned(db, tenant, mentions, { findsAlike: false }),
  );
  const named = runs.flatMap((run, at) => (lists[at]?.length ? [{ run, candidates: lists[at] }] : []));
  const taken: typeof named = [];
  for (const one of named.sort((a, b) => lengthOf(b.run) - lengthOf(a.run) || a.run.start - b.run.start)) {
    if (taken.every(({ run }) => run.end <= one.run.start || one.run.end <= run.start)) taken.push(one);
  }
  const found = taken
    .sort((a, b) => a.run.start - b.run.start)
    .map(({ run, candidates }) => {
      const resolution = resolve(candidates, { acceptsTypos: false });
      if (resolution.outcome === 'ambiguous') throw ambiguous(path, run.text, resolution.candidates);
      return resolution.outcome === 'found' ? resolution.entity : null;
    });
  const entities = [...new Map(found.flatMap((one) => (one === null ? [] : [[one.id, one] as const]))).values()];
  for (const { id } of entities) session?.speakOf(id);
  return entities;
}

function runsOf(text: string): Run[] {
  const words = [...text.matchAll(WORD)].slice(0, WORDS_MAX).map(([word]) => word);
  const lengths = Array.from({ length: NAME_WORDS }, (_, n) => n + 1);
  return words
    .flatMap((_, start) => lengths.map((length) => ({ start, end: start + length })))
    .filter(({ start, end }) => end <= words.length && (end - start > 1 || CAPITAL.test(words[start] ?? '')))
    .map(({ start, end }) => ({ start, end, text: words.slice(start, end).join(' ') }));
}

function lengthOf({ start, end }: Run): number {
  return end - start;
}
