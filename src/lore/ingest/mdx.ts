const MDX = /\.mdx$/i;

/** Whether a file is MDX by its name: Markdown with modules, elements and comments of JavaScript in it. */
export function isMdx(uri: string): boolean {
  return MDX.test(uri);
}

/**
 * The text of MDX with spaces in place of what is code outside of its code blocks: imports, exports and comments in braces.
 * Elements stay, as Markdown takes them for HTML. Offsets and lines stay too.
 */
export function withoutCode(text: string): string {
  return blanked(text, [...modulesIn(text), ...commentsIn(text)]);
}

const FENCE = /^ {0,3}(?:```|~~~)/;
/** Behind which a block may begin without a blank line. */
const FRONT_END = '---';
const MODULE = /^(?:import|export)\s/;

/** Blocks that begin with an import or an export; such a block ends with a blank line. */
function* modulesIn(text: string): Generator<[number, number]> {
  let [isFenced, isOpen, isBlankBefore, at] = [false, false, true, 0];
  for (const line of text.split('\n')) {
    const isBlank = line.trim() === '';
    if (FENCE.test(line)) isFenced = !isFenced;
    isOpen = !isFenced && !isBlank && (isOpen || (isBlankBefore && MODULE.test(line)));
    if (isOpen) yield [at, at + line.length];
    isBlankBefore = isBlank || line.trimEnd() === FRONT_END;
    at += line.length + 1;
  }
}

function* commentsIn(text: string): Generator<[number, number]> {
  for (let start = text.indexOf('{/*'); start >= 0; ) {
    const end = text.indexOf('*/}', start);
    if (end < 0) return;
    yield [start, end + 3];
    start = text.indexOf('{/*', end);
  }
}

function blanked(text: string, spans: readonly [number, number][]): string {
  const parts: string[] = [];
  let done = 0;
  for (const [start, end] of spans.toSorted(([a], [b]) => a - b)) {
    const from = Math.max(start, done);
    if (end <= from) continue;
    parts.push(text.slice(done, from), text.slice(from, end).replace(/[^\r\n]/g, ' '));
    done = end;
  }
  return parts.join('') + text.slice(done);
}
