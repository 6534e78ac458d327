import { CalendarInput } from '../../src/core/calendar-definition.js';
import { DEFAULT_CONTEXT } from '../../src/core/context.js';
import { nameKey } from '../../src/core/name.js';
import { storyCalendar } from '../../src/core/story-calendar.js';
import type { ReadLore } from '../../src/flows/documents/read-document.js';
import { entityTypes, readLore } from '../../src/flows/documents/read-lore.js';
import { Turns } from '../../src/flows/turns.js';
import { readDocument } from '../../src/lore/ingest/read.js';
import { type Fact, type Thing, World } from '../../src/lore/rules/world.js';
import { systemClock } from '../../src/start/system.js';
import { lexicon } from './lexicon.js';
import { worldCalendar, worldDocuments } from './world.js';

/** The example world as the rules see it, without a database: entities go by the keys of their names. */

export interface Told {
  fact: Fact;
  document: string;
  from: string;
  to: string | null;
  /** Its bounds as they are written. */
  window: string;
}

const calendar = storyCalendar(CalendarInput.parse(worldCalendar));
const nowTick = calendar.current(0).unit.start;
const types = lexicon.relationTypes;

export async function readWorld(): Promise<{
  world: World;
  told: Map<string, Told>;
  things: Map<string, Thing>;
  /** By their keys. */
  names: Map<string, string>;
}> {
  const reader = {
    context: { ...DEFAULT_CONTEXT, calendar },
    calendar,
    lexicon,
    types: { templates: [], relations: types },
    nowTick,
  };
  const things = new Map<string, Thing>();
  const told = new Map<string, Told>();
  const names = new Map<string, string>();
  for (const raw of worldDocuments()) {
    const document = readDocument(raw, entityTypes(reader));
    if (Array.isArray(document)) throw new Error(JSON.stringify(document[0]));
    const lore = await readLore(document, reader, new Turns(systemClock));
    if (Array.isArray(lore)) throw new Error(JSON.stringify(lore[0]));
    for (const { name, types: kinds, isDeclared } of lore.entities) {
      if (!isDeclared) continue;
      things.set(nameKey(name), thingOf(name, kinds[0] ?? ''));
      names.set(nameKey(name), name);
    }
    for (const one of toldBy(lore, raw.uri)) told.set(one.fact.id, one);
  }
  const facts = [...told.values()].map(({ fact }) => fact);
  return {
    world: new World({ types, things: [...things.values()], facts, parentsMayShareGender: false }),
    told,
    things,
    names,
  };
}

function thingOf(name: string, type: string): Thing {
  const date = type === 'Era' ? calendar.read(name, nowTick) : '';
  const span = typeof date === 'string' ? {} : { span: spanOf(date.unit) };
  return { id: nameKey(name), type, names: [nameKey(name)], ...span };
}

function spanOf(unit: { start: number; end: number }) {
  const begins = { start: unit.start, end: unit.start + 1 };
  const ends = { start: unit.end - 1, end: unit.end };
  const range = { from: unit.start, until: unit.end };
  return { begins, ends, when: { certain: range, possible: range, tail: 0 } };
}

function toldBy({ entities, relations, reliability }: ReadLore, document: string): Told[] {
  const unit = (text: string | null) => (text === null ? null : calendar.parse(text, nowTick));
  return relations.map((relation, index) => {
    const name = (end: number | null) => (end === null ? null : (entities[end]?.name ?? ''));
    const [from, to] = [name(relation.from) ?? '', name(relation.to)];
    const { value, period: when, isProphecy } = relation;
    const fact: Fact = {
      ...{
        id: `${document}#${index}`,
        type: relation.type.name,
        from: nameKey(from),
        to: to && nameKey(to),
        value,
        when,
      },
      ...{ begins: unit(relation.validFrom), ends: unit(relation.validUntil) },
      isProphetic: isProphecy || reliability === 'prophetic',
    };
    return { fact, document, from, to, window: `${relation.validFrom ?? ''}–${relation.validUntil ?? ''}` };
  });
}
