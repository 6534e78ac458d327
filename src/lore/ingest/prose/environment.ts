import { BETWEEN_HEADINGS, type Sentence } from '../../../core/document.js';
import type { Lexicon } from '../../../core/lexicon.js';

type Words = Pick<Lexicon, 'environments'>;

/**
 * Tells in which environment what stands under a heading holds: "Staging", "In production". What may as well be a subject of its own
 * ("Development", "CI") counts where another heading beside it names another environment.
 */
export function environmentsIn(
  sentences: readonly Sentence[],
  lexicon: Words,
): (sentence: Pick<Sentence, 'heading'>) => string | null {
  const named = new Map<string, Set<string>>();
  for (const { form, heading, text } of sentences) {
    const env = form === 'heading' ? environmentOf(text, lexicon) : null;
    if (env === null) continue;
    const beside = named.get(heading);
    if (beside === undefined) named.set(heading, new Set([env]));
    else beside.add(env);
  }
  if (named.size === 0) return () => null;
  return ({ heading }) => {
    const path = heading.split(BETWEEN_HEADINGS);
    for (let at = path.length - 1; at >= 0; at -= 1) {
      const env = environmentOf(path[at] ?? '', lexicon);
      const beside = named.get(path.slice(0, at).join(BETWEEN_HEADINGS))?.size ?? 0;
      if (env !== null && (beside > 1 || CERTAIN.has(env))) return env;
    }
    return null;
  };
}

/** Where nothing else is called so. */
const CERTAIN: ReadonlySet<string> = new Set(['production', 'staging', 'sandbox']);
const LEADING: ReadonlySet<string> = new Set(['for', 'in', 'on', 'only', 'the']);
const TRAILING: ReadonlySet<string> = new Set([
  ...['conventions', 'environment', 'only', 'policies', 'policy', 'rules', 'settings'],
]);

/** The environment that a heading names, and nothing else; null where it names none. */
function environmentOf(heading: string, { environments }: Words): string | null {
  const words = heading.toLowerCase().match(/[a-z]+/g) ?? [];
  let [start, end] = [0, words.length];
  while (start < end && LEADING.has(words[start] ?? '')) start += 1;
  for (;;) {
    const env = environments.get(words.slice(start, end).join(' '));
    if (env !== undefined || end <= start || !TRAILING.has(words[end - 1] ?? '')) return env ?? null;
    end -= 1;
  }
}
