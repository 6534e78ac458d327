import type { Calendar } from '../../core/calendar.js';
import type { ProjectContext } from '../../core/context.js';
import type { FieldPlace, LoreDocument, Sentence, TextSpan } from '../../core/document.js';
import type { Lexicon } from '../../core/lexicon.js';
import type { Period } from '../../core/period.js';
import type { RelationType } from '../../core/relation-type.js';
import type { WorldTypes } from '../lore/types.js';

/** A relation of a document whose dates were read. Ends are indexes into the entities of the document. */
export interface DatedRelation {
  type: RelationType;
  from: number;
  to: number | null;
  value: string | null;
  validFrom: string | null;
  validUntil: string | null;
  period: Period;
  /** How surely it was read, above 0 and up to 1. */
  extraction: number;
  isProphecy: boolean;
  properties: Readonly<Record<string, unknown>>;
  span: TextSpan;
  place: FieldPlace | null;
}

/** A document that is understood as far as it goes by itself: only its names are still to be looked up. */
export interface ReadLore extends Omit<LoreDocument, 'relations' | 'sentences'> {
  relations: DatedRelation[];
}

/** The same with its sentences, and those of them that tell of a relation. */
export interface ReadDocument extends ReadLore, Pick<LoreDocument, 'sentences'> {
  relating: ReadonlySet<Sentence>;
}

/** What reading needs to know of the project. */
export interface Reader {
  context: ProjectContext;
  calendar: Calendar;
  lexicon: Lexicon;
  types: WorldTypes;
  /** The tick that `current` stands for. */
  nowTick: number;
}
