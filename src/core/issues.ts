import { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;

/**
 * What a field must be, where the words of zod name types of JavaScript or say nothing of what is allowed; undefined
 * where they will do. Words that a schema has of its own go first.
 */
export function explainIssue(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : explainNumber(issue);
    case 'invalid_value':
      return issue.input === undefined ? `is required: ${oneOf(issue.values)}` : undefined;
    case 'invalid_format':
      return issue.format === 'datetime' ? INSTANT : undefined;
    case 'invalid_union':
      return explainUnion(issue);
    default:
      return undefined;
  }
}

const INSTANT = 'must be an instant in ISO 8601 with its time and zone, such as 2026-05-01T12:00:00Z';

function explainNumber({ schema }: RawIssue): string | undefined {
  if (!(schema instanceof z.ZodNumber)) return undefined;
  const { minValue, maxValue, isInt } = schema;
  // Beyond what a number holds exactly there is no limit that somebody set.
  const from = isSet(minValue) ? ` from ${minValue}` : '';
  const to = isSet(maxValue) ? ` ${from === '' ? 'up ' : ''}to ${maxValue}` : '';
  return `must be a ${isInt ? 'whole number' : 'number'}${from}${to}`;
}

function isSet(limit: number | null): boolean {
  return limit !== null && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
}

/** Of objects that a field tells apart. */
function explainUnion({ schema, discriminator, input }: RawIssue & { code: 'invalid_union' }): string | undefined {
  if (typeof discriminator !== 'string' || !(schema instanceof z.ZodDiscriminatedUnion)) return undefined;
  const values = [...(schema._zod.propValues?.[discriminator] ?? [])];
  const isThere = (input as Record<string, unknown> | null | undefined)?.[discriminator] !== undefined;
  return isThere ? `must be ${oneOf(values)}` : `is required: ${oneOf(values)}`;
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(', ')}`;
}
