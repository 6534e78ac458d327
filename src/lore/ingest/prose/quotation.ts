/** Whose words a text are: those of the document, or those of somebody whom it quotes. */

const OPENING = /^[\s*_]*["“«„]/;
const CLOSING = /["”»][\s.,;!?*_]*$/;

/** A sentence that stands in quotation marks as a whole. */
export function isInQuotationMarks(text: string): boolean {
  const [first, rest] = [OPENING.exec(text)?.[0].length ?? 0, text.trimEnd()];
  return first > 0 && rest.length > first + 1 && CLOSING.test(rest.slice(-4));
}

const QUOTATION = /["“«„][^"“”«»„]*["”»]/;
const SPOKEN =
  /\b(?:said|says|asked|asks|wrote|writes|replied|replies|answered|added|claimed|argued|suggested|proposed)\b/i;
/** What stands around the words of somebody is short: "…", said Ben on Monday. */
const AROUND_MAX = 60;

/** A sentence that is the words of somebody, with who says so: `"Deploys are fine", said Ben.` */
export function isSaidByQuotation(text: string): boolean {
  const [words = ''] = QUOTATION.exec(text) ?? [];
  if (words.length < text.length / 3) return false;
  const at = text.indexOf(words);
  const [before, behind] = [text.slice(0, at), text.slice(at + words.length)];
  return before.length + behind.length <= AROUND_MAX && SPOKEN.test(`${before} ${behind}`);
}

const DASH = /^(?:—|–|--)/;

/** Whether the last line of a quote says whose word it is: "— the audit of 2019". */
export function isAttribution(quote: string): boolean {
  const last =
    quote
      .trimEnd()
      .split(/\r\n|\n|\r/)
      .at(-1) ?? '';
  return DASH.test(last.replaceAll('>', ' ').trimStart());
}

const SPEAKING = /\b(?:said|says|wrote|writes|put it|asked|quot(?:e|es|ed|ing)|according to)\b[^.!?]{0,80}:$/i;

/** "As the auditor wrote:" */
export function speaks(leader: string): boolean {
  return SPEAKING.test(leader.slice(-160));
}
