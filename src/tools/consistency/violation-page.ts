import { z } from 'zod';
import { askedViolations, type ViolationsAsked } from '../../flows/consistency/violation-list.js';
import type { AskedSpan, AskedTime } from '../../flows/lore/read/asked-time.js';
import { type About, besideOf, saidBeside, sayBeside } from '../../flows/lore/read/beside.js';
import type { Envelope } from '../../flows/lore/read/envelope.js';
import { openQuestion } from '../../flows/lore/read/question.js';
import type { Violation } from '../../store/queries/consistency/violations.js';
import type { Told } from '../../store/queries/records/told-record.js';
import type { ToolContext } from '../define.js';
import { compactEnvelopeFields, envelopeFields } from '../envelope-schemas.js';
import { compactEnvelope } from '../present-envelope.js';
import { knownAtField, nextCursorField, PAGE_DEFAULT, pageShape } from '../schemas.js';
import {
  CompactViolationSchema,
  compactViolation,
  flagDelivered,
  openTotal,
  severityField,
  statusField,
} from './violation-schemas.js';

/** What lists of violations are asked for besides what they are of. */
export const violationPageShape = {
  severity: severityField,
  status: statusField,
  known_at: knownAtField,
  ...pageShape,
};

/** Pages of violations of one kind in both views, under ids of their own in the API document. */
export function violationPages<Item extends z.ZodObject>(
  item: Item,
  id: string,
  short: z.ZodObject = CompactViolationSchema,
) {
  const page = (one: z.ZodObject) => ({
    items: z.array(one).describe('Oldest first.'),
    ...{ next_cursor: nextCursorField, open_total: openTotal },
  });
  return {
    schema: z
      .object({ ...envelopeFields, ...page(item) })
      .describe('One page.')
      .meta({ id }),
    short: z
      .object({ ...compactEnvelopeFields, ...page(short) })
      .describe('One page, in short.')
      .meta({ id: `Compact${id}` }),
  };
}

type Asked = Omit<ViolationsAsked, 'limit'> & { limit?: number | null | undefined };

/** A violation, what the answer says of it, and the sources of the claims that it is between. */
export interface Delivered<T> {
  violation: Violation;
  shown: T;
  sources?: readonly string[];
}

export interface ViolationPage<T> extends Envelope {
  items: T[];
  nextCursor: string | null;
  openTotal: number;
}

/**
 * A page of the violations of one kind, and how many of it are open. What it delivers is flagged, after the answer; what
 * is asked for as it was known then is not.
 * @param present those that the answer shows, with what it says of each, by what is recorded of their sides
 * @throws Problem `ambiguous_entity`
 */
export async function violationPage<T>(
  context: ToolContext,
  { time, ...asked }: Asked & { time?: AskedTime | AskedSpan },
  present: (violations: readonly Violation[], told: Told) => Promise<Delivered<T>[]>,
): Promise<ViolationPage<T>> {
  const { deps, tenant, report } = context;
  const question = await openQuestion(context, asked.knownAt);
  const limit = asked.limit ?? PAGE_DEFAULT;
  const { page, named, open, ...told } = await askedViolations(deps, question, { ...asked, limit });
  const about = (violations: readonly Violation[], more: Partial<About> = {}): About => ({
    ...{ named: named === null ? [] : [named], open, time: time ?? null, ...more },
    relations: violations.flatMap(({ about, sides }) => (about === 'relation' ? sides : [])),
  });
  const beside = besideOf(told, named === null ? open : null);
  const delivered = await present(page.items, beside);
  if (asked.knownAt == null) flagDelivered(deps, tenant, page.items, report);
  const shown = delivered.map(({ violation }) => violation);
  const of = about(shown, { sources: delivered.flatMap(({ sources = [] }) => sources) });
  // What is left out of a page has no part in what is said beside it.
  const isWhole = shown.length === page.items.length && of.sources?.length === 0;
  const said = isWhole
    ? sayBeside(context, question, of, { ...beside, sources: [] })
    : await saidBeside(context, question, of);
  return {
    ...said,
    isDisputed: said.isDisputed || shown.some(({ kind, status }) => kind === 'contradiction' && status === 'open'),
    items: delivered.map((one) => one.shown),
    ...{ nextCursor: page.nextCursor, openTotal: open.counts[asked.kind] },
  };
}

/** The same in short. */
export function compactPageOf<T>(page: ViolationPage<T>, line: (item: T) => object) {
  const { items, nextCursor, openTotal } = page;
  return { ...compactEnvelope(page), items: items.map(line), nextCursor, openTotal };
}

/** Of violations that are told by a sentence. */
export function sentencePage<T extends Parameters<typeof compactViolation>[0]>(page: ViolationPage<T>) {
  return compactPageOf(page, compactViolation);
}
