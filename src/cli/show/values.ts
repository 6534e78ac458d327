/** Any answer for people to read: a line a value, what is within something indented below it. */
export function describeValue(value: unknown, indent = ''): string {
  if (Array.isArray(value)) return value.map((item) => itemOf(item, indent)).join('\n');
  if (typeof value !== 'object' || value === null) return `${indent}${plain(value)}`;
  return Object.entries(value)
    .filter(([name, field]) => name !== 'view' && !isEmpty(field))
    .map(([name, field]) =>
      isPlain(field)
        ? `${indent}${name}: ${plain(field)}`
        : `${indent}${name}:\n${describeValue(field, `${indent}  `)}`,
    )
    .join('\n');
}

function itemOf(item: unknown, indent: string): string {
  if (isPlain(item)) return `${indent}- ${plain(item)}`;
  return `${indent}- ${describeValue(item, `${indent}  `).trimStart()}`;
}

/** What fits on the line of its name: a value, or a short list of them. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item !== 'object' || item === null);
  return typeof value !== 'object' || value === null;
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

function plain(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(', ') : String(value);
}
