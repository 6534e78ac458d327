import type { Lexicon } from '../../../core/lexicon.js';
import { matchPhrase } from '../1-tokens/phrases.js';
import { isAuxiliary } from '../1-tokens/verbs.js';
import { isWord, type Word } from '../1-tokens/word.js';
import type { Changed } from '../4-verb-group/change.js';
import type { Structure } from '../4-verb-group/structure.js';
import type { Framed } from './frame-context.js';

/**
 * Says of the words of a frame what leads to each: what the preposition before it may mean ("to the old *archive*" is
 * "toward"), or "how" and "why" before what is asked; of a verb, its particle ("*sign* up"). A number has a bound instead, but for spans of time.
 */
export function withLeads(
  framed: Framed[],
  words: readonly Word[],
  { structure, isChange }: Pick<Changed, 'structure' | 'isChange'>,
  lexicon: Lexicon,
): Framed[] {
  // "moved from A to B" is read as "uses B", which none leads to.
  if (isChange) return framed;
  const found = leadsOf(words, structure, lexicon);
  const particle = particleOf(words, structure, lexicon);
  return framed.map((each) => {
    const lead = each.isVerb ? particle : (spanLead(each.word, words) ?? found.get(each.word.start));
    if (lead === undefined || (each.token.quantity !== undefined && each.word.valueClass !== 'duration')) return each;
    return { ...each, token: { ...each.token, lead } };
  });
}

/** What a span of time says: how often, how long, or when. */
const SPANS = new Map([
  ['after', 'after'],
  ['each', 'every'],
  ['every', 'every'],
  ['for', 'long'],
  ['in', 'after until'],
  ['over', 'long'],
  ['within', 'until'],
]);

/** "runs *every* 15 minutes", "*for* 2 minutes", "*within* 2 minutes": of other things each. */
function spanLead(word: Word, words: readonly Word[]): string | undefined {
  if (word.valueClass !== 'duration') return;
  const [first = ''] = word.lower.split(' ');
  const before = words[words.indexOf(word) - 1]?.lower ?? '';
  return SPANS.get(first) ?? SPANS.get(before);
}

/** What leads to a word that is no verb, by the offset of the word. */
function leadsOf(words: readonly Word[], structure: Structure, lexicon: Lexicon): Map<number, string> {
  const found = new Map<number, string>();
  let senses: string | undefined;
  for (let at = 0, word = words[at]; word !== undefined; word = words[at]) {
    const match = matchPhrase(words, at, lexicon.prepositionSenses);
    if (match !== null) senses = isGoverned(words, at, lexicon) ? undefined : match.entry;
    else if (at === structure.verb || endsPhrase(word, lexicon))
      senses = CLAUSAL.get(word.lower) ?? amountLead(words, at, structure) ?? stillLed(senses, word);
    else if (senses !== undefined) found.set(word.start, senses);
    at = match?.end ?? at + 1;
  }
  return found;
}

/** "knows *why*", "knows *that*", "the key *which* fits": words that lead to a clause, as what they are compared. */
const CLAUSAL = new Map([
  ['how', 'how'],
  ['why', 'why'],
  ['that', 'that'],
  ['which', 'that'],
  ['who', 'that'],
  ['whom', 'that'],
]);
const CLAUSES = new Set(CLAUSAL.values());

/** "knows why he *was ill*": to the end of the clause. */
function stillLed(senses: string | undefined, { kind }: Word): string | undefined {
  return senses !== undefined && kind !== 'mark' && CLAUSES.has(senses) ? senses : undefined;
}

/** Beside an amount what one has is not all that one uses: "has 64 GB of *memory*" / "uses 20 GB of *memory*". */
function amountLead(words: readonly Word[], at: number, { verb, voice }: Structure): string | undefined {
  const isUse = verb === at && words[at]?.lemma === 'use';
  const isHave = verb === null && voice === 'active' && isWord(words[at], 'has', 'have', 'had');
  if (!(isUse || isHave) || words.every(({ quantity }) => quantity === null)) return;
  return isUse ? 'use' : 'have';
}

/** "signed *up*", "set *out* at dawn": nothing comes after it that it could lead to. */
function particleOf(words: readonly Word[], { verb }: Structure, lexicon: Lexicon): string | undefined {
  const [particle, next] = verb === null ? [] : words.slice(verb + 1, verb + 3);
  if (particle === undefined || !isPreposition(particle, lexicon)) return;
  const isLast = next === undefined || next.kind === 'mark' || next.opens !== null;
  return isLast || isPreposition(next, lexicon) ? particle.lower : undefined;
}

function isPreposition({ lower }: Word, { kinds }: Lexicon): boolean {
  return kinds.prepositions.has(lower);
}

/** "to *store* files" names a purpose; "banned *from*", "granted *to*": the word of modality brings its own. */
function isGoverned(words: readonly Word[], at: number, { verbs }: Lexicon): boolean {
  if (words[at - 1]?.use === 'modality' && isWord(words[at], 'by', 'for', 'from', 'to')) return true;
  return isWord(words[at], 'to') && verbs.has(words[at + 1]?.lower ?? '');
}

function endsPhrase(word: Word, lexicon: Lexicon): boolean {
  if (isWord(word, '-', "'")) return false;
  if (word.kind === 'mark' || word.opens !== null) return true;
  return lexicon.kinds.relatives.has(word.lower) || isAuxiliary(word, lexicon);
}
