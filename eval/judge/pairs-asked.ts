import type { Case, Write } from '../../src/cli/labelled.js';
import type { JudgedPair, JudgedSide } from '../../src/core/judge.js';
import type { Lexicon } from '../../src/core/lexicon.js';
import { examine, leftOpen } from '../../src/guard/pipeline.js';
import { seeded } from '../../test/helpers/seeded.js';
import { type Entry, enter } from '../engines.js';
import { Crowd } from '../related/crowd.js';
import { documentTexts, plain } from '../related/texts.js';

/** Both sides of each labelled pair, whatever the rules make of it: they change, and what was recorded stays. */
export function labelledPairs(cases: readonly Case[]): JudgedPair[] {
  return cases.flatMap(({ writes: [a, b] }) => (a === undefined || b === undefined ? [] : [pairOf(a, b)]));
}

/** A statement of a document, and those that it is compared with. */
export interface AskedEntry {
  incoming: Entry;
  stored: Entry[];
}

/** Some statements of documents, each beside those of its neighbours that the server compares it with. */
export function documentEntries(cases: readonly Case[], lexicon: Lexicon, count: number): AskedEntry[] {
  const texts = documentTexts(cases);
  const crowd = new Crowd(texts.all.map((statement) => enter(plain(statement), lexicon)));
  const next = seeded(26);
  const picked = [...texts.told].map((text) => ({ text, at: next() })).sort((a, b) => a.at - b.at);
  return picked.slice(0, count).map(({ text }) => {
    const incoming = enter(plain(text), lexicon);
    return { incoming, stored: crowd.candidates(incoming) };
  });
}

/** The pairs of such statements that the server would ask a judge about. */
export function documentPairs(cases: readonly Case[], lexicon: Lexicon, count: number): JudgedPair[] {
  return documentEntries(cases, lexicon, count).flatMap(({ incoming, stored }) => {
    const examined = examine(
      incoming.reading,
      stored.map(({ candidate }) => candidate),
    );
    const { pairs } = leftOpen(incoming.reading, examined);
    return pairs.map(({ candidate }) => pairOf(plain(candidate.statement), incoming.write));
  });
}

export function pairOf(stored: Write, incoming: Write): JudgedPair {
  return { stored: sideOf(stored), incoming: sideOf(incoming) };
}

function sideOf({ statement, env, team, from, until }: Write): JudgedSide {
  return { statement, scope: { env, team }, validFrom: from, validUntil: until };
}
