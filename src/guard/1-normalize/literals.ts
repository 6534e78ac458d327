/** Words before a mark that stands for itself: "the separator is ;", "join them with |". */
const BEFORE_MARK = new Set(['are', 'as', 'be', 'by', 'is', 'to', 'use', 'with']);
const MARKS = /^[^\p{L}\p{N}\s]+$/u;
const DASHES = /^[-–—&+*•→<>=]+$/;

/** Chunks in which case and marks are what is said: an expression, a flag, an identifier with a capital inside, bits rather than bytes. */
const EXACT = [
  /[\\^|{}~]/,
  /\[[^[\]]+\]/,
  /[^\d\s]\$$/,
  /^--?[A-Za-z][\w-]*$/,
  /^\p{Ll}+\p{Lu}/u,
  /^\d*[KMGT]b(?:\/s|it)?$/,
];

/**
 * What a text says by marks and letter case, which its words do not keep: the `;` of "the separator is ;", `-I`, `apiKey`. In
 * their order, each as it is written.
 */
export function literalsOf(statement: string): string[] {
  const chunks = statement.split(/\s+/).filter((chunk) => chunk !== '');
  return chunks.flatMap((chunk, at) => {
    const before = chunks[at - 1]?.toLowerCase() ?? '';
    if (MARKS.test(chunk)) {
      const isValue = BEFORE_MARK.has(before) || /\w:$/.test(before);
      return isValue && (at === chunks.length - 1 || !DASHES.test(chunk)) ? [plainQuotes(bare(chunk))] : [];
    }
    const plain = unwrapped(plainQuotes(bare(chunk)));
    return EXACT.some((form) => form.test(plain)) ? [plain] : [];
  });
}

const OPENING = '"\'`(';
const CLOSING = '"\'`),;:';

/** Without the quotation marks, brackets and sentence marks around it. */
function unwrapped(chunk: string): string {
  let [start, end] = [0, chunk.length];
  while (start < end && OPENING.includes(chunk.charAt(start))) start += 1;
  while (end > start && CLOSING.includes(chunk.charAt(end - 1))) end -= 1;
  return chunk.slice(start, end);
}

/** Without the full stop of the sentence. */
function bare(chunk: string): string {
  return chunk.length > 1 && /[.!]$/.test(chunk) ? chunk.slice(0, -1) : chunk;
}

/**
 * A text without what can't carry meaning: space, the form of quotation marks, the capital that it begins with, and the full
 * stop at its end. Equal texts are one statement.
 */
export function foldedText(statement: string): string {
  const text = plainQuotes(statement).replace(/\s+/g, ' ').trim();
  const [first = ''] = text.split(' ', 1);
  const isCapital = /^\p{Lu}[^\p{Lu}\p{N}]*$/u.test(first);
  const opened = isCapital ? text.replace(/^./u, (letter) => letter.toLowerCase()) : text;
  return /[\p{L}\p{N})\]"'`%][.!]$/u.test(opened) ? opened.slice(0, -1) : opened;
}

function plainQuotes(text: string): string {
  return text.replace(/[“”„«»]/g, '"').replace(/[‘’‚]/g, "'");
}
