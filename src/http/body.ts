import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../core/errors.js';

/** Deeper than any body of this API is. */
const DEPTH_MAX = 32;

/**
 * Reads JSON bodies: UTF-8 only, not nested too deep for what walks them later, and without the keys that would change
 * the prototype of an object. Every other media type is refused.
 */
export function registerBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer;
    if (!isUtf8(bytes)) return done(new Problem('malformed_json', 'The body is not UTF-8.'));
    const text = bytes.toString();
    if (isDeeperThan(text, DEPTH_MAX)) return done(refused(`must not be nested deeper than ${DEPTH_MAX} levels`));
    return parse(request, text, (error, value) => done(error === null ? null : faultOf(text, error), value));
  });
}

/** Whether objects and arrays lie in each other more than so many times. Looks at the text only, so it can't overflow. */
export function isDeeperThan(json: string, max: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case '"':
        at = endOfText(json, at + 1);
        break;
      case '{':
      case '[':
        if (++depth > max) return true;
        break;
      case '}':
      case ']':
        depth--;
    }
  }
  return false;
}

/** Where the quote stands that ends a text. */
function endOfText(json: string, start: number): number {
  let at = start;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}

/** The parser says the same of broken JSON and of a forbidden key. */
function faultOf(text: string, error: Error): Error {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
    return refused('must not hold the keys __proto__ or constructor.prototype');
  } catch {
    return error;
  }
}

function refused(message: string): Problem {
  return new Problem('invalid_request', 'The body has a form that is not accepted.', [{ path: '(root)', message }]);
}
