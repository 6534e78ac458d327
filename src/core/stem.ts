/** What the stemmer needs to know of the language. */
export interface Forms {
  /** Base forms of verbs. */
  verbs: ReadonlySet<string>;
  /** Forms that follow no rule. */
  irregular: ReadonlyMap<string, string>;
  /** Other spellings and short forms, with the word that they stand for. */
  synonyms: ReadonlyMap<string, string>;
  /** Nouns of action, with the verb for what is done: encryption → encrypt. */
  actions: ReadonlyMap<string, string>;
}

const VOWEL = /[aeiouy]/;
/** One short vowel before one consonant that would have been doubled: "rating" is of "rate", and "planes" are not plans. */
const SHORT = /^[^aeiouy]*[aeiouy][^aeiouywx]$/;

/**
 * The base form of an English word in lower case, as far as rules go: a known verb for its inflections, the singular
 * for plurals. A word that no rule fits comes back as it is.
 */
export function lemma(word: string, forms: Forms): string {
  const irregular = forms.irregular.get(word);
  if (irregular !== undefined) return irregular;
  if (word.length < 4 || forms.verbs.has(word)) return word;
  return verbLemma(word, forms.verbs) ?? nounLemma(word);
}

/** The base form under which all spellings of a word meet. */
export function baseForm(word: string, forms: Forms): string {
  const base = forms.synonyms.get(word) ?? lemma(word, forms);
  return forms.synonyms.get(base) ?? base;
}

/** A key under which all inflections of a word meet, and the noun for what a verb does; not meant for reading. */
export function stem(word: string, forms: Forms): string {
  const base = baseForm(word, forms);
  const action = forms.actions.get(base) ?? base;
  return forms.verbs.has(action) ? action : foldEnding(action);
}

/** Whether a word is a form of a known verb other than its base: "uses", "used", "using". */
export function isInflectedVerb(word: string, forms: Forms): boolean {
  if (forms.verbs.has(word) && !forms.irregular.has(word)) return false;
  return forms.verbs.has(lemma(word, forms));
}

function verbLemma(word: string, verbs: ReadonlySet<string>): string | null {
  if (word.endsWith('s') && !word.endsWith('ss')) return known(sBases(word), verbs);
  if (word.endsWith('ed')) return known(suffixBases(word.slice(0, -2)), verbs);
  if (word.endsWith('ing')) return known(suffixBases(word.slice(0, -3)), verbs);
  return null;
}

function known(bases: readonly string[], verbs: ReadonlySet<string>): string | null {
  return bases.find((base) => verbs.has(base)) ?? null;
}

function sBases(word: string): string[] {
  const bases = [word.slice(0, -1)];
  if (word.endsWith('ies')) bases.push(`${word.slice(0, -3)}y`);
  if (/(o|s|x|z|ch|sh)es$/.test(word)) bases.push(word.slice(0, -2));
  return bases;
}

/** Longer words may stand without their "e" or with it: "opening", "imagining". */
function suffixBases(base: string): string[] {
  const bases = SHORT.test(base) ? [`${base}e`] : [base, `${base}e`];
  if (base.endsWith('i')) bases.push(`${base.slice(0, -1)}y`);
  if (isDoubled(base)) bases.push(base.slice(0, -1));
  return bases;
}

function isDoubled(base: string): boolean {
  return base.length > 2 && base.at(-1) === base.at(-2) && !VOWEL.test(base.slice(-1));
}

function nounLemma(word: string): string {
  if (!word.endsWith('s') || /(ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(ss|x|ch|sh|z)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

function foldEnding(word: string): string {
  const cut = withoutSuffix(word);
  const isCut = cut.length < word.length;
  if (isCut && isDoubled(cut)) return cut.slice(0, -1);
  if (isCut && SHORT.test(cut)) return `${cut}e`;
  const isKept = word.length <= 3 || SHORT.test(word.slice(0, -1));
  return cut.endsWith('e') && !isKept ? cut.slice(0, -1) : cut;
}

function withoutSuffix(word: string): string {
  if (word.length > 5 && word.endsWith('ing') && VOWEL.test(word.slice(0, -3))) return word.slice(0, -3);
  if (word.length > 4 && word.endsWith('ed') && VOWEL.test(word.slice(0, -2))) return word.slice(0, -2);
  return word;
}
