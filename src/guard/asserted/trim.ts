/** A text without the marks that it ends with; in time linear in their number. */
export function withoutEnd(text: string, marks: string): string {
  let end = text.length;
  while (end > 0 && marks.includes(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

/** A name without "'s". */
export function withoutGenitive(name: string): string {
  return /['’]s$/i.test(name) ? name.slice(0, -2) : name;
}
