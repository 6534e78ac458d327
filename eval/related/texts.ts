import type { Case, Write } from '../../src/cli/labelled.js';
import { seeded } from '../../test/helpers/seeded.js';

/** Statements of documents: those that stand in them one after the other, and those that pairs were made from. */
export function documentTexts(cases: readonly Case[]): { told: string[]; all: string[] } {
  const statements = (of: readonly Case[]) => of.flatMap(({ writes }) => writes.map(({ statement }) => statement));
  const told = [...new Set(statements(cases.filter(({ isDocument }) => isDocument)))];
  const sources = cases.filter(({ file }) => /^(tp-edits|tn-lookalike)/.test(file));
  const all = new Set([
    ...told,
    ...sources.flatMap(({ writes }) => writes.slice(0, 1)).map(({ statement }) => statement),
  ]);
  return { told, all: shuffled([...all]) };
}

/** As many as are asked for: those that are missing are made of the beginning of one and the end of another. */
export function withMade(texts: readonly string[], count: number): string[] {
  if (texts.length === 0) throw new Error('no document is among the files');
  const next = seeded(1);
  const pick = () => (texts[Math.floor(next() * texts.length)] ?? '').split(' ');
  const all = new Set(texts.slice(0, count));
  while (all.size < count) {
    const [head, tail] = [pick(), pick()];
    all.add([...head.slice(0, Math.ceil(head.length / 2)), ...tail.slice(Math.floor(tail.length / 2))].join(' '));
  }
  return shuffled([...all]);
}

export function plain(statement: string): Write {
  return { statement, env: null, team: null, from: null, until: null };
}

function shuffled(texts: string[]): string[] {
  const next = seeded(5);
  for (let at = texts.length - 1; at > 0; at -= 1) {
    const other = Math.floor(next() * (at + 1));
    [texts[at], texts[other]] = [texts[other] ?? '', texts[at] ?? ''];
  }
  return texts;
}
