import type { DocumentWarning, NotParsedBecause } from '../../core/document.js';
import { NESTING_MAX } from './markdown.js';

const REASONS: Readonly<Record<NotParsedBecause, string>> = {
  nested_too_deeply: `It nests quotes and lists more than ${NESTING_MAX} deep`,
  took_too_long: 'Parsing it took longer than it may',
  parser_failed: 'The parser failed',
};

/** The warning that the text of a document was not parsed. */
export function notParsed(because: NotParsedBecause): DocumentWarning {
  const reason = `${REASONS[because]}, so its text was cut at blank lines and lines that begin with #.`;
  return { code: 'not_parsed_as_markdown', reason };
}
