import type { TextSpan } from '../../../core/document.js';
import { isBlank } from '../lines.js';
import { Finder } from './finder.js';

/** What a part of a Markdown text says, without the marks for how it looks. */
export interface PlainText {
  text: string;
  /** Of each of its UTF-16 code units, the offset in the whole text. */
  at: number[];
}

/**
 * The words of a paragraph, a heading or a cell: emphasis, links, tags and the marks of quotes at the beginnings of lines
 * are taken away, code keeps its backticks, what is struck out says nothing. Linear in its length.
 * @param quotes how many marks of quotes a line of it begins with at most
 */
export function plainText(source: string, span: TextSpan, quotes: number): PlainText {
  return new Reader(source, span, quotes).read();
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
};
const ENTITY_MAX = 6;

/** A bracket that may begin a link or an image. */
interface Opened {
  /** Where it stands in what was read. */
  at: number;
  isImage: boolean;
}

/** Who reads what begins with a mark. */
const READERS: Readonly<Record<string, (reader: Reader) => void>> = {
  '\\': (reader) => reader.escape(),
  '`': (reader) => reader.code(),
  '\n': (reader) => reader.lineBreak(),
  '\r': (reader) => reader.lineBreak(),
  '*': (reader) => reader.emphasis(),
  _: (reader) => reader.emphasis(),
  '~': (reader) => reader.struck(),
  '<': (reader) => reader.tag(),
  '!': (reader) => reader.bracket(),
  '[': (reader) => reader.bracket(),
  ']': (reader) => reader.closed(),
  '&': (reader) => reader.entity(),
};

class Reader {
  readonly #source: string;
  readonly #base: number;
  readonly #end: number;
  readonly #quotes: number;
  readonly #find: Finder;
  #at = 0;
  #characters: string[] = [];
  #places: number[] = [];
  readonly #open: Opened[] = [];

  constructor(source: string, { start, end }: TextSpan, quotes: number) {
    // A part by itself, so that what closes a mark is not looked for beyond it.
    this.#source = source.slice(start, end);
    this.#base = start;
    this.#end = this.#source.length;
    this.#quotes = quotes;
    this.#find = new Finder(this.#source);
  }

