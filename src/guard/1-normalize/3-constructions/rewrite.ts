import type { Lexicon } from '../../../core/lexicon.js';
import { stem } from '../../../core/stem.js';
import { asWritten, isHyphen, matchPhrase } from '../1-tokens/phrases.js';
import { wordOf } from '../1-tokens/tokenize.js';
import { isAuxiliary } from '../1-tokens/verbs.js';
import { changed, isAmong, isOwner, isWord, type Word } from '../1-tokens/word.js';

/**
 * Puts plain words for expressions that say the same: "fails to load" is "does not load", "belongs to X" is "is owned
 * by X". Offsets stay those of the expression.
 */
export function rewrite(whole: readonly Word[], lexicon: Lexicon): Word[] {
  const result: Word[] = [];
  const words = formerHabit(joinParticles(whole, lexicon), lexicon);
  for (let at = 0; at < words.length; ) {
    const match = rewriteAt(words, at, lexicon);
    if (match === null) result.push(words[at] as Word);
    else result.push(...replaced(words.slice(at, match.end), match.by, result.at(-1), lexicon));
    at = match?.end ?? at + 1;
  }
  const plain = remaining(withoutKept(passive(withoutKind(result, lexicon), lexicon), lexicon), lexicon);
  return withArticle(nameCalled(plain, lexicon), lexicon);
}

/** "Switch the old fire alarm off": how many words may stand between. */
const PARTED_MAX = 4;

/** "Switch the alarm off", "turned the offer down": the particle comes back to the verb that it makes an expression with. */
function joinParticles(words: readonly Word[], lexicon: Lexicon): readonly Word[] {
  const off = words.findIndex(
    (word, at) => at > 1 && isAmong(word, lexicon.grammar.particles) && isEnd(words[at + 1], lexicon),
  );
  const particle = words[off];
  if (particle === undefined) return words;
  for (let verb = off - 2; verb >= 0 && off - verb <= PARTED_MAX + 1; verb -= 1) {
    if (isBetweenOf(words[verb + 1], lexicon)) return words;
    const whole = [words[verb] as Word, particle];
    if (matchPhrase(whole, 0, lexicon.rewrites.plain)?.end !== 2) continue;
    return [...words.slice(0, verb), ...whole, ...words.slice(verb + 1, off), ...words.slice(off + 1)];
  }
  return words;
}

/** "The gateway *used to log* requests": it formerly logged them. Not "data used to build the index is large", "is used to build". */
function formerHabit(words: readonly Word[], lexicon: Lexicon): readonly Word[] {
  const at = words.findIndex((word, index) => index > 0 && isWord(word, 'used') && isWord(words[index + 1], 'to'));
  const [used, , verb, ...rest] = at < 0 ? [] : words.slice(at);
  if (used === undefined || verb === undefined || isWord(verb, 'be') || !lexicon.verbs.has(verb.lower)) return words;
  if (isAuxiliary(words[at - 1] as Word, lexicon) || rest.some((word) => isAuxiliary(word, lexicon))) return words;
  const past = verb.lower.endsWith('e') ? `${verb.lower}d` : `${verb.lower}ed`;
  const place = { start: used.start, end: verb.end };
  const former = wordOf('formerly', place, 'formerly', lexicon);
  return [...words.slice(0, at), former, changed(verb, { text: past, lower: past }), ...rest];
}

function isEnd(next: Word | undefined, { kinds, conditions }: Lexicon): boolean {
  return next === undefined || next.kind === 'mark' || kinds.prepositions.has(next.lower) || conditions.has(next.lower);
}

function isBetweenOf(word: Word | undefined, { kinds }: Lexicon): boolean {
  return word === undefined || word.kind === 'mark' || kinds.prepositions.has(word.lower);
}

/** "is out of order", "is not in use": nothing has to follow what they stand for, as it has to after "is lacking". */
const NEEDS_NOTHING = ['used', 'work'];

function rewriteAt(
  words: readonly Word[],
  at: number,
  lexicon: Lexicon,
): { end: number; by: readonly string[] } | null {
  const found = matchPhrase(words, at, lexicon.rewrites.plain, asWritten, isHyphen);
  // "the user's name" is no "user name".
  const plain = found !== null && words.slice(at, found.end - 1).some(isOwner) ? null : found;
  if (plain !== null && plain.end < words.length && !isDated(words, plain.end, plain.entry))
    return { end: plain.end, by: plain.entry };
  const isLast = plain !== null && plain.end === words.length;
  if (isLast && (!plain.entry.includes('not') || NEEDS_NOTHING.includes(plain.entry.at(-1) ?? '')))
    return { end: plain.end, by: plain.entry };
  const gerund = matchPhrase(words, at, lexicon.rewrites.gerund);
  const next = gerund === null ? undefined : words[gerund.end];
  if (gerund === null || next === undefined || !next.lower.endsWith('ing') || !lexicon.verbs.has(next.lemma))
    return null;
  return { end: gerund.end + 1, by: [...gerund.entry, next.lemma] };
}

/** "was signed *in* 1920": the particle opens a date, which goes on in words that end with it too. */
function isDated(words: readonly Word[], end: number, by: readonly string[]): boolean {
  if (words[end - 1]?.lower === by.at(-1)) return false;
  return words[end]?.kind === 'number' && isWord(words[end - 1], 'in', 'on') && !isWord(words[end - 2], 'was', 'is');
}

