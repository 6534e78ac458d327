import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

/** Cases as data: two statements, and what the guard must say of the one beside the other. */

const folder = new URL('.', import.meta.url);

const said = z.union([
  z.string().transform((statement) => ({ statement })),
  z.strictObject({
    statement: z.string(),
    scope: z.strictObject({ env: z.string().optional(), team: z.string().optional() }).optional(),
    valid_from: z.string().optional(),
    valid_until: z.string().optional(),
  }),
]);
const golden = z.array(
  z.strictObject({
    stored: said,
    incoming: said,
    verdict: z.strictObject({ kind: z.string(), confidence: z.string(), code: z.string() }).optional(),
    tier: z.enum(['unchanged', 'clean', 'warn', 'block']),
  }),
);

export type Written = z.infer<typeof said>;
export type GoldenCase = z.infer<typeof golden>[number];

export const FILES = readdirSync(folder).filter((name) => name.endsWith('.yaml'));

/** The cases of a file, each also with its statements exchanged. */
export function casesInBothOrders(file: string): GoldenCase[] {
  const cases = golden.parse(parse(readFileSync(new URL(file, folder), 'utf8')));
  return cases.flatMap((each) => [each, { ...each, stored: each.incoming, incoming: each.stored }]);
}
