import type { z } from 'zod';
import type { DocumentError, FieldPlace } from '../../core/document.js';
import { type FieldError, fieldErrors } from '../../core/errors.js';
import type { Locator } from './collector.js';
import { locatorIn } from './locator.js';
import { Positions } from './position.js';
import { readYaml, type Step } from './yaml.js';

/** What a text of one shape says, and where in it what is wrong with a field is wrong. */
export interface Shaped<T> {
  value: T;
  placed(errors: readonly FieldError[]): DocumentError[];
}

/** Reads YAML (and so JSON) of one shape, as strictly as documents are read: settings that are kept in files. Never throws. */
export function readShaped<S extends z.ZodType>(text: string, schema: S): Shaped<z.infer<S>> | DocumentError[] {
  const yaml = readYaml(text);
  if (Array.isArray(yaml)) {
    const positions = new Positions(text);
    return yaml.map(({ message, offset }) => ({ path: '(document)', message, ...positions.at(offset) }));
  }
  const locator = locatorIn(text, 0, yaml);
  const parsed = schema.safeParse(yaml.value);
  if (!parsed.success) return parsed.error.issues.flatMap((issue) => errorsOf(issue, locator));
  const placed = (errors: readonly FieldError[]) =>
    errors.map(({ path, message }) => ({ ...locator.place(stepsOf(path)).place, message }));
  return { value: parsed.data, placed };
}

function errorsOf(issue: z.core.$ZodIssue, locator: Locator): DocumentError[] {
  const path = issue.path.map((step): Step => (typeof step === 'symbol' ? String(step) : step));
  const at = (place: FieldPlace, message: string): DocumentError => ({ ...place, message });
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => at(locator.placeOfKey(path, key), 'is not a field here'));
  }
  return fieldErrors(issue).map(({ message }) => at(locator.place(path).place, message));
}

function stepsOf(path: string): Step[] {
  return path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

/** `types.yaml:5:13: 0.attributes.hull.kind must be …`, a line each. */
export function describeErrors(name: string, errors: readonly DocumentError[]): string {
  return errors.map(({ line, column, path, message }) => `${name}:${line}:${column}: ${path} ${message}`).join('\n');
}
