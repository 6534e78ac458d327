import { isComplementary, isOnlyFiller } from '../../../core/filler.js';
import type { Lexicon } from '../../../core/lexicon.js';
import type { Span, State } from '../../../core/norm.js';
import type { Word } from '../1-tokens/word.js';
import type { Mood } from '../4-verb-group/modality.js';
import { stateOf } from '../4-verb-group/states.js';
import type { RelationReading } from '../relations/relation.js';
import type { Framed } from './frame-context.js';
import type { Selected } from './selected.js';

/** The state that the clause is about: its verb, or what a form of "be" says of the subject. */
export function objectOf(framed: readonly Framed[], lexicon: Lexicon): State | null {
  const holder = stateHolder(framed);
  return holder === undefined ? null : stateOf(holder.word, lexicon);
}

function stateHolder(framed: readonly Framed[]): Framed | undefined {
  return framed.find(
    ({ token, isVerb }) => (isVerb || isComplementary(token)) && token.role !== 'agent' && token.role !== 'condition',
  );
}

/** Where in the text the slots of a clause stand. */
export function spansOf(
  words: readonly Word[],
  mood: Mood,
  verb: Word | undefined,
  { valueFrom, quantityFrom }: Selected,
  framed: readonly Framed[],
  object: State | null,
): Span[] {
  const spans: Span[] = [];
  const add = (slot: Span['slot'], from: Word | undefined, until: Word | undefined) => {
    if (from !== undefined && until !== undefined) spans.push({ slot, start: from.start, end: until.end });
  };
  const about = framed.filter(({ token, isVerb }) => !isVerb && token.role !== 'condition' && !isOnlyFiller(token));
  add('subject', about[0]?.word, about[0]?.word);
  add('modality', words[mood.start], mood.end > mood.start ? words[mood.end - 1] : undefined);
  const holder = object === null ? undefined : stateHolder(framed)?.word;
  add('object', holder, holder);
  add('predicate', verb, verb);
  add('value', valueFrom?.word, valueFrom?.word);
  add('quantity', quantityFrom?.word, quantityFrom?.word);
  return spans;
}

/** Where the two ends of a relation stand. */
export function relationSpans(told: RelationReading | null): Span[] {
  if (told === null) return [];
  return [
    { slot: 'from', start: told.from.start, end: told.from.end },
    { slot: 'to', start: told.to.start, end: told.to.end },
  ];
}
