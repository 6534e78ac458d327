import type { TextSpan } from '../../src/core/document.js';
import type { Told, ToldClaim } from '../../src/flows/documents/told-claims.js';
import type { Mark } from './marks.js';

/** A mark, and what became of it. */
export interface Marked {
  mark: Mark;
  isClaim: boolean;
  /** The sentences in which it stands, each with what became of it. */
  became: string[];
}

/** A mark is a claim where claims are made of so much of it. */
const COVERED_MIN = 0.5;

/**
 * What became of the marks of one document. A mark is found by its letters and digits from its line on, so that neither spaces nor
 * marks of Markdown count.
 * @throws Error where the document does not say what is marked
 */
export function matched(content: string, marks: readonly Mark[], told: readonly Told[]): Marked[] {
  const folded = foldedText(content);
  const leading = new Set(told.flatMap(({ claim }) => (claim === null ? [] : leadInOf(claim))));
  const isMade = ({ claim, sentence }: Told) =>
    claim !== null || leading.has(sentence.leads ? sentence.text.slice(0, -1).trimEnd() : sentence.text);
  return marks.map((mark) => {
    const { start, end } = placeOf(mark, content, folded);
    const around = told.filter(({ sentence }) => sentence.start < end && sentence.end > start);
    const places = Array.from({ length: end - start }, (_, at) => start + at).filter((at) => folded.isSaid.has(at));
    const covered = places.filter((at) =>
      around.some((one) => isMade(one) && one.sentence.start <= at && at < one.sentence.end),
    );
    return { mark, isClaim: covered.length >= COVERED_MIN * places.length, became: around.map(outcomeOf) };
  });
}

/** What leads to the list of a claim, where it is a part of it. */
function leadInOf({ statement, sentence: { leadIn } }: ToldClaim): string[] {
  return leadIn !== null && statement.startsWith(leadIn) ? [leadIn] : [];
}

function outcomeOf(told: Told): string {
  const { form, heading } = told.sentence;
  return `${told.claim === null ? told.why : told.claim.kind}, ${form} under "${heading}"`;
}

interface Folded {
  text: string;
  /** Where each of its characters stands. */
  at: number[];
  isSaid: ReadonlySet<number>;
}

function foldedText(text: string): Folded {
  const at: number[] = [];
  const kept: string[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (!/[\p{L}\p{N}]/u.test(character)) continue;
    at.push(index);
    kept.push(character.toLowerCase().charAt(0));
  }
  return { text: kept.join(''), at, isSaid: new Set(at) };
}

function placeOf({ file, line, text }: Mark, content: string, folded: Folded): TextSpan {
  const from = offsetOf(line, content);
  const wanted = foldedText(text).text;
  const first = folded.at.findIndex((at) => at >= from);
  const found = first < 0 ? -1 : folded.text.indexOf(wanted, first);
  if (wanted === '' || found < 0) throw new Error(`${file}:${line} does not say: ${text}`);
  return { start: folded.at[found] ?? 0, end: (folded.at[found + wanted.length - 1] ?? 0) + 1 };
}

function offsetOf(line: number, content: string): number {
  let at = 0;
  for (let number = 1; number < line; number += 1) {
    const end = content.indexOf('\n', at);
    if (end < 0) return content.length;
    at = end + 1;
  }
  return at;
}
