import type { ProjectContext } from '../../core/context.js';
import type { Lexicon } from '../../core/lexicon.js';
import type { Reading } from '../../core/norm.js';
import { EVERYWHERE, type Scope } from '../../core/scope.js';
import { read } from '../../guard/pipeline.js';

/** What reading a document for claims needs. */
export interface ClaimReader {
  context: ProjectContext;
  lexicon: Lexicon;
  /** The tick that `current` stands for. */
  nowTick: number;
}

/** The same for one document: what it was asked to read before is not read again. */
export interface DocumentReader extends ClaimReader {
  /** By the words. */
  known: Map<string, Said>;
}

/** A text as the guard reads it. */
export interface Said {
  text: string;
  reading: Reading;
  /** Whether it ends in the words of a rule: "Services must". */
  isOpenEnded: boolean;
}

/** Reads a text by itself: a sentence, a part of one, or what leads to a list. */
export function said(text: string, { context, lexicon, nowTick, known }: DocumentReader): Said {
  const before = known.get(text);
  if (before !== undefined) return before;
  const reading = read({ statement: text, scope: EVERYWHERE, from: null, until: null }, context, lexicon, nowTick);
  const isOpenEnded = reading.norms.some(({ spans }) =>
    spans.some(({ slot, end }) => slot === 'modality' && end >= text.trimEnd().length),
  );
  const now = { text, reading, isOpenEnded };
  known.set(text, now);
  return now;
}

/** The same text, as what holds in an environment only, unless it says itself where it holds. */
export function saidIn(
  env: string | null,
  alone: Said,
  { context, lexicon, nowTick }: ClaimReader,
): Said & { scope: Scope } {
  const isScoped = alone.reading.norms.some(({ scope }) => scope.env !== null);
  if (env === null || isScoped) return { ...alone, scope: EVERYWHERE };
  const scope = { ...EVERYWHERE, env };
  const reading = read({ statement: alone.text, scope, from: null, until: null }, context, lexicon, nowTick);
  return { ...alone, reading, scope };
}
