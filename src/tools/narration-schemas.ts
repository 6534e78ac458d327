import { z } from 'zod';
import { entityRef } from '../core/lore.js';
import { STYLES, WORDING_FAULTS } from '../core/storyteller.js';
import type { Narration } from '../flows/lore/read/narrate.js';
import type { ToolAnswer } from './define.js';
import { compactEnvelopeFields, envelopeFields } from './envelope-schemas.js';
import { aboutField, linesField } from './facts-answer.js';
import { compactEnvelope } from './present-envelope.js';

/** Stories of what is recorded, as they stand on the wire. */

export const SENTENCES = 100;
const SENTENCES_MAX = 200;

export const styleField = z
  .enum(STYLES)
  .nullish()
  .describe('`chronicle`: the time first. `plain`: the time last. Default: chronicle.');
export const sentencesField = z.coerce
  .number()
  .int()
  .min(1)
  .max(SENTENCES_MAX)
  .nullish()
  .describe(`Sentences; default ${SENTENCES}.`);

const SentenceSchema = z
  .object({
    sentence: z.string().describe('What happened.'),
    is_disputed: z.boolean().describe('Whether sources contradict it; the sentence says so.'),
    is_uncertain: z
      .boolean()
      .describe('Whether it can be relied on less than 0.7, or may not belong here; it says so.'),
    citations: z
      .array(
        z
          .object({
            relation_id: z.string().describe('What it tells.'),
            source_id: z.string().nullable().describe('Of the source; null: none is named.'),
            source: z.string().describe('What the source is called; of no source, who says it.'),
            document: z.string().nullable().describe('Path of the document; null: none.'),
            heading: z.string().nullable().describe('The heading that it stands under; null: none.'),
            line: z.number().int().nullable().describe('Line on which the passage begins, from 1; null: not known.'),
            chunk_id: z.string().nullable().describe('The passage; null: none, or a field of a document.'),
            claim_id: z.string().nullable().describe('The claim that said it; null: none.'),
          })
          .describe('What a sentence rests on.')
          .meta({ id: 'SentenceCitation' }),
      )
      .describe('What it rests on; never empty.'),
  })
  .describe('A sentence of a story.')
  .meta({ id: 'CitedSentence' });

const tellingFields = {
  raw_material: z.literal(true).describe('It is what to tell a story from, and no answer of its own.'),
  worded_by: z.string().describe('`template`, or the model that worded it: `llm:<model>`.'),
  fallback: z
    .enum(WORDING_FAULTS)
    .nullable()
    .describe('Why the wording of the model that is configured was not used; null: it was, or none is configured.'),
  total: z.number().int().describe('How many sentences there are; those beyond `limit` are left out.'),
  is_cut: z.boolean().describe('Whether more is recorded than was read for it.'),
};

/** A 200 that tells a story, in both views. */
export function narrationResponse(id: string, answer: string) {
  const prose = z.string().describe('The sentences as running text, in paragraphs; empty: nothing is recorded.');
  return {
    description: answer,
    schema: z
      .object({
        ...{ ...envelopeFields, entity: aboutField, prose },
        ...{ sentences: z.array(SentenceSchema).describe('In the order of time.'), ...tellingFields },
      })
      .describe(answer)
      .meta({ id }),
    short: z
      .object({ ...compactEnvelopeFields, sentences: linesField('In the order of time.'), ...tellingFields })
      .describe(`${answer.replace(/\.$/, '')}, in short.`)
      .meta({ id: `Compact${id}` }),
  };
}

export function answerNarration({ entity, sentences, fault, prose, ...answer }: Narration): ToolAnswer {
  const { wordedBy, total, isCut } = answer;
  const telling = { rawMaterial: true, wordedBy, fallback: fault, total, isCut };
  const lines = sentences.map(({ sentence }) => sentence);
  const short = () => ({ ...compactEnvelope(answer), sentences: lines, ...telling });
  const body = { view: 'full', ...answer, ...telling, entity: entityRef(entity), prose, sentences };
  return { status: 200, body, short };
}
