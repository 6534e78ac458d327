const REPLACEMENT = '\uFFFD';

/**
 * A request as it can be kept: NUL, which no text of the database takes, and halves of surrogate pairs, which UTF-8 does not,
 * become U+FFFD before anything is read, so that an answer shows what is stored. Linear; what is as it should be is not copied.
 * Objects nest no deeper than a body may.
 */
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(storable);
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  const fields = Object.entries(value).map(([key, field]) => [storableText(key), storable(field)] as const);
  const isSame = Object.entries(value).every(
    ([key, field], at) => fields[at]?.[0] === key && fields[at]?.[1] === field,
  );
  return isSame ? value : Object.fromEntries(fields);
}

function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', REPLACEMENT);
}
