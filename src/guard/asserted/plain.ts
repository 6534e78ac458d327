import { inflect } from '../../core/inflect.js';
import type { Lexicon } from '../../core/lexicon.js';
import type { AnswerLexicon } from '../../core/lexicon-answers.js';
import { isMask, type Mention, mentionIn } from './mask.js';
import { withoutEnd } from './trim.js';

/** A clause without what only colours it. */
export interface Plain {
  words: readonly string[];
  isDenied: boolean;
}

/** A sentence without the citations that it ends with, and without who says so before its first comma. */
export function withoutCitations(sentence: string, { citations, leads }: AnswerLexicon): string {
  const lower = sentence.toLowerCase();
  const comma = sentence.indexOf(', ');
  const isLed = comma > 0 && leads.some((lead) => lower.startsWith(`${lead} `));
  const start = isLed ? comma + 2 : 0;
  return sentence.slice(start, citationStart(sentence, citations)).trim();
}

/** Where a citation in brackets begins that ends the sentence, or its end. */
function citationStart(sentence: string, citations: ReadonlySet<string>): number {
  const end = withoutEnd(sentence, '.! \n\t');
  const open = Math.max(end.lastIndexOf('('), end.lastIndexOf('['));
  if (open < 0 || !/[)\]]$/.test(end)) return sentence.length;
  const word = /\w+/.exec(end.slice(open + 1))?.[0] ?? '';
  return citations.has(word.toLowerCase()) ? open : sentence.length;
}

/** Denials and auxiliaries as the reader of relations takes them: "did not rule" is denied "ruled". */
export function plainClause(words: readonly string[], mentions: readonly Mention[], lexicon: Lexicon): Plain {
  const { answers, contractions } = lexicon;
  const full = words.flatMap((word) => contractions.get(word.toLowerCase().replace('’', "'")) ?? [word]);
  const isDenied = full.some((word) => answers.denials.has(word.toLowerCase()));
  const said = full.filter((word) => !answers.denials.has(word.toLowerCase()) && !answers.beside.has(word));
  const finite = withoutDo(said, lexicon);
  return { words: withHolder(folded(finite, answers), mentions), isDenied };
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
