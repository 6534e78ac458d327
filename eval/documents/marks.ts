import { z } from 'zod';

const row = z.strictObject({
  /** The path of the document in its folder. */
  file: z.string().min(1),
  /** Where the sentence begins, from 1. */
  line: z.number().int().min(1),
  text: z.string().min(1),
  /** Whether somebody who read it found a rule in it, or something that is only told. */
  label: z.enum(['rule', 'told']),
});

/** A sentence of a document, and what somebody says that it is. */
export type Mark = z.infer<typeof row>;

/** @throws Error where a line is no mark */
export function readMarks(jsonl: string): Mark[] {
  return jsonl
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => row.parse(JSON.parse(line)));
}
