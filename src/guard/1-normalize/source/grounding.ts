import type { Lexicon } from '../../../core/lexicon.js';
import { direction } from '../../../core/modality.js';
import type { FrameToken, Norm, Reading, Span } from '../../../core/norm.js';
import { stem } from '../../../core/stem.js';
import type { Word } from '../1-tokens/word.js';
import { locate, type Section } from './sections.js';

/** A clause that was restated in words of the statement. */
export interface Grounded {
  /** The norm of the restated clause, its offsets those of the statement. */
  norm: Norm;
  /** The clauses of the statement that it speaks for. */
  sections: readonly Section[];
  /** What the rules read there and the restated clause leaves out, or null when it also brings or moves words. */
  leftOut: readonly FrameToken[] | null;
}

/**
 * Finds each word of a restated clause in the statement: first among those that the rules read in the sections that it
 * speaks for, in their order, then `anywhere`, by its form. Null when a word is not in the statement, or there is not one clause.
 */
export function ground(
  restated: Reading,
  spokenFor: readonly Section[],
  anywhere: ReadonlyMap<string, Word>,
): Grounded | null {
  const [norm, ...others] = restated.norms;
  if (norm === undefined || others.length > 0 || norm.tokens.length === 0 || spokenFor.length === 0) return null;
  const read = spokenFor.flatMap((section) => section.norm.tokens);
  const used = new Set<FrameToken>();
  let last = -1;
  let isSame = true;
  const tokens: FrameToken[] = [];
  for (const token of norm.tokens) {
    const at = read.findIndex((other, index) => index > last && other.stem === token.stem);
    const found = read[at] ?? anywhere.get(token.stem);
    if (found === undefined) return null;
    if (at < 0) isSame = false;
    else used.add(read[at] as FrameToken);
    last = Math.max(last, at);
    tokens.push({ ...token, start: found.start, end: found.end });
  }
  const spans = relocated(norm, tokens);
  const leftOut = isSame ? read.filter((token) => !used.has(token)) : null;
  return { norm: { ...norm, tokens, spans }, sections: spokenFor, leftOut };
}

/** Every word of a statement by each of its forms. */
export function formsOf(sections: readonly Section[], lexicon: Lexicon): Map<string, Word> {
  const forms = new Map<string, Word>();
  for (const word of sections.flatMap((section) => section.words)) {
    if (word.kind === 'mark') continue;
    for (const form of [word.lower, word.lemma, stem(word.lemma, lexicon)]) if (!forms.has(form)) forms.set(form, word);
  }
  return forms;
}

/** The spans of words that were found in the statement, where they stand there. */
function relocated(norm: Norm, tokens: readonly FrameToken[]): Span[] {
  return norm.spans.flatMap(({ slot, start, end }) => {
    const at = norm.tokens.findIndex((token) => token.start === start && token.end === end);
    const found = tokens[at];
    return found === undefined ? [] : [{ slot, start: found.start, end: found.end }];
  });
}

/**
 * Whether the statement is behind a grounded clause in all that decides: it is one whole clause of the statement, of
 * which only framing words are left out; it says "only" where the statement does; and its modality is that which the
 * rules read, or else one that the quoted words can carry.
 */
export function isBorneOut({ norm, sections, leftOut }: Grounded, modalityQuote: string, lexicon: Lexicon): boolean {
  const [section, ...others] = sections;
  if (section === undefined || others.length > 0 || leftOut === null) return false;
  const quoted = quotedWords(section, modalityQuote, lexicon);
  const { norm: plain } = section;
  if (plain.subjectKind !== 'PRESENT' || plain.exclusive !== norm.exclusive) return false;
  if (norm.preferredOver !== null && plain.preferredOver === null) return false;
  if (!leftOut.every((token) => isFraming(token, section, quoted, lexicon))) return false;
  return plain.modality === norm.modality || isCarried(norm, section, quoted, lexicon);
}

/** Where the modality of a grounded clause stands: where the rules see the same one, or else where the quotation does. */
export function modalitySpans({ norm, sections }: Grounded, quote: string, lexicon: Lexicon): Span[] {
  const [section] = sections;
  const plain = section?.norm.spans.filter(({ slot }) => slot === 'modality') ?? [];
  if (section === undefined || (plain.length > 0 && section.norm.modality === norm.modality)) return plain;
  const found = locate(section.words, quote, lexicon);
  return found === null ? [] : [{ slot: 'modality', ...found }];
}

/** Most words that may carry a modality. */
const QUOTED_MAX = 8;

/** The words of a clause that a quotation names, if they stand there one after the other. */
function quotedWords({ words }: Section, quote: string, lexicon: Lexicon): readonly Word[] {
  const span = locate(words, quote, lexicon);
  const quoted = span === null ? [] : words.filter(({ start, end }) => start >= span.start && end <= span.end);
  return quoted.length > QUOTED_MAX ? [] : quoted;
}

/** "We decided …", "Note that …", "… against …": what says that it is said. "We have not decided …" says nothing yet. */
function isFraming(token: FrameToken, { words }: Section, quoted: readonly Word[], lexicon: Lexicon): boolean {
  const { framing, negators } = lexicon;
  const at = words.findIndex(({ start, end }) => start === token.start && end === token.end);
  if (framing.deciding.has(token.stem) || framing.saying.has(token.stem)) {
    return !words.slice(0, at).some(({ lower }) => negators.has(lower));
  }
  if (words[at]?.lemma === 'use') return true;
  return framing.denying.has(token.stem) && quoted.some(({ start }) => start === token.start);
}

/**
 * Whether quoted words may carry a modality that the rules did not see: nothing else in the clause does, one of them
 * decides or denies, and the clause denies an odd number of times exactly when the modality points against its content.
 */
function isCarried(norm: Norm, { norm: plain, words }: Section, quoted: readonly Word[], lexicon: Lexicon): boolean {
  const { framing, negators } = lexicon;
  if (plain.spans.some(({ slot }) => slot === 'modality')) return false;
  const stemOf = (word: Word) => stem(word.lemma, lexicon);
  if (!quoted.some((word) => framing.deciding.has(stemOf(word)) || framing.denying.has(stemOf(word)))) return false;
  const denials = words.filter((word) => negators.has(word.lower) || framing.denying.has(stemOf(word))).length;
  return (denials % 2 === 1) === (direction(norm.modality) === 'against');
}
