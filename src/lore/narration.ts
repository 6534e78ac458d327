import type { Style } from '../core/storyteller.js';

/** Sentences that tell what is recorded: one for each thing that is known, in words that the reader of sentences knows. */

/** A relation, as a sentence tells it. */
export interface Tellable {
  from: string;
  /** The name of the other end, or the value of an attribute; null of a date, which the sentence tells as its time. */
  to: string | null;
  /** How the type is told: "was a member of". */
  told: string;
  /** Names of dates; null: open, or nobody tells. Of what happened on one date the two are the same. */
  begins: string | null;
  ends: string | null;
}

/** One sentence for a relation, without its end. */
export function sentenceOf({ from, to, told, ...when }: Tellable, style: Style): string {
  return withTime(to === null ? `${from} ${told}` : `${from} ${told} ${to}`, timeOf(when), style);
}

/** An era, an hour and most years go with "in"; a day that is written in digits with "on". */
const DAY = /^\d{4}-\d{2}-\d{2}/;
const AROUND = /^circa /i;

function timeOf({ begins, ends }: Pick<Tellable, 'begins' | 'ends'>): string | null {
  if (begins !== null && begins === ends) return at(begins);
  if (begins !== null && ends !== null) return `from ${begins} to ${ends}`;
  if (begins !== null) return `from ${begins}`;
  return ends === null ? null : `until ${ends}`;
}

function at(date: string): string {
  return `${DAY.test(date) ? 'on' : 'in'} ${date.replace(AROUND, 'circa ')}`;
}

function withTime(said: string, time: string | null, style: Style): string {
  if (time === null) return said;
  const isFirst = style === 'chronicle' && /^(?:in|on) /.test(time);
  return isFirst ? `${capital(time)}, ${said}` : `${said} ${time}`;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** How a sentence says that it is not to be taken for sure. */
function reserve({ isDisputed, isUncertain }: Pick<Beat, 'isDisputed' | 'isUncertain'>): string {
  if (isDisputed) return ', which is disputed';
  return isUncertain ? ', which is uncertain' : '';
}

/** Something to tell, with what it rests on. */
export interface Beat {
  /** The sentence without its end. */
  said: string;
  /** Ids of the relations that it tells. */
  facts: readonly string[];
  /** Where it stands in time, in ticks; null: nobody tells. */
  tick: number | null;
  /** Of those of one time: what happened before what came of it. */
  rank: number;
  isDisputed: boolean;
  /** It can not be relied on, or nobody knows whether it belongs here. */
  isUncertain: boolean;
}

/** The same as it is told: what is disputed or uncertain never without saying so. */
export interface ToldBeat extends Beat {
  sentence: string;
}

/** In the order of time, what nobody dates at the end. What several sources say is told once. */
export function inOrder(beats: readonly Beat[]): ToldBeat[] {
  const bySentence = new Map<string, Beat>();
  for (const beat of beats) {
    const same = bySentence.get(beat.said);
    bySentence.set(beat.said, same === undefined ? beat : together(same, beat));
  }
  const place = ({ tick }: Beat) => tick ?? Number.POSITIVE_INFINITY;
  return [...bySentence.values()]
    .sort((a, b) => compare(place(a), place(b)) || a.rank - b.rank || compare(a.said, b.said))
    .map((beat) => ({ ...beat, sentence: `${beat.said}${reserve(beat)}.` }));
}

/** One source that can be relied on is enough; a dispute about one of them is told of all. */
function together(one: Beat, other: Beat): Beat {
  return {
    ...one,
    facts: [...new Set([...one.facts, ...other.facts])],
    tick: one.tick ?? other.tick,
    rank: Math.min(one.rank, other.rank),
    isDisputed: one.isDisputed || other.isDisputed,
    isUncertain: one.isUncertain && other.isUncertain,
  };
}

function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** How many sentences a paragraph has. */
const PARAGRAPH = 5;

/** Sentences as running text, in paragraphs. */
export function proseOf(sentences: readonly string[]): string {
  const paragraphs: string[] = [];
  for (let at = 0; at < sentences.length; at += PARAGRAPH) {
    paragraphs.push(sentences.slice(at, at + PARAGRAPH).join(' '));
  }
  return paragraphs.join('\n\n');
}
