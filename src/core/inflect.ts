/** The written forms of a verb; a form too many ("loginned") does no harm. */
export interface Inflections {
  base: string;
  third: string;
  /** Past tense and participle, whichever comes first. */
  past: readonly string[];
  gerund: readonly string[];
}

/** @param irregular forms that follow no rule, with their base forms */
export function inflect(verb: string, irregular: ReadonlyMap<string, string>): Inflections {
  const odd = [...irregular].filter(([, base]) => base === verb).map(([form]) => form);
  const oddPast = odd.filter((form) => !form.endsWith('ing'));
  return {
    base: verb,
    third: withS(verb),
    past: oddPast.length > 0 ? oddPast : pastForms(verb),
    gerund: odd.length > oddPast.length ? odd.filter((form) => form.endsWith('ing')) : gerunds(verb),
  };
}

/** The plural of a noun, and the third person of a verb. */
export function withS(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|ch|sh|z|[^o]o)$/.test(word) ? `${word}es` : `${word}s`;
}

function pastForms(verb: string): string[] {
  if (verb.endsWith('e')) return [`${verb}d`];
  if (/[^aeiou]y$/.test(verb)) return [`${verb.slice(0, -1)}ied`];
  return doubled(verb).map((base) => `${base}ed`);
}

function gerunds(verb: string): string[] {
  if (/[^eoy]e$/.test(verb)) return [`${verb.slice(0, -1)}ing`];
  return doubled(verb).map((base) => `${base}ing`);
}

/** "plan" → "plan", "plann" */
function doubled(verb: string): string[] {
  return /[^aeiou][aeiou][^aeiouwxy]$/.test(verb) ? [verb, `${verb}${verb.at(-1)}`] : [verb];
}
