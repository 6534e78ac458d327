import type { DocumentError, LoreDocument, RawDocument, Sentence, Statements } from '../core/document.js';
import type { MarkdownReading } from '../lore/ingest/read.js';

/** A document that the thread is asked to read. */
export interface Task {
  raw: RawDocument;
  /** The types of entities that there are. */
  types: readonly string[];
  reading: MarkdownReading;
}

/** Lists that grow with a document. */
export interface Lists extends Statements, Pick<LoreDocument, 'passages'> {
  sentences: Sentence[];
}

/** `more` asks for the next part of the lists of the document that was read last. */
export type Request = ({ type: 'read' } & Task) | { type: 'more' };

/**
 * `isParsed` says whether the sentences of the document are known. The first word of the thread is `ready`; then it answers each request. A part that is empty is the
 * last one.
 */
export type Reply =
  | { type: 'ready' }
  | { type: 'wrong'; errors: DocumentError[] }
  | { type: 'head'; head: Omit<LoreDocument, keyof Lists>; isParsed: boolean }
  | { type: 'part'; lists: Lists };
