import { z } from 'zod';
import {
  type CheckedSentence,
  SENTENCE_MAX,
  SENTENCES_MAX,
  verifyAnswer as verified,
} from '../../flows/lore/verify/verify-answer.js';
import { fullView, minimalView } from '../compact-schemas.js';
import { defineTool } from '../define.js';
import { atTimeField } from '../envelope-schemas.js';
import { factLine } from '../present-envelope.js';
import { knownAtField, tenantShape } from '../schemas.js';
import { StoryTimeSchema, Timestamp } from '../time-schemas.js';
import {
  CheckedSentenceSchema,
  sentenceCodeField,
  skippedField,
  unsaidField,
  verdictField,
} from '../verify-schemas.js';

const TEXT_MAX = 8000;

const body = z
  .strictObject({
    ...tenantShape,
    text: z
      .string()
      .max(TEXT_MAX)
      .refine((text) => text.trim() !== '', 'must hold more than white space')
      .describe('The draft of an answer: plain sentences, with names and dates.'),
    at_time: atTimeField.describe(
      'The time that the answer is about; default: none, so that what was is what ever was, and what is is so now.',
    ),
    known_at: knownAtField,
  })
  .describe('A draft to check.')
  .meta({ id: 'VerifyAnswerRequest' });

const ShortSchema = z
  .object({
    view: minimalView,
    sentences: z
      .array(
        z
          .object({
            text: z.string().describe('The sentence.'),
            verdict: verdictField,
            code: sentenceCodeField,
            is_disputed: z.literal(true).optional().describe('Present where something that decides is disputed.'),
            was_returned: z.literal(false).optional().describe('Present where no call of the session returned it.'),
            decided_by: z.array(z.string()).describe('Relations and claims that decide, in lines.'),
          })
          .describe('What the record says of a sentence, in short.')
          .meta({ id: 'CompactCheckedSentence' }),
      )
      .describe('In their order.'),
    skipped: z.number().int().optional().describe('How many sentences were not looked at; absent: none.'),
    unsaid: z.array(z.string()).optional().describe('Caveats that the draft leaves unsaid; absent: none.'),
  })
  .describe('What the record says of a draft, in short.')
  .meta({ id: 'MinimalCheckedAnswer' });

export const verifyAnswer = defineTool({
  name: 'verify_answer',
  method: 'POST',
  path: '/v1/verify-answer',
  tag: 'read',
  toolsets: ['lore'],
  role: 'reader',
  takesIdempotencyKey: false,
  takesSession: true,
  summary: 'Check the draft of an answer, sentence by sentence',
  description:
    'Says of each sentence whether the record supports it, contradicts it, or tells nothing of it, with the relations, ' +
    'passages and claims that decide. Relations are weighed as by was_true_at, claims compared as by the guard. Of a ' +
    `session it says what no call returned, and which caveats are left unsaid. ${SENTENCES_MAX} sentences of at most ` +
    `${SENTENCE_MAX} characters are looked at. Nothing is written.`,
  useWhen: 'you have drafted an answer and have not spoken yet.',
  notFor: 'one relation: use was_true_at. A claim to be stored: use check.',
  body,
  responses: {
    200: {
      description: 'What the record says of each sentence.',
      schema: z
        .object({
          view: fullView,
          sentences: z.array(CheckedSentenceSchema).describe('In their order.'),
          skipped: skippedField,
          unsaid: unsaidField,
          at_time: StoryTimeSchema.nullable().describe('The time that the answer is about; null: none was named.'),
          known_at: Timestamp.describe('What was believed then is answered.'),
        })
        .describe('What the record says of a draft.')
        .meta({ id: 'CheckedAnswer' }),
      short: ShortSchema,
    },
  },
  problems: ['invalid_date', 'ambiguous_entity'],
  run: async (context, input) => {
    const { sentences, skipped, unsaid, atTime, knownAt } = await verified(context, input);
    const shown = sentences.map(({ relations, ...sentence }) => ({
      ...sentence,
      relations: relations.map(({ deciding: _deciding, candidates, ...relation }) => ({
        ...relation,
        candidates: candidates.map(({ score, ...one }) => ({ ...one, matchConfidence: Math.round(score * 100) / 100 })),
      })),
    }));
    const short = () => ({
      view: 'minimal',
      sentences: sentences.map(inShort),
      ...(skipped.length > 0 && { skipped: skipped.length }),
      ...(unsaid !== null && unsaid.length > 0 && { unsaid }),
    });
    const rest = { skipped, unsaid, atTime: atTime?.time ?? null, knownAt };
    return { status: 200, body: { view: 'full', sentences: shown, ...rest }, short };
  },
});

function inShort({ text, verdict, code, isDisputed, wasReturned, relations, claims }: CheckedSentence) {
  const facts = relations.flatMap((relation) => relation.facts.map(factLine));
  const said = claims.filter(({ side }) => side !== 'may_contradict').map(({ id, statement }) => `${id} ${statement}`);
  return {
    ...{ text, verdict, code },
    ...(isDisputed && { isDisputed }),
    ...(wasReturned === false && { wasReturned }),
    decidedBy: [...facts, ...said],
  };
}
