import type { Lexicon } from '../../core/lexicon.js';
import type { FrameToken } from '../../core/norm.js';
import { stem } from '../../core/stem.js';
import { withEntity } from './entity.js';
import { matchPhrase } from './phrases.js';
import type { Structure } from './structure.js';
import { isWord, type Word } from './word.js';

/** A word that reached the frame, with the word it came from. */
export interface Framed {
  token: FrameToken;
  word: Word;
  isVerb: boolean;
}

const NAMED =
  /^(product:|colour|weekday|month|encoding|data_format|indentation|letter_case|quotes|endianness|line_ending|branching|merge_style|hash|cadence|licence|continent|consistency|architecture|compression)/;
const DATES = new Set(['year', 'date', 'day']);
const SELECTED_MAX = 3;

/** The content words of a clause as the alignment compares them. */
export function frame(words: readonly Word[], structure: Structure, lexicon: Lexicon): Framed[] {
  const verb = structure.verb === null ? undefined : words[structure.verb];
  const context: FrameContext = { words, structure, lexicon, isChoice: isChoice(verb, lexicon) };
  const framed = words.flatMap((word, index) => {
    if (!isContent(word, index, context)) return [];
    return [{ token: tokenOf(word, index, context), word, isVerb: index === structure.verb }];
  });
  return withoutWeakVerb(withoutLists(withEntity(framed, context), words, lexicon), lexicon);
}

export interface FrameContext {
  words: readonly Word[];
  structure: Structure;
  lexicon: Lexicon;
  /** Whether the clause picks one of several: "use", "be", "default to". */
  isChoice: boolean;
}

function isChoice(verb: Word | undefined, lexicon: Lexicon): boolean {
  return verb === undefined || lexicon.choiceVerbs.has(verb.lemma);
}

function isContent(word: Word, index: number, context: FrameContext): boolean {
  if (word.use !== 'content') return false;
  if (word.kind !== 'word' || word.lemma.startsWith('@') || index === context.structure.verb) return true;
  if (isLight(word, index, context)) return false;
  if (isSwitch(word, index, context)) return true;
  return word.valueClass !== null || !context.lexicon.functionWords.has(word.lower);
}

/** "the default value", "3 km long": the noun or adjective adds nothing. */
function isLight(word: Word, index: number, { words, lexicon }: FrameContext): boolean {
  const before = words[index - 1];
  if (before === undefined || word.valueClass !== null) return false;
  if (lexicon.measures.has(word.lower)) return before.valueClass === 'length' || before.valueClass === 'duration';
  return lexicon.lightNouns.has(word.lemma) && (lexicon.slotHeads.has(before.lemma) || before.kind === 'code');
}

/** "… is on", "… is off" at the end. */
function isSwitch(word: Word, index: number, { words, structure }: FrameContext): boolean {
  if (structure.voice !== 'copula' || !isWord(word, 'on', 'off') || index !== structure.bodyStart) return false;
  return words.slice(index + 1).every((rest) => rest.kind === 'mark');
}

function tokenOf(word: Word, index: number, context: FrameContext): FrameToken {
  const token: FrameToken = { stem: stemOf(word, context.lexicon), start: word.start, end: word.end };
  const role = index === context.structure.verb ? 'verb' : word.role;
  const placed: FrameToken = role === 'rest' ? token : { ...token, role };
  return { ...placed, ...exchangeOf(word, placed, context) };
}

function stemOf(word: Word, lexicon: Lexicon): string {
  if (word.canonical !== null) return word.canonical;
  return word.kind === 'word' && !word.lemma.startsWith('@') ? stem(word.lemma, lexicon) : word.lemma;
}

/**
 * What a word may be exchanged for: a value of its class, or the other word of a pair of opposites. In the subject and
 * in conditions such words are part of what is spoken of, so there they are never decisive.
 */
