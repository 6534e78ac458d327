import type { Lexicon } from '../../../core/lexicon.js';
import type { Modality } from '../../../core/modality.js';
import { PROPOSED_PRONOUNS, PROPOSED_SLOTS, PROPOSED_STATES, type Proposal } from '../../../core/proposal.js';
import { quotedIn } from '../../../core/quotation.js';
import { tokenize } from '../1-tokens/tokenize.js';

/** A proposition as a plain sentence, and where each of its pieces was taken from. */
export interface Composed {
  text: string;
  pieces: readonly Piece[];
}

/** A piece of the sentence; `from` is where it stands in the statement, null for what the sentence needs besides. */
export interface Piece {
  start: number;
  end: number;
  from: number | null;
  /** Present where it is a state of the list, of which an opposite is told by the modality. */
  isListed?: true;
}

/** A part of a proposition, with its place in the statement; null for a word of a closed list. */
type Part = Pick<Piece, 'from' | 'isListed'> & { text: string };

/** Longest part of a proposition: a longer one names nothing that would be found in another wording. */
const PART_MAX = 200;
const NOTHING: Part = { text: '', from: null };

const SLOTS: ReadonlySet<string> = new Set(PROPOSED_SLOTS);
const STATES: ReadonlySet<string> = new Set(PROPOSED_STATES);
const PRONOUNS: ReadonlySet<string> = new Set(PROPOSED_PRONOUNS);

/** How a state or a slot is said to be, and what comes before a verb. */
const BEING: Record<Modality, string> = {
  must: 'must be',
  should: 'should be',
  may: 'may be',
  must_not: 'must not be',
  should_not: 'should not be',
  may_not: 'need not be',
  is: 'is',
  is_not: 'is not',
};
const DOING: Record<Modality, string> = {
  must: 'must',
  should: 'should',
  may: 'may',
  must_not: 'must not',
  should_not: 'should not',
  may_not: 'need not',
  is: '',
  is_not: 'does not',
};

/**
 * The sentence that a proposition amounts to, in one of three forms, so that other wordings of the same come out alike.
 * Null where a part stands neither in the statement word for word nor on its list, or where it is of no form or of several.
 */
export function compose(proposal: Proposal, statement: string, lexicon: Lexicon): Composed | null {
  const subject = partOf(proposal.subject, statement, PRONOUNS);
  const filler = partOf(proposal.filler, statement, PRONOUNS);
  const condition = partOf(proposal.condition, statement, NO_LIST);
  if (subject === null || filler === null || condition === null || subject.text === '') return null;
  const said = saidOf(proposal, { subject, filler }, statement, lexicon);
  return said === null ? null : joined([...said, condition]);
}

const NO_LIST: ReadonlySet<string> = new Set();

function saidOf(
  { slot, state, verb, modality, only }: Proposal,
  { subject, filler }: { subject: Part; filler: Part },
  statement: string,
  lexicon: Lexicon,
): Part[] | null {
  const onlyIf = (place: Proposal['only']) => word(only === place ? 'only' : '');
  if ([slot, state, verb].filter((form) => form !== '').length !== 1) return null;
  if (slot !== '') {
    if (!SLOTS.has(slot) || filler.text === '') return null;
    return [word(`The ${slot} of`), onlyIf('subject'), subject, word(BEING[modality]), onlyIf('filler'), filler];
  }
  const told = partOf(state === '' ? verb : state, statement, state === '' ? NO_LIST : STATES);
  if (told === null) return null;
  if (state !== '') return [onlyIf('subject'), subject, word(BEING[modality]), told, onlyIf('filler'), filler];
  const doing = modality === 'is' ? told : { ...told, text: baseOf(told.text, lexicon) };
  return [onlyIf('subject'), subject, word(DOING[modality]), doing, onlyIf('filler'), filler];
}

function word(text: string): Part {
  return { text, from: null };
}

/** "carries": "carry". */
function baseOf(verb: string, lexicon: Lexicon): string {
  const [first, ...others] = tokenize(verb, lexicon);
  return first === undefined ? verb : `${first.lemma}${others.length === 0 ? '' : verb.slice(first.end)}`;
}

/** What is on the list, or stands in the statement as whole words; null for anything else. */
function partOf(said: string, statement: string, list: ReadonlySet<string>): Part | null {
  if (said.trim() === '') return NOTHING;
  if (list.has(said)) return { text: said, from: null, isListed: true };
  if (said.length > PART_MAX) return null;
  const found = quotedIn(statement, said);
  if (found === null || !isWhole(statement, found.start, found.end)) return null;
  return { text: statement.slice(found.start, found.end), from: found.start };
}

const LETTER = /[\p{L}\p{N}]/u;

function isWhole(statement: string, start: number, end: number): boolean {
  const isCut = (at: number) => LETTER.test(statement[at - 1] ?? '') && LETTER.test(statement[at] ?? '');
  return !isCut(start) && !isCut(end);
}

function joined(parts: readonly Part[]): Composed {
  const pieces: Piece[] = [];
  let text = '';
  for (const part of parts) {
    if (part.text === '') continue;
    if (text !== '') text += ' ';
    const { text: words, ...piece } = part;
    pieces.push({ start: text.length, end: text.length + words.length, ...piece });
    text += words;
  }
  return { text, pieces };
}
