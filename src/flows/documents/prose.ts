import { type Passage, SENTENCE_MAX, type Sentence, type StatedEntity, type TextSpan } from '../../core/document.js';
import { nameKey } from '../../core/name.js';
import type { RelationType } from '../../core/relation-type.js';
import { EXTRACTION } from '../../core/source.js';
import { readTold, type ToldRelation } from '../../guard/pipeline.js';
import { inTurns } from '../in-turns.js';
import type { Turns } from '../turns.js';
import type { DatedRelation, ReadDocument, Reader, ReadLore } from './read-document.js';

/** Adds what sentences say, in turns, but for what fields of the document say already. */
export async function withProse(
  document: ReadLore & Pick<ReadDocument, 'sentences'>,
  reader: Reader,
  turns: Turns,
): Promise<ReadDocument> {
  const passages = document.passages.filter(({ isProse }) => isProse);
  const texts: readonly ProseText[] = document.sentences?.filter(({ text }) => text.length <= SENTENCE_MAX) ?? passages;
  const { entities } = document;
  const nameOf = (end: number) => entities[end]?.name ?? '';
  const known = await inTurns(turns, document.relations, (relation) => contentOf(relation, nameOf));
  const prose = new Prose(document, new Set(known), reader);
  const relating = new Set<ProseText>();
  await inTurns(turns, texts, (one) => {
    if (prose.take(one)) relating.add(one);
  });
  const isRelating = (sentence: Sentence) => relating.has(sentence);
  return {
    ...prose.lore,
    sentences: document.sentences,
    relating: new Set(document.sentences?.filter(isRelating)),
  };
}

/** A sentence without the marks of Markdown, or a passage of a text that was not parsed. */
type ProseText = Pick<Passage, 'text' | 'start' | 'end'>;

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

  /** Whether it tells of a relation. */
  take({ text, start, end }: ProseText): boolean {
    const { calendar, lexicon, nowTick, types } = this.#reader;
    const isVerbatim = end - start === text.length;
    let isTelling = false;
    for (const told of readTold(text, calendar, lexicon, nowTick)) {
      const type = types.relations.get(told.type);
      if (type === undefined) continue;
      const { span } = told;
      // Where marks were taken away, the whole sentence is cited.
      this.#tell(told, type, isVerbatim ? { start: span.start + start, end: span.end + start } : { start, end });
      isTelling = true;
    }
    return isTelling;
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
