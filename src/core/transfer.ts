import { z } from 'zod';
import { calendarErrors } from './calendar-check.js';
import { CalendarInput } from './calendar-definition.js';
import { CLAIM_KINDS } from './claim.js';
import { type FieldError, fieldErrors } from './errors.js';

/** A project as lines of JSON: a header, its rows in a fixed order, and a trailer by which a cut file is noticed. */

/** Raised when an older reader could not read what is written. */
export const TRANSFER_FORMAT = 1;

const tableField = z.string().min(1).max(100).describe('A table of the store.');
const countField = z.number().int().min(0);

const TableHead = z
  .object({
    name: tableField,
    columns: z.array(z.string().min(1).max(100)).min(1).max(200).describe('Those that its rows have, in their order.'),
    rows: countField.describe('How many follow.'),
  })
  .describe('A table, and how much of it follows.')
  .meta({ id: 'TransferTable' });

export const TransferHeader = z
  .object({
    line: z.literal('header').describe('The first line.'),
    format: z.number().int().describe('Version of the format.'),
    schema: z.string().max(200).describe('Last migration of the database that it comes from.'),
    tables: z.array(TableHead).max(100).describe('What follows, in this order.'),
  })
  .describe('What an export holds.')
  .meta({ id: 'TransferHeader' });
export type TransferHeader = z.infer<typeof TransferHeader>;

export const TransferRow = z
  .object({
    line: z.literal('row').describe('One of many.'),
    table: tableField,
    row: z.record(z.string(), z.unknown()).describe('Its columns, but for the tenant.'),
  })
  .describe('One row.')
  .meta({ id: 'TransferRow' });
export type TransferRow = z.infer<typeof TransferRow>;

export const TransferTrailer = z
  .object({
    line: z.literal('trailer').describe('The last line.'),
    rows: countField.describe('How many there were.'),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
      .describe('Of all bytes before this line.'),
  })
  .describe('The end of an export: without it something is missing.')
  .meta({ id: 'TransferTrailer' });
export type TransferTrailer = z.infer<typeof TransferTrailer>;

export const TransferLine = z
  .discriminatedUnion('line', [TransferHeader, TransferRow, TransferTrailer])
  .describe('A line of an export.')
  .meta({ id: 'TransferLine' });

const jsonObject = z.looseObject({});
const reading = z.looseObject({
  textKey: z.string(),
  norms: z.array(z.looseObject({ tokens: z.array(jsonObject), spans: z.array(jsonObject) })),
  normVersion: z.number().int(),
  normalizerState: z.enum(['read', 'failed_open']),
});
const calendar = CalendarInput.superRefine((value, context) => {
  for (const { path, message } of calendarErrors(value)) {
    context.addIssue({ code: 'custom', path: path.split('.'), message });
  }
});

/** What a database takes as it is, and the code could not read: such rows are told apart before they are stored. */
const SHAPES: Readonly<Record<string, z.ZodType>> = {
  projects: z.looseObject({ settings: jsonObject.optional(), calendar: calendar.nullish() }),
  claims: z.looseObject({ kind: z.enum(CLAIM_KINDS), reading, tags: z.array(z.string()) }),
  decisions: z.looseObject({ record: jsonObject, request: jsonObject, timings: jsonObject }),
  violations: z.looseObject({ detail: jsonObject.optional() }),
  type_templates: z.looseObject({ template: jsonObject }),
};

/** What is wrong with the form of a row, beyond the types of its columns, which the database knows. */
export function rowErrors({ table, row }: TransferRow): FieldError[] {
  const parsed = SHAPES[table]?.safeParse(row);
  return parsed === undefined || parsed.success ? [] : parsed.error.issues.flatMap(fieldErrors);
}
export type TransferLine = z.infer<typeof TransferLine>;
