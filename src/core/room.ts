/** Fits lines of text into a number of characters. */

export interface Line {
  section: string;
  text: string;
}

/**
 * The lines that there is room for, in their order, each section under a heading of its own. The last section keeps a
 * share of the room, so that long ones before it do not take it all.
 * @param size what a text takes, in characters
 * @param keeps the section that keeps `share` of the room
 */
export function fitLines<L extends Line>(
  lines: readonly L[],
  room: number,
  size: (text: string) => number,
  { keeps, share }: { keeps: string; share: number },
): L[] {
  const kept = lines.filter(({ section }) => section === keeps);
  const others = lines.filter(({ section }) => section !== keeps);
  const reserve = Math.min(Math.floor(room * share), total(kept, size));
  const first = take(others, room - reserve, size);
  const last = take(kept, room - total(first, size), size);
  return [...first, ...last];
}

/** How lines are written: a heading before the first of each section. */
export function writeLines(lines: readonly Line[]): string {
  return lines
    .map(({ section, text }, at) => (lines[at - 1]?.section === section ? text : `# ${section}\n${text}`))
    .join('\n');
}

/** The lines that fit; a shorter one may fit where a longer one did not. */
function take<L extends Line>(lines: readonly L[], room: number, size: (text: string) => number): L[] {
  const taken: L[] = [];
  let left = room;
  for (const line of lines) {
    const isFirst = !taken.some(({ section }) => section === line.section);
    const needed = size(`${isFirst ? `# ${line.section}\n` : ''}${line.text}\n`);
    if (needed > left) continue;
    taken.push(line);
    left -= needed;
  }
  return taken;
}

function total(lines: readonly Line[], size: (text: string) => number): number {
  return lines.length === 0 ? 0 : size(`${writeLines(lines)}\n`);
}
