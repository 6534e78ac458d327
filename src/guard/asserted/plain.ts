import { inflect } from '../../core/inflect.js';
import type { Lexicon } from '../../core/lexicon.js';
import type { AnswerLexicon, Reserve } from '../../core/lexicon-answers.js';
import { Finder } from '../../lore/ingest/prose/finder.js';
import { isMask, type Mention, mentionIn } from './mask.js';
import { withoutEnd } from './trim.js';

/** A clause without what only colours it. */
export interface Plain {
  words: readonly string[];
  isDenied: boolean;
}

/** A text with blanks in place of its citations in brackets, so that every sentence stays where it is. */
export function withoutCitations(text: string, { citations }: AnswerLexicon): string {
  const finder = new Finder(text);
  let done = '';
  let at = 0;
  for (const { 0: open, index } of text.matchAll(/[([]/g)) {
    if (index < at) continue;
    const close = finder.next(open === '(' ? ')' : ']', index);
    if (close === null) continue;
    const word = /^\s{0,3}(\w{1,20})/.exec(text.slice(index + 1, index + 1 + WORD_WINDOW))?.[1] ?? '';
    if (!citations.has(word.toLowerCase())) continue;
    done += text.slice(at, index) + ' '.repeat(close + 1 - index);
    at = close + 1;
  }
  return done + text.slice(at);
}

/** Characters in which the first word of a citation lies. */
const WORD_WINDOW = 24;

/** A sentence without who says so, before its first comma. */
export function withoutLead(sentence: string, { leads }: AnswerLexicon): string {
  const lower = sentence.toLowerCase();
  const comma = sentence.indexOf(', ');
  const isLed = comma > 0 && leads.some((lead) => lower.startsWith(`${lead} `));
  return (isLed ? sentence.slice(comma + 2) : sentence).trim();
}

/** A sentence without what says at its end that it is not to be taken for sure, and how it is not. */
export function withoutReserve(
  sentence: string,
  { reserves }: AnswerLexicon,
): { said: string; reserve: Reserve | null } {
  const comma = sentence.lastIndexOf(', ');
  const aside = withoutEnd(sentence.slice(comma + 2), '.!?').toLowerCase();
  const reserve = RESERVES.find((one) => comma > 0 && reserves[one].includes(aside)) ?? null;
  return { said: reserve === null ? sentence : `${sentence.slice(0, comma)}.`, reserve };
}

const RESERVES = ['disputed', 'uncertain'] as const satisfies readonly Reserve[];

/** Denials and auxiliaries as the reader of relations takes them: "did not rule" is denied "ruled". */
export function plainClause(words: readonly string[], mentions: readonly Mention[], lexicon: Lexicon): Plain {
  const { answers } = lexicon;
  const full = words.flatMap((word) => inFull(word, lexicon));
  const isDenied = full.some((word) => answers.denials.has(word.toLowerCase()));
  const said = full.filter((word) => !answers.denials.has(word.toLowerCase()) && !answers.beside.has(word));
  const finite = withoutDo(said, lexicon);
  return { words: withHolder(folded(finite, answers), mentions), isDenied };
}

/** "Wasn't" is "was not". */
function inFull(word: string, { contractions }: Lexicon): readonly string[] {
  const plain = word.replace('’', "'");
  const known = contractions.get(plain.toLowerCase());
  if (known !== undefined) return known;
  return plain.endsWith("n't") ? [plain.slice(0, -"n't".length), 'not'] : [word];
}

/** "Did take" is "took", "does rule" is "rules". */
function withoutDo(words: readonly string[], lexicon: Lexicon): string[] {
  const at = words.findIndex((word) => /^(did|does|do)$/i.test(word));
  const verb = words[at + 1];
  if (at < 0 || verb === undefined) return [...words];
  const { past, third } = inflect(verb, lexicon.irregular);
  const form = words[at]?.toLowerCase() === 'did' ? (past[0] ?? verb) : third;
  return [...words.slice(0, at), form, ...words.slice(at + 2)];
}

function folded(words: readonly string[], { plain }: AnswerLexicon): string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const pair = plain.get(`${words[at]} ${words[at + 1]}`);
    found.push(pair ?? plain.get(words[at] ?? '') ?? words[at] ?? '');
    if (pair !== undefined) at += 1;
  }
  return found.flatMap((word) => word.split(' '));
}

/** "Was Abbot of Greywater" says who held a title. */
function withHolder(words: readonly string[], mentions: readonly Mention[]): string[] {
  return words.flatMap((word, at) => {
    const isTitle = isMask(word) && mentions[mentionIn(word) ?? -1]?.types.includes('title') === true;
    const before = words.slice(Math.max(0, at - 2), at).filter((one) => !/^(the|an?)$/i.test(one));
    return isTitle && /^(is|was|became|been)$/.test(before.at(-1) ?? '') ? ['holder', 'of', word] : [word];
  });
}
