/** Whose words a text are: those of the document, or those of somebody whom it quotes. */

const OPENING = /^[\s*_]*["“«„]/;
const CLOSING = /["”»][\s.,;!?*_]*$/;

/** A sentence that stands in quotation marks as a whole. */
export function isInQuotationMarks(text: string): boolean {
  const [first, rest] = [OPENING.exec(text)?.[0].length ?? 0, text.trimEnd()];
  return first > 0 && rest.length > first + 1 && CLOSING.test(rest.slice(-4));
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
