import { rarities } from '../src/guard/keys.js';
import type { Entry } from './engines.js';
import { groupBy } from './report.js';

/** A stored statement and one that contradicts it, as they were read. */
export interface ConflictPair {
  file: string;
  stored: Entry;
  incoming: Entry;
}

/** What the query makes of the stored side: found among the compared, or at which step it was left out. */
export type Finding = 'found' | 'no shared key' | 'too many newer under the shared keys' | 'others share more';

/** A pair whose stored side is not among the candidates, and at which step of the query it was left out. */
export interface Miss extends ConflictPair {
  why: Finding;
}

/** How many pairs are missed why, by what the two sides have in common; one line each. */
export function missLines(misses: readonly Miss[]): string[] {
  const lines = [...groupBy(misses, ({ file, why }) => `${file.padEnd(24)} ${why}`)].sort().map(([name, rows]) => {
    const kinds = [...groupBy(rows, inCommon)].sort().map(([kind, group]) => `${kind} ${group.length}`);
    return `  ${name}: ${rows.length} (${kinds.join(', ')})`;
  });
  return lines.length === 0 ? [] : ['why it is missed where it is stored before them all:', ...lines];
}

function inCommon({ stored, incoming }: Miss): string {
  const there = words(stored);
  const shared = [...words(incoming)].filter(([word]) => there.has(word));
  const rare = shared.filter(([, rarity]) => rarity >= 0).length;
  if (shared.length === 0) return 'no word in common';
  if (rare === 0) return 'only common words in common';
  return shared.length === 1 ? 'one word in common' : rare === 1 ? 'one word that is not common' : 'several words';
}

function words({ reading }: ConflictPair['stored']): Map<string, number> {
  return new Map(reading.norms.flatMap((norm) => [...rarities(norm)]));
}
