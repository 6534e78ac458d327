import { parse } from '@humanwhocodes/momoa';
import {
  DOCUMENT_MAX,
  type DocumentError,
  type LoreDocument,
  type Passage,
  type RawDocument,
  type Statements,
  type TextSpan,
} from '../../core/document.js';
import { Collector } from './collector.js';
import { locatorIn } from './locator.js';
import { tooDeepAt } from './nesting.js';
import { passagesOf, pieces, titleOf } from './passages.js';
import { Positions } from './position.js';
import { readFields, sourceTypeOf } from './statements.js';
import { readYaml } from './yaml.js';

/**
 * Reads a document: its fields become statements, its text passages. Strict: with any error nothing of it counts.
 * Dates are left as they are written, and prose is left to a reader of sentences. Never throws.
 * @param types the types of entities that there are
 */
export function readDocument(
  { format, content }: RawDocument,
  types: readonly string[],
): LoreDocument | DocumentError[] {
  if (content.length > DOCUMENT_MAX) return [whole(`is longer than ${DOCUMENT_MAX} characters; divide it`)];
  if (format === 'markdown') return readMarkdown(content, types);
  const error = format === 'json' ? jsonError(content) : null;
  if (error !== null) return [error];
  const document = readPart(content, { start: 0, end: content.length }, types);
  return Array.isArray(document) ? document : { ...document, passages: passagesOfFields(content, document) };
}

const FRONT = /^\uFEFF?---[ \t]*(?:\r\n|\n|\r)/;
const FRONT_END = /^(?:---|\.\.\.)[ \t]*$/m;

function readMarkdown(content: string, types: readonly string[]): LoreDocument | DocumentError[] {
  const opening = FRONT.exec(content)?.[0].length ?? 0;
  const closing = opening === 0 ? null : FRONT_END.exec(content.slice(opening));
  if (opening > 0 && closing === null) return [whole('has front matter without an end; close it with a line ---')];
  const front = { start: opening, end: opening + (closing?.index ?? 0) };
  const body = { start: front.end + (closing?.[0].length ?? 0), end: content.length };
  const document = readPart(content, front, types);
  if (Array.isArray(document)) return document;
  const passages = [...passagesOfFields(content, document), ...passagesOf(content, body)];
  const title = document.title ?? titleOf(content.slice(body.start));
  return { ...document, title, passages };
}

type Fields = Omit<LoreDocument, 'passages'>;

function readPart(content: string, { start, end }: TextSpan, types: readonly string[]): Fields | DocumentError[] {
  const yaml = readYaml(content.slice(start, end));
  if (Array.isArray(yaml)) {
    const positions = new Positions(content);
    return yaml.map(({ message, offset }) => ({ path: '(document)', message, ...positions.at(start + offset) }));
  }
  const collector = new Collector(locatorIn(content, start, yaml), types);
  const sourceType = sourceTypeOf(yaml.value);
  const head = readFields(yaml.value, sourceType, collector);
  if (collector.errors.length > 0) return collector.errors;
  const statements = collector.finish();
  const { title = null, source = null, reliability = null } = head;
  return { title, sourceTitle: title, source, reliability, sourceType, ...statements };
}

/** The text of every entity that is told of, and of every relation that stands by itself. */
function passagesOfFields(content: string, { entities, relations }: Statements): Passage[] {
  const told = entities.filter(({ isDeclared }) => isDeclared);
  const inside = ({ start }: TextSpan) => told.some(({ span }) => span.start <= start && start < span.end);
  const bare = relations.filter(({ span }) => !inside(span)).map(({ span }) => ({ span, name: null }));
  return [...told, ...bare]
    .flatMap(({ span, name }) =>
      pieces({ ...span, text: content.slice(span.start, span.end).trimEnd(), heading: name, isProse: false }),
    )
    .sort((a, b) => a.start - b.start);
}

/** YAML takes more than JSON does: what is called JSON has to be JSON. What is too deep is left to the reader of YAML. */
function jsonError(content: string): DocumentError | null {
  if (tooDeepAt(content) !== null) return null;
  try {
    parse(content);
    return null;
  } catch (error) {
    const { offset = 0 } = error as { offset?: number };
    return { path: '(document)', message: 'is not valid JSON from here on', ...new Positions(content).at(offset) };
  }
}

function whole(message: string): DocumentError {
  return { path: '(document)', message, line: 1, column: 1 };
}
