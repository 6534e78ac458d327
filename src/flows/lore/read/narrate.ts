import type { Candidate } from '../../../core/resolution.js';
import type { StoryWindow } from '../../../core/story-time.js';
import type { Style, WordingFault } from '../../../core/storyteller.js';
import { type Beat, inOrder, proseOf, type ToldBeat } from '../../../lore/narration.js';
import { borneOut } from '../verify/borne-out.js';
import { type AskedSpan, askedSpan, type SpanGiven } from './asked-time.js';
import { beatOf, beatsOf, datesOf, type Telling } from './beats.js';
import { type ChainLink, chainOf } from './chain.js';
import type { Envelope, SourcePassage } from './envelope.js';
import { envelopeOf, joined } from './envelope-join.js';
import { type Asker, openQuestion, type Question } from './question.js';
import { timelineOf } from './timeline.js';
import { type Worded, wordedBy } from './wording.js';

/** A sentence with all that it rests on. */
export interface CitedSentence {
  sentence: string;
  isDisputed: boolean;
  isUncertain: boolean;
  citations: (SourcePassage & { sourceId: string | null; source: string })[];
}

export interface Narration extends Envelope {
  entity: Candidate;
  /** Running text, in paragraphs. */
  prose: string;
  sentences: CitedSentence[];
  wordedBy: string;
  fault: WordingFault | null;
  /** How many sentences there are; those beyond the limit are left out. */
  total: number;
  /** Whether more is told than was looked at. */
  isCut: boolean;
}

export interface SummaryAsked {
  entity: string;
  depth: number;
  style: Style;
  knownAt?: string | null | undefined;
  limit: number;
}

/** Links and relations that a story is made from. */
const READ_MAX = 200;
/** How far a story follows what came of what it tells. */
const ARC_DEPTH = 2;

/**
 * The spine of a chain of events: what happened, in order, each sentence with what it rests on.
 * @throws Problem `unknown_entity` or `ambiguous_entity`
 */
export async function summarizeChain(asker: Asker, asked: SummaryAsked): Promise<Narration> {
  const { entity: name, depth, knownAt, style, limit } = asked;
  const question = await openQuestion(asker, knownAt);
  const chain = await chainOf(asker, { entity: name, depth, knownAt, direction: 'both', limit: READ_MAX });
  const telling = { types: question.types.relations, style, dates: datesOf(chain.chain) };
  const beats = inOrder(chain.chain.flatMap((link) => beatsOf(link, telling)));
  const isCut = chain.isCut || chain.nextCursor !== null;
  return narration(asker, { question, envelope: envelopeOf(chain), entity: chain.entity, beats, limit, isCut, style });
}

export interface ArcAsked extends SpanGiven, Omit<SummaryAsked, 'depth'> {}

/**
 * The story of an entity: all that is told of it, and what led to that and came of it, in the order of time.
 * @throws Problem `unknown_entity`, `ambiguous_entity`, `invalid_date` or `invalid_period`
 */
export async function narrateArc(asker: Asker, asked: ArcAsked): Promise<Narration> {
  const { entity: name, knownAt, style, limit, from, until, to } = asked;
  const question = await openQuestion(asker, knownAt);
  const span = await askedSpan(asker, question, { from, until, to });
  const life = await timelineOf(asker, { entity: name, from, until, to, knownAt, limit: READ_MAX });
  const chained = { entity: life.entity.id, depth: ARC_DEPTH, direction: 'both' as const, knownAt, limit: READ_MAX };
  const chain = await chainOf(asker, chained);
  const telling = { types: question.types.relations, style, dates: datesOf(chain.chain) };
  const links = chain.chain.filter((link) => isWithin(link, span));
  const beats = inOrder([...lifeBeats(life.items, telling), ...links.flatMap((link) => beatsOf(link, telling))]);
  return narration(asker, {
    ...{ question, envelope: joined(life, chain), entity: life.entity, beats, limit, style },
    isCut: [life, chain].some(({ nextCursor }) => nextCursor !== null) || chain.isCut,
  });
}

/** What is foretold is no part of what happened. */
function lifeBeats(items: Awaited<ReturnType<typeof timelineOf>>['items'], telling: Telling): Beat[] {
  return items.filter(({ prophetic }) => !prophetic).map((fact) => beatOf(fact, 'deed', telling));
}

function isWithin({ when }: Pick<ChainLink, 'when'>, { unit, isDefault }: AskedSpan): boolean {
  return isDefault || when === null || touches(when, unit);
}

function touches({ from, until }: StoryWindow, unit: AskedSpan['unit']): boolean {
  const ends = until?.from ?? null;
  return (ends === null || ends > unit.start) && (from?.from == null || from.from < unit.end);
}

interface Story {
  question: Question;
  envelope: Envelope;
  entity: Candidate;
  beats: readonly ToldBeat[];
  limit: number;
  isCut: boolean;
  style: Style;
}

async function narration(asker: Asker, story: Story): Promise<Narration> {
  const { entity, beats, limit, isCut, style } = story;
  const worded = await wordedBy(asker.deps, beats.slice(0, limit), style, borneOut(asker, story.question));
  const envelope = told(story.envelope, beats.slice(0, limit));
  const sentences = cited(worded, envelope);
  const { wordedBy: by, fault } = worded;
  const prose = proseOf(sentences.map(({ sentence }) => sentence));
  return { ...envelope, entity, prose, sentences, wordedBy: by, fault, total: beats.length, isCut };
}

/** Of the sources those that the sentences rest on. */
function told(envelope: Envelope, beats: readonly ToldBeat[]): Envelope {
  const facts = new Set(beats.flatMap((beat) => beat.facts));
  const sources = envelope.sources
    .map((source) => ({ ...source, passages: source.passages.filter(({ relationId }) => facts.has(relationId)) }))
    .filter(({ passages }) => passages.length > 0);
  return { ...envelope, sources, isDisputed: beats.some(({ isDisputed }) => isDisputed) };
}

function cited({ sentences }: Worded, { sources }: Envelope): CitedSentence[] {
  const passages = sources.flatMap(({ id, title, passages }) =>
    passages.map((passage) => ({ ...passage, sourceId: id, source: title })),
  );
  return sentences.map(({ sentence, beats }) => {
    const facts = new Set(beats.flatMap((beat) => beat.facts));
    return {
      ...{ sentence, isDisputed: beats.some((beat) => beat.isDisputed) },
      isUncertain: beats.some((beat) => beat.isUncertain),
      citations: passages.filter(({ relationId }) => facts.has(relationId)),
    };
  });
}
