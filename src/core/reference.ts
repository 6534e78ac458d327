import { z } from 'zod';
import { nameKey } from './name.js';

/** Words that stand for something that was spoken of before: "he", "it", "the city". */

const words = z.array(z.string().min(1));

export const referencesFile = z.strictObject({
  female: words,
  male: words,
  several: words,
  thing: words,
  /** Nouns, with the types of entities that they may stand for. */
  kinds: z.record(z.string(), words),
});

/** What a word may stand for. */
export type Reference = { gender: 'male' | 'female' } | { gender: null; kinds: readonly string[]; excludes: boolean };

/** What may be told from its gender. */
const LIVING = ['person', 'creature', 'deity'];
const SEVERAL = ['faction', 'culture', 'lineage', 'person', 'creature'];

export function compileReferences(file: z.infer<typeof referencesFile>): ReadonlyMap<string, Reference> {
  const found = new Map<string, Reference>();
  for (const word of file.male) found.set(word, { gender: 'male' });
  for (const word of file.female) found.set(word, { gender: 'female' });
  for (const word of file.several) found.set(word, { gender: null, kinds: SEVERAL, excludes: false });
  for (const word of file.thing) found.set(word, { gender: null, kinds: LIVING, excludes: true });
  for (const [word, kinds] of Object.entries(file.kinds)) found.set(word, { gender: null, kinds, excludes: false });
  return found;
}

/** What a text that names nobody stands for, if it is such a word: "The city". */
export function referenceNamed(references: ReadonlyMap<string, Reference>, text: string): Reference | undefined {
  return references.get(nameKey(text));
}

/** Something that a session spoke of. */
export interface Spoken {
  /** Its type, and the built-in type that it is a kind of. */
  types: readonly string[];
  /** As it is recorded; null where it is not. */
  gender: string | null;
}

/** Whether a word may stand for it. Who is of no recorded gender may be of either. */
export function mayStandFor(reference: Reference, { types, gender }: Spoken): boolean {
  const names = types.map((type) => type.toLowerCase());
  if (reference.gender === null) return names.some((name) => reference.kinds.includes(name)) !== reference.excludes;
  const isLiving = names.some((name) => LIVING.includes(name));
  return isLiving && (gender === null || gender.trim().toLowerCase() === reference.gender);
}