/** After a modal verb or a negation "does" has no place; at the beginning it is an imperative. */
function replaced(part: readonly Word[], by: readonly string[], before: Word | undefined, lexicon: Lexicon): Word[] {
  const first = part[0];
  const last = part.at(-1);
  if (first === undefined || last === undefined) return [...part];
  const isBound = before !== undefined && (lexicon.negators.has(before.lower) || lexicon.modality.has(before.lower));
  const start = by[0] === 'does' && before === undefined ? ['do', ...by.slice(1)] : by;
  const forms = by[0] === 'does' && isBound ? by.slice(1) : start;
  const place = { start: first.start, end: last.end };
  return forms.map((form) => changed(wordOf(first.text, place, form, lexicon), { text: form, isStandIn: false }));
}

/** "OPS-1187": by such a key a tracker knows what it tracks. */
const TRACKED = /^\p{Lu}[\p{Lu}\d]+-\d+$/u;

/** "ticket OPS-1187", "the flag `--color`", "the value of `batch.size`": what kind of thing a name in code stands for is no content. */
function withoutKind(words: readonly Word[], lexicon: Lexicon): Word[] {
  return words.filter((word, at) => {
    const next = isWord(words[at + 1], 'of') && isWord(word, 'value') ? words[at + 2] : words[at + 1];
    const isOpened = at === 0 || isWord(words[at - 1], 'the', 'environment', 'config', 'configuration');
    const isOfCode = isAmong(word, lexicon.grammar.setting_nouns) && isOpened && next?.kind === 'code';
    return !isOfCode && !(isOpened && isAmong(word, lexicon.grammar.tracked) && TRACKED.test(next?.text ?? ''));
  });
}

const GET = new Map([
  ['get', 'are'],
  ['gets', 'is'],
  ['got', 'was'],
]);

/** "Files are packed using zstd": "with" it. */
function isMeans(words: readonly Word[], at: number): boolean {
  return isWord(words[at], 'using') && words[at - 1]?.lower.endsWith('ed') === true;
}

/** "Rows get removed by X": "are removed". */
function passive(words: readonly Word[], lexicon: Lexicon): Word[] {
  return words.map((word, at) => {
    if (isMeans(words, at)) return wordOf(word.text, word, 'with', lexicon);
    const be = GET.get(word.lower);
    if (be === undefined) return word;
    const next = words[at + 1];
    const isParticiple = next?.lower.endsWith('ed') === true && lexicon.verbs.has(next.lemma);
    return isParticiple ? wordOf(word.text, word, be, lexicon) : word;
  });
}

const REMAIN = new Map(
  Object.entries({
    lie: 'are',
    lies: 'is',
    remain: 'are',
    remained: 'was',
    remains: 'is',
    sit: 'are',
    sits: 'is',
    stand: 'are',
    stands: 'is',
    stay: 'are',
    stayed: 'was',
    stays: 'is',
    stood: 'was',
  }),
);

/** "The gate stands open", "Uploads stay disabled": before a state these verbs add nothing to "is". */
function remaining(words: readonly Word[], lexicon: Lexicon): Word[] {
  return words.map((word, at) => {
    const be = REMAIN.get(word.lower);
    const next = words[at + 1];
    if (be === undefined || next === undefined || at === 0 || !isState(next, lexicon)) return word;
    const isEnd = words[at + 2] === undefined || words[at + 2]?.kind === 'mark';
    const isLinked =
      lexicon.functionWords.has(words[at + 2]?.lower ?? '') || lexicon.conditions.has(words[at + 2]?.lower ?? '');
    const isBound = words.slice(0, at).some(({ lower }) => lexicon.modality.has(lower));
    if (!isEnd && !isLinked) return word;
    return wordOf(word.text, word, isBound ? 'be' : be, lexicon);
  });
}

/** "The gate is kept closed": before a state "kept" adds nothing to "is". */
function withoutKept(words: readonly Word[], lexicon: Lexicon): readonly Word[] {
  const at = words.findIndex(
    (word, index) => isWord(word, 'kept', 'left', 'held') && isWord(words[index - 1], 'is', 'are', 'be', 'was', 'were'),
  );
  const next = words[at + 1];
  return at > 0 && next !== undefined && isState(next, lexicon) ? words.toSpliced(at, 1) : words;
}

/** "open", "disabled", "unchanged" */
function isState(word: Word, lexicon: Lexicon): boolean {
  return word.kind === 'word' && (lexicon.oppositions.has(stem(word.lemma, lexicon)) || lexicon.states.has(word.lemma));
}

/** "The default branch is called `main`": before a name "called" adds nothing to "is". */
function nameCalled(words: readonly Word[], lexicon: Lexicon): Word[] {
  return words.filter((word, at) => {
    const next = words[at + 1];
    const isNaming = isWord(word, 'called', 'named') && isWord(words[at - 1], 'is', 'are', 'be', 'was');
    const isLast = words[at + 2] === undefined || words[at + 2]?.kind === 'mark';
    if (!isNaming || next === undefined || !(next.kind === 'code' || next.capital || isLast)) return true;
    return !words.slice(0, at).some(({ lemma }) => lexicon.slotHeads.has(lemma) || lexicon.slotMarkers.has(lemma));
  });
}

/** "Mara is treasurer of the club" is "the treasurer", as there is one. */
function withArticle(words: readonly Word[], lexicon: Lexicon): Word[] {
  const at = words.findIndex(
    ({ lemma }, index) =>
      lexicon.slotHeads.has(lemma) &&
      isWord(words[index - 1], 'is') &&
      isWord(words[index + 1], 'of') &&
      words[index - 2]?.capital === true,
  );
  const post = words[at];
  if (post === undefined) return [...words];
  return [...words.slice(0, at), wordOf('the', post, 'the', lexicon), ...words.slice(at)];
}
