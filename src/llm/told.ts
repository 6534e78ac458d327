import { z } from 'zod';

const sentence = z.object({ text: z.string(), from: z.array(z.number().int()) });
const answer = z.object({ sentences: z.array(sentence) });

/** Limits lie outside of the schema that is sent: not every endpoint takes them in one. */
const bounded = z.object({
  sentences: z
    .array(sentence.extend({ text: z.string().min(1).max(2000), from: z.array(z.number().int()).max(50) }))
    .max(400),
});

/** The form of an answer as a JSON schema, for endpoints that hold a model to one. */
export function toldSchema(): Record<string, unknown> {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(answer);
  return schema;
}

/**
 * Reads what a model wrote. Words or a fence around the JSON are passed over.
 * @throws Error when there is no JSON in it, or another one
 */
export function readTold(content: string): { text: string; from: number[] }[] {
  const from = content.indexOf('{');
  const until = content.lastIndexOf('}');
  if (from < 0 || until < from) throw new Error('the answer holds no JSON object');
  return bounded.parse(JSON.parse(content.slice(from, until + 1))).sentences;
}
