import type { RuleExpression, RuleWindow } from '../../core/ontology.js';
import { KIND_NAMES } from './kinds.js';
import type { Token } from './lexer.js';
import type { Reader } from './reader.js';

/** What reads the arguments of a function. */
export interface CallContext {
  reader: Reader;
  mayCount: boolean;
  read(): RuleExpression;
  pattern(): RuleExpression;
}

const FUNCTIONS = ['count', 'exists', 'id', 'time_in_window', 'time_windows_overlap'];

/**
 * Reads what is in the brackets of a function whose name was read.
 * @throws RuleRefused
 */
export function callOf(context: CallContext, name: Token): RuleExpression {
  const { reader } = context;
  const called = name.text.toLowerCase();
  if (!FUNCTIONS.includes(called))
    reader.refuse(`There is no function ${name.text}; there are ${FUNCTIONS.join(', ')}.`, name);
  if (called === 'count') return count(context, name);
  reader.expectSign('(', `after ${called}`);
  if (called === 'exists') return closed(reader, context.pattern());
  if (called === 'id') return idOf(context, name);
  const given = args(context);
  if (called === 'time_in_window') return within(reader, given, name);
  return overlap(reader, given, name);
}

function closed(reader: Reader, read: RuleExpression): RuleExpression {
  reader.expectSign(')', 'to close "("');
  return read;
}

function args({ reader, read }: CallContext): RuleExpression[] {
  const found: RuleExpression[] = [];
  while (!reader.isSign(')')) {
    if (found.length > 0) reader.expectSign(',', 'between arguments');
    found.push(read());
  }
  reader.take();
  return found;
}

function count(context: CallContext, name: Token): RuleExpression {
  const { reader, mayCount, read } = context;
  if (!mayCount) reader.refuse('count stands in WITH or RETURN; compare what it came to after the WITH.', name);
  reader.expectSign('(', 'after count');
  if (reader.takeSign('*')) return closed(reader, { op: 'count', isDistinct: false, of: null, kind: 'number' });
  const isDistinct = reader.takeWord('DISTINCT');
  const of = read();
  if (of.kind === 'path') reader.refuse('A chain can not be counted.', name);
  return closed(reader, { op: 'count', isDistinct, of, kind: 'number' });
}

function idOf({ reader, read }: CallContext, name: Token): RuleExpression {
  const of = read();
  if (of.op !== 'variable' || (of.kind !== 'entity' && of.kind !== 'relation'))
    return reader.refuse('id takes an entity or a relation.', name);
  return closed(reader, { op: 'property', of: of.name, holder: of.kind, property: 'id', kind: 'id' });
}

function within(reader: Reader, given: readonly RuleExpression[], name: Token): RuleExpression {
  const [time, from, until] = given;
  if (time === undefined || from === undefined || until === undefined || given.length > 3)
    reader.refuse(`time_in_window takes 3 arguments, a time and the bounds of a window, not ${given.length}.`, name);
  return { op: 'within', time: timeOf(reader, time, name), window: windowOf(reader, from, until, name), kind: 'truth' };
}

function overlap(reader: Reader, given: readonly RuleExpression[], name: Token): RuleExpression {
  const [from, until, otherFrom, otherUntil] = given;
  if (
    from === undefined ||
    until === undefined ||
    otherFrom === undefined ||
    otherUntil === undefined ||
    given.length > 4
  )
    reader.refuse(`time_windows_overlap takes 4 arguments, the bounds of two windows, not ${given.length}.`, name);
  const a = windowOf(reader, from, until, name);
  return { op: 'overlap', a, b: windowOf(reader, otherFrom, otherUntil, name), kind: 'truth' };
}

function windowOf(reader: Reader, from: RuleExpression, until: RuleExpression, name: Token): RuleWindow {
  return { from: timeOf(reader, from, name), until: timeOf(reader, until, name) };
}

function timeOf(reader: Reader, read: RuleExpression, name: Token): RuleExpression {
  if (read.kind === 'time' || read.kind === 'nothing') return read;
  if (read.op === 'value' && typeof read.value !== 'boolean') {
    const text = String(read.value);
    const unit = reader.surroundings.readDate(text);
    if (unit === null) reader.refuse(`"${text}" is no date on the calendar of the project.`, name);
    return { op: 'date', unit, kind: 'time' };
  }
  return reader.refuse(`${name.text} takes times, and not ${KIND_NAMES[read.kind]}.`, name);
}
