import {
  COMPARISONS,
  type Comparison,
  DERIVED_TIMES,
  type RuleExpression,
  type RuleKind,
} from '../../core/ontology.js';
import type { Token } from './lexer.js';
import type { Reader } from './reader.js';

/** Kinds in words, for messages. */
export const KIND_NAMES: Readonly<Record<RuleKind, string>> = {
  entity: 'an entity',
  relation: 'a relation',
  path: 'a chain of relations',
  id: 'an id',
  text: 'a text',
  number: 'a number',
  truth: 'true or false',
  time: 'a time',
  told: 'something told',
  nothing: 'null',
};

const ENTITY_PROPERTIES: Readonly<Record<string, RuleKind>> = {
  id: 'id',
  name: 'text',
  type: 'text',
  lore_verified: 'truth',
  ...Object.fromEntries(DERIVED_TIMES.map((time) => [time, 'time' as const])),
};

const RELATION_PROPERTIES: Readonly<Record<string, RuleKind>> = {
  id: 'id',
  type: 'text',
  from_id: 'id',
  to_id: 'id',
  value: 'told',
  valid_from: 'time',
  valid_until: 'time',
  confidence: 'number',
  is_disputed: 'truth',
  source_id: 'id',
};

/** The kind of a property; of one that is not built in, what is told under its name. */
export function propertyKind(holder: 'entity' | 'relation', property: string): RuleKind {
  const known = holder === 'entity' ? ENTITY_PROPERTIES : RELATION_PROPERTIES;
  return Object.hasOwn(known, property) ? (known[property] ?? 'told') : 'told';
}

export function isComparison(sign: string): sign is Comparison {
  return (COMPARISONS as readonly string[]).includes(sign);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const ORDERED: ReadonlySet<RuleKind> = new Set(['text', 'number', 'time', 'told']);

/** As what two sides are compared, and the sides, where a text stands for a date. */
export interface Compared {
  as: RuleKind;
  left: RuleExpression;
  right: RuleExpression;
}

/** @throws RuleRefused where the two can't be compared, or have no order */
export function comparable(
  reader: Reader,
  how: Comparison,
  sides: { left: RuleExpression; right: RuleExpression },
  sign: Token,
): Compared {
  const left = asDate(reader, sides.left, sides.right.kind, sign);
  const right = asDate(reader, sides.right, sides.left.kind, sign);
  const as = commonKind(left.kind, right.kind);
  if (as === null)
    reader.refuse(`${capital(KIND_NAMES[left.kind])} can not be compared with ${KIND_NAMES[right.kind]}.`, sign);
  if (how !== '=' && how !== '<>' && !ORDERED.has(as) && as !== 'nothing')
    reader.refuse(`"${how}" needs an order, and ${KIND_NAMES[as]} has none.`, sign);
  if (as === 'id') for (const side of [left, right]) requireId(reader, side, sign);
  return { as, left, right };
}

function commonKind(left: RuleKind, right: RuleKind): RuleKind | null {
  if (left === 'path' || right === 'path') return null;
  if (left === right) return left;
  if (left === 'nothing') return right;
  if (right === 'nothing') return left;
  const pair = new Set([left, right]);
  if (pair.has('told')) return pair.has('text') ? 'text' : pair.has('number') ? 'number' : null;
  if (pair.has('id') && pair.has('text')) return 'id';
  return null;
}

function asDate(reader: Reader, one: RuleExpression, other: RuleKind, sign: Token): RuleExpression {
  if (other !== 'time' || one.op !== 'value' || typeof one.value === 'boolean' || one.value === null) return one;
  const text = String(one.value);
  const unit = reader.surroundings.readDate(text);
  if (unit === null) reader.refuse(`"${text}" is no date on the calendar of the project.`, sign);
  return { op: 'date', unit, kind: 'time' };
}

function requireId(reader: Reader, side: RuleExpression, sign: Token): void {
  if (side.op === 'value' && side.value !== null && !UUID.test(String(side.value)))
    reader.refuse(`An id is a UUID, and "${side.value}" is none.`, sign);
  if (side.kind === 'text' && side.op !== 'value') reader.refuse('An id can not be compared with a text.', sign);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