  read(): PlainText {
    this.#box();
    while (this.#at < this.#end) this.#step();
    // Marks that were taken away leave an empty place.
    const kept = this.#characters.flatMap((character, index) => (character === '' ? [] : [index]));
    return {
      text: kept.map((index) => this.#characters[index]).join(''),
      at: kept.map((index) => this.#base + (this.#places[index] ?? this.#at)),
    };
  }

  /** The box of an item that may be ticked off. */
  #box(): void {
    if (/^\[[ xX]\]$/.test(this.#source.slice(this.#at, this.#at + 3)) && isBlank(this.#source, this.#at + 3))
      this.#at += 4;
  }

  #step(): void {
    const mark = this.#source[this.#at] ?? '';
    const reader = READERS[mark];
    if (reader === undefined) this.#emit(1);
    else reader(this);
  }

  /** Takes so many characters as they are. */
  #emit(count: number): void {
    for (let index = 0; index < count; index += 1, this.#at += 1) this.#put(this.#source[this.#at] ?? '', this.#at);
  }

  #put(character: string, place: number): void {
    this.#characters.push(character);
    this.#places.push(place);
  }

  escape(): void {
    if (/[!-/:-@[-`{-~]/.test(this.#source[this.#at + 1] ?? '') && this.#at + 1 < this.#end) this.#at += 1;
    this.#emit(1);
  }

  code(): void {
    const opening = this.#run('`');
    const closing = this.#find.ticks(this.#at + opening, opening);
    if (closing === null) {
      this.#emit(opening);
      return;
    }
    this.#at += opening - 1;
    this.#emit(1);
    while (this.#at < closing) {
      if (this.#isBreak()) this.lineBreak();
      else this.#emit(1);
    }
    this.#put('`', closing);
    this.#at = closing + opening;
  }

  #isBreak(): boolean {
    return this.#source[this.#at] === '\n' || this.#source[this.#at] === '\r';
  }

  lineBreak(): void {
    this.#put(' ', this.#at);
    this.#at += this.#source.startsWith('\r\n', this.#at) ? 2 : 1;
    for (let quotes = 0; this.#at < this.#end; this.#at += 1) {
      if (isBlank(this.#source, this.#at)) continue;
      if (this.#source[this.#at] !== '>' || quotes === this.#quotes) return;
      quotes += 1;
    }
  }

  /** Marks of emphasis stand at a word; those within one, or alone, are signs: `snake_case`, "2 * 3". */
  emphasis(): void {
    const mark = this.#source[this.#at] ?? '';
    const length = this.#run(mark);
    const [before, after] = [this.#source[this.#at - 1] ?? ' ', this.#source[this.#at + length] ?? ' '];
    const isAlone = /\s/.test(before) && (/\s/.test(after) || this.#at + length >= this.#end);
    const isWithin = mark === '_' && /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after);
    if (isAlone || isWithin) this.#emit(length);
    else this.#at += length;
  }

  struck(): void {
    const end = this.#run('~') === 2 ? this.#find.next('~~', this.#at + 2) : null;
    if (end === null) this.#emit(1);
    else this.#at = end + 2;
  }

  tag(): void {
    const isComment = this.#source.startsWith('<!--', this.#at);
    const end = this.#find.next(isComment ? '-->' : '>', this.#at);
    const isTag = isComment || /[a-z/]/i.test(this.#source[this.#at + 1] ?? '');
    if (end === null || !isTag) {
      this.#emit(1);
      return;
    }
    const inner = isComment ? '' : this.#source.slice(this.#at + 1, Math.min(end, this.#at + 9));
    if (/^https?:/i.test(inner)) {
      this.#at += 1;
      this.#emit(end - this.#at);
    } else if (/^br\b/i.test(inner)) this.#put(' ', this.#at);
    this.#at = end + (isComment ? 3 : 1);
  }

  bracket(): void {
    const isImage = this.#source.startsWith('![', this.#at);
    if (this.#source[this.#at] === '!' && !isImage) {
      this.#emit(1);
      return;
    }
    this.#open.push({ at: this.#characters.length, isImage });
    this.#emit(isImage ? 2 : 1);
  }

  /** What a bracket closes is a link where its target follows, an image, or words in brackets. */
  closed(): void {
    const opened = this.#open.pop();
    const isNote = opened !== undefined && this.#characters[opened.at + 1] === '^';
    const target = this.#target();
    if (opened === undefined || (target === null && !isNote)) {
      this.#emit(1);
      return;
    }
    const isGone = opened.isImage || isNote;
    const until = isGone ? this.#characters.length : opened.at + 1;
    for (let index = opened.at; index < until; index += 1) this.#characters[index] = '';
    this.#at = target ?? this.#at + 1;
  }

  /** Where what follows a closing bracket as the target of a link ends; null where none does. */
  #target(): number | null {
    const next = this.#source[this.#at + 1];
    const closing = next === '(' ? ')' : next === '[' ? ']' : null;
    const end = closing === null || this.#at + 1 >= this.#end ? null : this.#find.next(closing, this.#at + 2);
    return end === null ? null : end + 1;
  }

  entity(): void {
    const text = this.#source.slice(this.#at, this.#at + ENTITY_MAX);
    const named = text.slice(0, text.indexOf(';') + 1);
    const character = ENTITIES[named];
    if (character === undefined) {
      this.#emit(1);
      return;
    }
    this.#put(character, this.#at);
    this.#at += named.length;
  }

  /** How often a mark stands here in a row. */
  #run(mark: string): number {
    let end = this.#at;
    while (end < this.#end && this.#source[end] === mark) end += 1;
    return end - this.#at;
  }
}
