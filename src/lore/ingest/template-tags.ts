import { blanked, fencesOf, spansBetween } from './mdx.js';

/**
 * The text with spaces in place of the tags of Liquid and its like, "{% include note.html %}", outside of code blocks: sites are made of
 * them, and they say nothing. Offsets and lines stay. What is put in by "{{ name }}" stays too, as it is part of its sentence.
 */
export function withoutTemplateTags(text: string): string {
  if (!text.includes('{%')) return text;
  return blanked(text, [...spansBetween(text, '{%', '%}', fencesOf(text))]);
}
