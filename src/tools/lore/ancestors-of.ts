import { kinOf } from '../../flows/lore/read/kin.js';
import { UP } from '../../store/queries/records/steps-record.js';
import { defineTool } from '../define.js';
import { answerKin, KIN_DEPTH, kinQuery, kinResponse } from '../kin-schemas.js';
import { PAGE_DEFAULT } from '../schemas.js';

export const ancestorsOf = defineTool({
  name: 'ancestors_of',
  method: 'GET',
  path: '/v1/lore/ancestors-of',
  tag: 'lore',
  role: 'reader',
  summary: 'List the ancestors of a person, generation by generation',
  description:
    'Parents, their parents and so on, nearest first, each with its life, its generation and who says so; with what of ' +
    'them can not be right. Nobody comes twice, whatever circles are told.',
  useWhen: 'you are asked where somebody comes from, or whether two are related.',
  notFor: 'children: use descendants_of. A house and all its members: use list_lineage.',
  query: kinQuery,
  responses: {
    200: kinResponse('Ancestors', {
      answer: 'The ancestors of a person.',
      kin: 'Nearest first, with the person itself; in short `-1: name`.',
    }),
  },
  problems: ['unknown_entity', 'ambiguous_entity'],
  run: async (context, { limit, depth, ...asked }) =>
    answerKin(context, await kinOf(context, UP, { ...asked, depth: depth ?? KIN_DEPTH, limit: limit ?? PAGE_DEFAULT })),
});
