import { parse } from '@humanwhocodes/momoa';
import {
  DOCUMENT_MAX,
  type DocumentError,
  type DocumentWarning,
  type LoreDocument,
  type Passage,
  type PlacedPassage,
  type RawDocument,
  type Sentence,
  type Statements,
  type TextSpan,
} from '../../core/document.js';
import { Collector } from './collector.js';
import { partsOf } from './front-matter.js';
import { locatorIn } from './locator.js';
import { looseFields } from './loose-fields.js';
import { parsedMarkdown } from './markdown.js';
import { isMdx, withoutCode } from './mdx.js';
import { tooDeepAt } from './nesting.js';
import { notParsed } from './not-parsed.js';
import { PASSAGE_MAX, passagesOf, pieces, titleOf } from './passages.js';
import { plainBlocks } from './plain-blocks.js';
import { lastAtMost, Positions } from './position.js';
import { readFields, sourceTypeOf } from './statements.js';
import { withoutTemplateTags } from './template-tags.js';
import { readYaml, type YamlError, yamlErrors } from './yaml.js';

/** How the text of Markdown is cut into blocks: by its syntax tree, or by blank lines and # marks only, which is quick. */
export type MarkdownReading = 'parsed' | 'plain';

/**
 * Reads a document: its fields become statements, its text passages. Strict: with any error nothing of it counts.
 * Dates are left as they are written, and prose is left to a reader of sentences. Never throws. Some texts take the
 * parsers of Markdown, YAML and JSON long, so it is not for the thread that answers requests, but for short fields beside
 * plain Markdown.
 * @param types the types of entities that there are
 */
export function readDocument(
  { uri, format, content }: RawDocument,
  types: readonly string[],
  reading: MarkdownReading = 'parsed',
): LoreDocument | DocumentError[] {
  if (content.length > DOCUMENT_MAX) return [wholeError(`is longer than ${DOCUMENT_MAX} characters; divide it`)];
  if (format === 'markdown') return readMarkdown(textOf(uri, content), types, reading);
  const error = format === 'json' ? jsonError(content) : null;
  if (error !== null) return [error];
  const document = readPart(content, { start: 0, end: content.length }, types);
  if (Array.isArray(document)) return document;
  return { ...document, passages: placed(content, passagesOfFields(content, document)), sentences: [] };
}

function readMarkdown(
  content: string,
  types: readonly string[],
  reading: MarkdownReading,
): LoreDocument | DocumentError[] {
  const parts = partsOf(content);
  if (parts === null) return [NO_END];
  const { front, body } = parts;
  const document = readPart(content, front, types, true);
  if (Array.isArray(document)) return document;
  const parsed = reading === 'parsed' ? parsedMarkdown(content, body, PASSAGE_MAX) : null;
  const blocks = parsed?.blocks ?? plainBlocks(content, body);
  const sentences = parsed?.sentences ?? null;
  const passages = [...passagesOfFields(content, document), ...passagesOf(content, blocks)];
  const unparsed = reading === 'parsed' && parsed === null ? [notParsed('nested_too_deeply')] : [];
  const warnings = [...document.warnings, ...unparsed];
  const title = document.title ?? titleOf(blocks);
  return { ...document, title, passages: placed(content, passages), sentences, warnings };
}

/** With the line on which each begins. */
function placed(content: string, passages: readonly Passage[]): PlacedPassage[] {
  const positions = new Positions(content);
  return passages.map((passage) => ({ ...passage, line: positions.at(passage.start).line }));
}

const NO_END = wholeError('has front matter without an end; close it with a line ---');

/** The text of Markdown, at the same offsets. */
function textOf(uri: string, content: string): string {
  const text = withoutTemplateTags(content);
  return isMdx(uri) ? withoutCode(text) : text;
}

/**
 * The sentences of a Markdown text, whatever its front matter says; null where it nests too deeply to be parsed.
 * @param uri what names it: MDX is told by its ending
 */
export function readSentences(text: string, uri = ''): Sentence[] | null {
  const content = textOf(uri, text);
  const body = partsOf(content)?.body ?? { start: 0, end: content.length };
  return parsedMarkdown(content, body, PASSAGE_MAX)?.sentences ?? null;
}

/** What is wrong with the front matter of a Markdown text, whatever its fields are. */
export function frontMatterErrors(content: string): DocumentError[] {
  const parts = partsOf(content);
  if (parts === null) return [NO_END];
  const { start, end } = parts.front;
  return placedErrors(content, start, yamlErrors(content.slice(start, end)));
}

function placedErrors(content: string, start: number, errors: readonly YamlError[]): DocumentError[] {
  const positions = new Positions(content);
  return errors.map(({ message, offset }) => ({ path: '(document)', message, ...positions.at(start + offset) }));
}

type Fields = Omit<LoreDocument, 'passages' | 'sentences'>;

function readPart(
  content: string,
  { start, end }: TextSpan,
  types: readonly string[],
  isLoose = false,
): Fields | DocumentError[] {
  const yaml = readYaml(content.slice(start, end));
  if (Array.isArray(yaml)) return placedErrors(content, start, yaml);
  const collector = new Collector(locatorIn(content, start, yaml), types);
  const loose = isLoose ? looseFields(yaml.value, types) : { value: yaml.value, properties: {}, notes: [] };
  const sourceType = sourceTypeOf(loose.value);
  const head = readFields(loose.value, sourceType, collector);
  if (collector.errors.length > 0) return collector.errors;
  const statements = collector.finish();
  const { title = null, source = null, reliability = null } = head;
  const warnings = loose.notes.map((reason): DocumentWarning => ({ code: 'unknown_fields', reason }));
  const { properties } = loose;
  return { title, sourceTitle: title, source, reliability, sourceType, properties, warnings, ...statements };
}

/** The text of every entity that is told of, and of every relation that stands by itself. */
function passagesOfFields(content: string, { entities, relations }: Statements): Passage[] {
  const told = entities.filter(({ isDeclared }) => isDeclared).map(({ span, name }) => ({ span, name }));
  const isInside = insideOf(told.map(({ span }) => span));
  const bare = relations.filter(({ span }) => !isInside(span.start)).map(({ span }) => ({ span, name: null }));
  return [...told, ...bare]
    .flatMap(({ span, name }) => {
      const text = content.slice(span.start, span.end);
      return pieces({ ...span, text, heading: name, isProse: false });
    })
    .sort((a, b) => a.start - b.start);
}

/** Tells whether an offset lies in any of these parts. */
function insideOf(spans: readonly TextSpan[]): (offset: number) => boolean {
  const inOrder = [...spans].sort((a, b) => a.start - b.start);
  const starts = inOrder.map(({ start }) => start);
  let until = 0;
  const ends = inOrder.map(({ end }) => {
    until = Math.max(until, end);
    return until;
  });
  return (offset) => offset < (ends[lastAtMost(starts, offset)] ?? 0);
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

function wholeError(message: string): DocumentError {
  return { path: '(document)', message, line: 1, column: 1 };
}
