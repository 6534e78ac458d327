import { statementOf } from '../../bench/statements.js';
import { seeded } from '../../test/helpers/seeded.js';

interface CrowdParts {
  /** Of the documents. */
  statements: readonly string[];
  /** That are asked for as people ask. */
  own: readonly string[];
  count: number;
}

/**
 * What is stored, in its order: the statements of documents and our own at places by chance among others, of which half
 * come from the bench's generator, and half are the beginning of one statement of a document and the end of another, so that
 * many share its words.
 */
export function crowd({ statements, own, count }: CrowdParts): string[] {
  const next = seeded(3);
  const pick = () => (statements[Math.floor(next() * statements.length)] ?? '').split(' ');
  const others = Array.from({ length: count - statements.length - own.length }, (_, at) => {
    if (at % 2 === 0) return statementOf(at / 2);
    const [head, tail] = [pick(), pick()];
    return [...head.slice(0, Math.ceil(head.length / 2)), ...tail.slice(Math.floor(tail.length / 2))].join(' ');
  });
  const known = new Set(statements);
  const all = [...statements, ...own, ...others.filter((text) => !known.has(text))];
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1));
    [all[at], all[other]] = [all[other] ?? '', all[at] ?? ''];
  }
  return all;
}