function exchangeOf(word: Word, token: FrameToken, context: FrameContext): Pick<FrameToken, 'frame' | 'negative'> {
  const isBody = token.role === undefined || token.role === 'verb';
  if (word.valueClass !== null)
    return { frame: `${isBody && selects(word.valueClass, context) ? '#' : '?'}${word.valueClass}` };
  const pair = context.lexicon.oppositions.get(token.stem) ?? prefixed(word.lower, context.lexicon);
  if (pair === null) return {};
  const isDecisive = token.role === 'verb' || (isBody && context.isChoice);
  const sign = !isDecisive ? '!' : pair.kind === 'complementary' ? '±' : '~';
  return { frame: `${sign}${pair.family}`, ...(pair.negative ? { negative: true as const } : {}) };
}

/** "non-empty" is the opposite of "empty", whatever the word. */
function prefixed(lower: string, lexicon: Lexicon) {
  if (!lower.startsWith('non-')) return null;
  return { family: stem(lower.slice(4), lexicon), kind: 'complementary' as const, negative: true };
}

/** Whether a value of this class stands in a slot that takes one value. */
function selects(valueClass: string, { structure, isChoice }: FrameContext): boolean {
  return isChoice || DATES.has(valueClass) || (structure.voice === 'active' && !NAMED.test(valueClass));
}

const CHOICE = ['use', 'prefer'];

/**
 * "Use tabs", "Prefer tabs" and "Tabs are required" differ in modality only, so "use" is no content of its own; nor is
 * a verb that links a slot with its value. One that names its slot becomes that name: "weighs" is "weight".
 */
function withoutWeakVerb(framed: Framed[], lexicon: Lexicon): Framed[] {
  const at = framed.findIndex(({ isVerb }) => isVerb);
  const verb = framed[at];
  if (verb === undefined || framed.length < 2) return framed;
  const isValued = framed.some(({ token }) => token.frame?.startsWith('#'));
  const named = isValued ? lexicon.slotVerbs.get(verb.word.lemma) : undefined;
  if (named !== undefined) return namedSlot(framed, at, verb, named);
  const isLink =
    isValued && lexicon.weakVerbs.has(verb.word.lemma) && framed.some(({ word }) => lexicon.slotHeads.has(word.lemma));
  return isLink || CHOICE.includes(verb.word.lemma) ? framed.filter((each) => each !== verb) : framed;
}

function namedSlot(framed: Framed[], at: number, verb: Framed, name: string): Framed[] {
  if (framed.some(({ word }) => word.lemma === name)) return framed.filter((each) => each !== verb);
  const { start, end } = verb.token;
  return framed.with(at, {
    token: { stem: name, role: 'agent', start, end },
    word: { ...verb.word, lemma: name },
    isVerb: false,
  });
}

/** Members of a list are no selection: "tabs or spaces", "such as 80". */
function withoutLists(framed: Framed[], words: readonly Word[], lexicon: Lexicon): Framed[] {
  const selected = framed.filter(({ token }) => token.frame?.startsWith('#'));
  const listStart = words.findIndex((_, index) => matchPhrase(words, index, lexicon.lists) !== null);
  const listAt = words[listStart]?.start ?? Number.POSITIVE_INFINITY;
  for (const { token } of selected) {
    const isCrowded = selected.length > SELECTED_MAX || selected.some((other) => isListed(token, other.token, words));
    if (isCrowded || token.start > listAt) token.frame = token.frame?.replace('#', '?') ?? '';
  }
  return framed;
}

/** Two values of one class with nothing but "and", "or" or a comma between them. */
function isListed(a: FrameToken, b: FrameToken, words: readonly Word[]): boolean {
  if (a === b || a.frame?.slice(1) !== b.frame?.slice(1)) return false;
  const from = Math.min(a.end, b.end);
  const until = Math.max(a.start, b.start);
  return words.every((word) => word.start < from || word.start >= until || isWord(word, ',', 'and', 'or', '/', 'to'));
}
