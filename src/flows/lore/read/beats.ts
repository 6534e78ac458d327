import type { RelationTypes } from '../../../core/relation-type.js';
import { LOW_CONFIDENCE } from '../../../core/source.js';
import type { Style } from '../../../core/storyteller.js';
import { type Beat, sentenceOf, type Tellable } from '../../../lore/narration.js';
import type { ChainLink } from './chain.js';
import type { ShownFact } from './fact.js';

/** What is recorded, as sentences. Each says what the relations say that it cites, and no more. */

const RANK = { event: 0, deed: 1, consequence: 2 } as const;

export interface Telling {
  types: RelationTypes;
  style: Style;
  /** The dates of events of which one is told that nobody disputes, by the ids of the events. */
  dates: ReadonlyMap<string, ShownFact>;
}

/** The sentence of one relation, with the date of the event that it is about where it has none of its own. */
export function beatOf(fact: ShownFact, rank: keyof typeof RANK, telling: Telling, isUnsure = false): Beat {
  const date = isUndated(fact, telling.types) ? telling.dates.get(eventOf(fact)) : undefined;
  const when = date ?? fact;
  return {
    said: sentenceOf(tellableOf(fact, when, telling.types), telling.style),
    facts: date === undefined ? [fact.id] : [fact.id, date.id],
    ...{ tick: when.when?.from?.from ?? fact.when?.from?.from ?? null, rank: RANK[rank], isDisputed: fact.isDisputed },
    isUncertain: isUnsure || isUnreliable(fact),
  };
}

function isUndated({ type, validFrom, validUntil }: ShownFact, types: RelationTypes): boolean {
  return validFrom === null && validUntil === null && types.get(type)?.isEvent === true && type !== 'OCCURRED_DURING';
}

/** What happens to somebody happens when the event does that it leads to; where an event took place, when it did. */
function eventOf({ type, from, to }: ShownFact): string {
  return type === 'OCCURRED_AT' ? from.id : (to?.id ?? '');
}

function tellableOf(fact: ShownFact, { validFrom, validUntil }: ShownFact, types: RelationTypes): Tellable {
  const type = types.get(fact.type);
  const begins = validFrom?.text ?? null;
  const isPoint = type?.isEvent === true && validUntil === null;
  return {
    ...{ from: fact.from.name, told: type?.told ?? fact.type },
    to: type?.value === 'date' && begins !== null ? null : (fact.to?.name ?? fact.value ?? ''),
    ...{ begins, ends: isPoint ? begins : (validUntil?.text ?? null) },
  };
}

function isUnreliable({ confidence, held }: ShownFact): boolean {
  return (confidence ?? 1) < LOW_CONFIDENCE || held === 'unknown';
}

/** The dates of events that may be told along with what happened at them: one each, of one unit, sure and undisputed. */
export function datesOf(chain: readonly ChainLink[]): Map<string, ShownFact> {
  const found = new Map<string, ShownFact>();
  for (const { event, told } of chain) {
    const [date, ...others] = told.filter(({ type }) => type === 'OCCURRED_ON');
    if (date !== undefined && others.length === 0 && isPlain(date)) found.set(event.id, date);
  }
  return found;
}

function isPlain(date: ShownFact): boolean {
  const { validFrom, validUntil, isDisputed } = date;
  return !isDisputed && !isUnreliable(date) && validFrom !== null && (validUntil ?? validFrom).text === validFrom.text;
}

/** Sentences of an event: when and where it took place, how what was asked about had to do with it, what caused it. */
export function beatsOf({ event, told, facts, link, when, held }: ChainLink, telling: Telling): Beat[] {
  const tick = when?.from?.from ?? null;
  const isUnsure = held === 'unknown';
  const scenes = told.filter((fact) => isNews(fact, event.id, told, telling));
  const deeds = link === null || told.some(({ id }) => id === link.id) ? [] : [link];
  const own = [
    ...scenes.map((fact) => beatOf(fact, 'event', telling, isUnsure)),
    ...deeds.map((fact) => beatOf(fact, 'deed', telling, isUnsure)),
  ];
  const consequences = facts.map((fact) => beatOf(fact, 'consequence', telling));
  return [
    ...own.map((beat) => ({ ...beat, tick: tick ?? beat.tick })),
    ...consequences.map((beat) => ({ ...beat, tick: beat.tick ?? tick })),
  ];
}

/** The era of what has a date, and a date that is told with the place, are no news. */
function isNews({ type }: ShownFact, event: string, told: readonly ShownFact[], { dates }: Telling): boolean {
  const isDated = told.some((fact) => fact.type === 'OCCURRED_ON');
  const isPlaced = told.some((fact) => fact.type === 'OCCURRED_AT');
  if (type === 'OCCURRED_DURING') return !isDated;
  return type !== 'OCCURRED_ON' || !isPlaced || !dates.has(event);
}
