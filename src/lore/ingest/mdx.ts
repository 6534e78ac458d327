import type { TextSpan } from '../../core/document.js';
import { linesOf } from './lines.js';

const MDX = /\.mdx$/i;

/** Whether a file is MDX by its name: Markdown with modules, elements and comments of JavaScript in it. */
export function isMdx(uri: string): boolean {
  return MDX.test(uri);
}

/**
 * The text of MDX with spaces in place of what is code outside of its code blocks: imports, exports, comments in braces,
 * and tags that go over several lines, which Markdown would take for prose. Other elements stay, as it takes them for HTML.
 * Offsets and lines stay too.
 */
export function withoutCode(text: string): string {
  const { blocks, fences } = blocksOf(text);
  const withoutBlocks = blanked(text, blocks);
  return blanked(withoutBlocks, [...spansBetween(withoutBlocks, '{/*', '*/}', fences)]);
}

/** Where code blocks stand. */
export function fencesOf(text: string): TextSpan[] {
  return blocksOf(text).fences;
}

/** The mark that opens or closes a code block. */
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** Behind which a block may begin without a blank line. */
const FRONT_END = '---';
const MODULE = /^(?:import|export)\s/;
/** A tag that its own line leaves open. */
const OPEN_TAG = /^\s*<[A-Za-z][\w.:-]*(?:\s[^<>]*)?$/;
const TAG_END = '>';

/** What a line is part of; a code block with the mark that opened it. */
type Part = 'prose' | 'module' | 'tag' | { fence: string };

/** The lines of modules and open tags, and those of code blocks. */
function blocksOf(text: string): { blocks: TextSpan[]; fences: TextSpan[] } {
  const blocks: TextSpan[] = [];
  const fences: TextSpan[] = [];
  let [open, isBlankBefore]: [Part, boolean] = ['prose', true];
  for (const span of linesOf(text, { start: 0, end: text.length })) {
    const line = text.slice(span.start, span.end);
    const { part, next } = partOf(line, open, isBlankBefore);
    if (part !== 'prose') (typeof part === 'object' ? fences : blocks).push(span);
    open = next;
    isBlankBefore = line.trim() === '' || line.trimEnd() === FRONT_END;
  }
  return { blocks, fences };
}

/** What a line is part of, and what the next one may go on with. A module ends with a blank line, and so does a tag that nobody closes. */
function partOf(line: string, open: Part, isBlankBefore: boolean): { part: Part; next: Part } {
  if (typeof open === 'object') return { part: open, next: closes(line, open.fence) ? 'prose' : open };
  const part = open === 'prose' || line.trim() === '' ? begins(line, isBlankBefore) : open;
  return { part, next: part === 'tag' && line.trimEnd().endsWith(TAG_END) ? 'prose' : part };
}

function begins(line: string, isBlankBefore: boolean): Part {
  const fence = fenceOf(line);
  if (fence !== null) return { fence: fence.mark };
  if (isBlankBefore && MODULE.test(line)) return 'module';
  return OPEN_TAG.test(line) ? 'tag' : 'prose';
}

function closes(line: string, opened: string): boolean {
  const fence = fenceOf(line);
  return fence?.mark.startsWith(opened) === true && fence.rest.trim() === '';
}

/** The mark and what stands behind it; where that has backticks too, the mark of backticks opens code within the line. */
function fenceOf(line: string): { mark: string; rest: string } | null {
  const [whole = '', mark = ''] = FENCE.exec(line) ?? [];
  const rest = line.slice(whole.length);
  return mark === '' || (mark.startsWith('`') && rest.includes('`')) ? null : { mark, rest };
}

/** What stands between two marks and begins outside of code blocks, with the marks. */
export function* spansBetween(
  text: string,
  opens: string,
  closes: string,
  fences: readonly TextSpan[],
): Generator<TextSpan> {
  let next = 0;
  for (let start = text.indexOf(opens); start >= 0; ) {
    while (next < fences.length && (fences[next]?.end ?? 0) < start) next += 1;
    const isCode = (fences[next]?.start ?? Number.POSITIVE_INFINITY) <= start;
    const close = isCode ? start : text.indexOf(closes, start);
    if (close < 0) return;
    if (!isCode) yield { start, end: close + closes.length };
    start = text.indexOf(opens, close + closes.length);
  }
}

/** The text with spaces in place of what stands there. */
export function blanked(text: string, spans: readonly TextSpan[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end } of spans) {
    parts.push(text.slice(done, start), text.slice(start, end).replace(/[^\r\n]/g, ' '));
    done = end;
  }
  return parts.join('') + text.slice(done);
}
