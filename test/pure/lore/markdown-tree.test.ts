import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blocksAtTop, type Node } from '../../../src/lore/ingest/markdown-tree.js';
import { worstDocuments } from '../../worst-case/documents.js';

/** Without numbers that begin a list at 3: right behind code, without a blank line, the parser takes those for text. */
const LINES = [
  ...['- a', '- b', ' - c', '  - d', '    - e', '* f', '1. g', '   more', '\tmore', 'text', 'more text', ''],
  ...['', '', '   ', '# Title', '===', '---', '***', '> quoted', '> - x', '```', '~~~', '    code', '<div>', '</div>'],
  ...['<!-- a', '-->', '| a | b |', '|---|---|', '| c | d |', 'a | b', '\uFEFF# x', '\uFEFFtext', '[a]: b', '+ i'],
];
const ENDS = ['\n', '\n', '\n', '\r\n', '\r'];

/** What a tree says: kinds and places, without what a list or a table counts. */
function shape(nodes: readonly Node[]): unknown[] {
  return nodes.map((node) => ({
    type: node.type,
    ...('depth' in node ? { depth: node.depth } : {}),
    ...('ordered' in node ? { ordered: node.ordered } : {}),
    ...{ start: node.position?.start.offset, end: node.position?.end.offset },
    ...('children' in node ? { children: shape(node.children as Node[]) } : {}),
  }));
}

const inPieces = (text: string, piece: number) => shape(blocksAtTop(text, { start: 0, end: text.length }, piece));

describe('Markdown is parsed a piece at a time', () => {
  test('and is found as if it were parsed at once, wherever a piece ends', () => {
    const line = fc.tuple(fc.constantFrom(...LINES), fc.constantFrom(...ENDS)).map((parts) => parts.join(''));
    const text = fc.array(line, { minLength: 2, maxLength: 25 }).map((lines) => lines.join(''));
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (markdown, piece) => {
        expect(inPieces(markdown, piece)).toEqual(inPieces(markdown, markdown.length));
      }),
      { numRuns: 300 },
    );
  });

  // What nests as deep as "quotes" is not given to the parser.
  const worst = [...worstDocuments()].filter(([kind]) => kind !== 'quotes');

  test.each(worst.map(([kind, text]) => [kind, text.slice(0, 1500)] as const))('%s', (_, text) => {
    for (const piece of [10, 900]) expect(inPieces(text, piece)).toEqual(inPieces(text, text.length));
  });
});
