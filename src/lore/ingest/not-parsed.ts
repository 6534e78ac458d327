import type { DocumentWarning } from '../../core/document.js';
import { NESTING_MAX } from './markdown.js';

/** The warning that the text of a document was not parsed, as it is the same whenever that document is read. */
export const NOT_PARSED: DocumentWarning = {
  code: 'not_parsed_as_markdown',
  reason: `It nests quotes and lists more than ${NESTING_MAX} deep, so its text was cut at blank lines and lines that begin with #.`,
};
