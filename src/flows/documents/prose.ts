import type { Passage, StatedEntity, TextSpan } from '../../core/document.js';
import { nameKey } from '../../core/name.js';
import type { RelationType } from '../../core/relation-type.js';
import { EXTRACTION } from '../../core/source.js';
import { readTold, type ToldRelation } from '../../guard/pipeline.js';
import { inTurns } from '../in-turns.js';
import type { Turns } from '../turns.js';
import type { DatedRelation, Reader, ReadLore } from './read-lore.js';

/** Adds what sentences say, in turns, but for what fields of the document say already. */
export async function withProse(document: ReadLore, reader: Reader, turns: Turns): Promise<ReadLore> {
  const passages = document.passages.filter(({ isProse }) => isProse);
  if (passages.length === 0) return document;
  const { entities } = document;
  const nameOf = (end: number) => entities[end]?.name ?? '';
  const known = await inTurns(turns, document.relations, (relation) => contentOf(relation, nameOf));
  const prose = new Prose(document, new Set(known), reader);
  await inTurns(turns, passages, (passage) => prose.take(passage));
  return prose.lore;
}

class Prose {
  readonly lore: ReadLore;
  /** What it says already. */
  readonly #known: Set<string>;
  readonly #reader: Reader;

  constructor(document: ReadLore, known: Set<string>, reader: Reader) {
    this.lore = { ...document, entities: [...document.entities], relations: [...document.relations] };
    this.#known = known;
    this.#reader = reader;
  }

  take({ text, start }: Passage): void {
    const { calendar, lexicon, nowTick, types } = this.#reader;
    for (const told of readTold(text, calendar, lexicon, nowTick)) {
      const type = types.relations.get(told.type);
      if (type !== undefined) this.#tell(told, type, { start: told.span.start + start, end: told.span.end + start });
    }
  }

  #tell({ from, to, ...told }: ToldRelation, type: RelationType, span: TextSpan): void {
    const content = contentOf({ ...told, type, from, to }, (name) => name);
    if (this.#known.has(content)) return;
    this.#known.add(content);
    const mention = (name: string) => this.lore.entities.push(mentioned(name, span)) - 1;
    const ends = { from: mention(from), to: to === null ? null : mention(to) };
    const read = { extraction: EXTRACTION.body, properties: {}, place: null };
    this.lore.relations.push({ ...told, ...read, ...ends, type, span });
  }
}

function mentioned(name: string, span: TextSpan): StatedEntity {
  return { name, types: [], aliases: [], description: null, properties: {}, isDeclared: false, place: null, span };
}

type Said<End> = Pick<DatedRelation, 'type' | 'value' | 'validFrom' | 'validUntil'> & { from: End; to: End | null };

/** What a relation says, whatever stands for its ends. */
function contentOf<End>(
  { type, from, to, value, validFrom, validUntil }: Said<End>,
  nameOf: (end: End) => string,
): string {
  const ends = [nameKey(nameOf(from)), to === null ? value : nameKey(nameOf(to))];
  if (type.symmetric) ends.sort();
  return JSON.stringify([type.name, ends, validFrom, validUntil]);
}
