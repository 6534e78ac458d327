/** Finds what closes a mark. Asked from left to right, it goes through the text once for each mark. */
export class Finder {
  readonly #text: string;
  /** Where each mark was found last; beyond the end where there is no further one. */
  readonly #found = new Map<string, number>();
  #ticks: ReadonlyMap<number, Places> | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  /** The offset of the next mark from an offset on, or null. */
  next(mark: string, from: number): number | null {
    let at = this.#found.get(mark) ?? -1;
    if (at < from) {
      const found = this.#text.indexOf(mark, from);
      at = found < 0 ? Number.POSITIVE_INFINITY : found;
      this.#found.set(mark, at);
    }
    return Number.isFinite(at) ? at : null;
  }

  /** The offset of the next row of exactly so many backticks from an offset on, or null. */
  ticks(from: number, length: number): number | null {
    this.#ticks ??= rowsOfTicks(this.#text, from);
    const places = this.#ticks.get(length);
    if (places === undefined) return null;
    while ((places.starts[places.at] ?? Number.POSITIVE_INFINITY) < from) places.at += 1;
    return places.starts[places.at] ?? null;
  }
}

/** Where rows of one length begin, and the first of them that was not passed. */
interface Places {
  starts: number[];
  at: number;
}

function rowsOfTicks(text: string, from: number): Map<number, Places> {
  const rows = new Map<number, Places>();
  for (let at = from; at < text.length; at += 1) {
    const start = at;
    while (text[at] === '`') at += 1;
    if (at === start) continue;
    const places = rows.get(at - start);
    if (places === undefined) rows.set(at - start, { starts: [start], at: 0 });
    else places.starts.push(start);
  }
  return rows;
}
