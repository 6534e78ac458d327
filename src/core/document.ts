import type { FieldError } from './errors.js';
import type { SourceKind } from './source.js';

/** What a YAML document can be. `lore` is the general form: entities, relations and events of any type. */
export const SOURCE_TYPES = [
  'family_tree',
  'factions',
  'timeline',
  'gazetteer',
  'bestiary',
  'magic_system',
  'lore',
] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

export const DOCUMENT_FORMATS = ['markdown', 'yaml', 'json'] as const;
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

/** Longest document, in UTF-16 code units. */
export const DOCUMENT_MAX = 500_000;

const ENDINGS: Readonly<Record<string, DocumentFormat>> = {
  json: 'json',
  markdown: 'markdown',
  md: 'markdown',
  mdc: 'markdown',
  mdx: 'markdown',
  yaml: 'yaml',
  yml: 'yaml',
};

/** Files of rules for agents, which are Markdown by another name. */
const RULE_FILES = /(?:^|\/)\.(?:cursorrules|windsurfrules|clinerules)$/;

/** The format that the name of a file tells; null where it tells none. */
export function formatOf(path: string): DocumentFormat | null {
  if (RULE_FILES.test(path)) return 'markdown';
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return ENDINGS[ending] ?? null;
}

/** Errors of one document that are told; further ones are left out. */
export const DOCUMENT_ERRORS_MAX = 20;

/** A document as it comes in. */
export interface RawDocument {
  /** What names it in its project: a path or an address. */
  uri: string;
  format: DocumentFormat;
  content: string;
  /** What of it becomes claims. Default: what did before, `rules` of a new one. */
  claims?: ClaimsMode;
}

/** A place in a document; lines and columns begin at 1. */
export interface Where {
  line: number;
  column: number;
}

/** What is wrong in a document. `path` is the field, dotted, or `(document)`. */
export interface DocumentError extends FieldError, Where {}

/** Why the text of Markdown was cut into passages without parsing it. */
export type NotParsedBecause = 'nested_too_deeply' | 'took_too_long' | 'parser_failed';

/** What may be told of a document that is stored in another way than it should be. */
export const DOCUMENT_WARNINGS = ['not_parsed_as_markdown', 'unknown_fields'] as const;

export interface DocumentWarning {
  code: (typeof DOCUMENT_WARNINGS)[number];
  /** A sentence that says why, and what that means. */
  reason: string;
}

/** A part `[start, end)` of a text in UTF-16 code units. */
export interface TextSpan {
  start: number;
  end: number;
}

/** A part of a document that is kept, searched and cited as one. */
export interface Passage extends TextSpan {
  text: string;
  /** The heading or the name that it stands under; null where there is none. */
  heading: string | null;
  /** Sentences that are still to be read, rather than fields. */
  isProse: boolean;
}

/** What of a document becomes claims: nothing, the sentences that lay down a rule, or all that say something. */
export const CLAIMS_MODES = ['none', 'rules', 'all'] as const;
export type ClaimsMode = (typeof CLAIMS_MODES)[number];

/** Longest sentence, with what leads to it, that is read for a claim or a relation: such are shorter, and it is read at one go. */
export const SENTENCE_MAX = 1000;

/** What stands between the headings of a path. */
export const BETWEEN_HEADINGS = ' > ';

/** A sentence of a text, without the marks for how it looks. Its span is where it stands in the document. */
export interface Sentence extends TextSpan {
  text: string;
  /** The headings that it stands under, outermost first, BETWEEN_HEADINGS between them; empty above the first. */
  heading: string;
  /** From 1. */
  line: number;
  form: 'sentence' | 'item' | 'step' | 'cell' | 'row' | 'heading' | 'note';
  /**
   * What leads to the list that it is the first sentence of an item of: "Services must"; of a `row`, its first cell, and the name of
   * the column where there are three and more.
   */
  leadIn: string | null;
  /** What leads to the list that it stands in, where that is short; of a `row`, the name of its column. */
  list: string | null;
  /** Whether it is the first of its paragraph, item or cell. */
  isFirst: boolean;
  /** Whether it leads to a list itself. */
  leads: boolean;
  /** Whether it is the word of somebody else. */
  isQuoted: boolean;
  /** Whether a sign beside it says that it is to be done, or that it is not: "✅ …", "❌ …". */
  sign: 'affirmed' | 'denied' | null;
  /** Whether its item is a task, and ticked off: "[ ] …", "[x] …". */
  box: 'open' | 'done' | null;
}

/** A passage with the line of the document on which it begins, from 1. */
export interface PlacedPassage extends Passage {
  line: number;
}

/** Where a field stands in a document. `path` is dotted: `people.3.parents.0`. */
export interface FieldPlace extends Where {
  path: string;
}

/** A date as it is written, with the place where it stands. */
export interface StatedDate {
  text: string;
  place: FieldPlace;
}

type Properties = Readonly<Record<string, string | number | boolean>>;

/** A thing that a document names. */
export interface StatedEntity {
  name: string;
  /** What it is; of one that is only mentioned what it may be, likeliest first, empty where nothing is known. */
  types: readonly string[];
  aliases: readonly string[];
  description: string | null;
  properties: Properties;
  /** The document tells of it, rather than only mentioning it beside another. */
  isDeclared: boolean;
  /** Null where prose names it. */
  place: FieldPlace | null;
  span: TextSpan;
}

/** A relation as a document states it, with its dates as they are written. */
export interface StatedRelation {
  type: string;
  /** Index into the entities of the document. */
  from: number;
  /** The same; null where `value` is the other end. */
  to: number | null;
  /** The other end of an attribute: a date, a gender. */
  value: string | null;
  validFrom: StatedDate | null;
  validUntil: StatedDate | null;
  /** How sure the document is of it, above 0 and up to 1. */
  confidence: number;
  properties: Properties;
  place: FieldPlace;
  span: TextSpan;
}

/** What fields of a document say, before any date is read or any name looked up. */
export interface Statements {
  entities: StatedEntity[];
  relations: StatedRelation[];
}

/** All that a document says. */
export interface LoreDocument extends Statements {
  title: string | null;
  /** What its fields call it; its title may be a heading. */
  sourceTitle: string | null;
  sourceType: SourceType;
  /** The name of its source; null where it is one of its own. */
  source: string | null;
  /** How reliable that source is, where it says so. */
  reliability: SourceKind | null;
  /** What its front matter says besides. */
  properties: Properties;
  passages: PlacedPassage[];
  /** The sentences of its text; null where that was not parsed, so that nobody knows. */
  sentences: Sentence[] | null;
  warnings: DocumentWarning[];
}
