import { kinOf } from '../../flows/lore/read/kin.js';
import { DOWN } from '../../store/queries/records/steps-record.js';
import { defineTool } from '../define.js';
import { answerKin, KIN_DEPTH, kinQuery, kinResponse } from '../kin-schemas.js';
import { PAGE_DEFAULT } from '../schemas.js';

export const descendantsOf = defineTool({
  name: 'descendants_of',
  method: 'GET',
  path: '/v1/lore/descendants-of',
  tag: 'lore',
  role: 'reader',
  summary: 'List the descendants of a person, generation by generation',
  description:
    'Children, their children and so on, nearest first, each with its life, its generation and who says so; with what of ' +
    'them can not be right. Nobody comes twice, whatever circles are told.',
  useWhen: 'you are asked about heirs, grandchildren, or whether a line goes on.',
  notFor: 'children with their other parent only: use list_offspring. Parents: use ancestors_of.',
  query: kinQuery,
  responses: {
    200: kinResponse('Descendants', {
      answer: 'The descendants of a person.',
      kin: 'Nearest first, with the person itself; in short `1: name`.',
    }),
  },
  problems: ['unknown_entity', 'ambiguous_entity'],
  run: async (context, { limit, depth, ...asked }) =>
    answerKin(
      context,
      await kinOf(context, DOWN, { ...asked, depth: depth ?? KIN_DEPTH, limit: limit ?? PAGE_DEFAULT }),
    ),
});
