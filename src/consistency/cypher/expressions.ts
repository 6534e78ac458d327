import { DERIVED_TIMES, type RuleExpression, type RuleMatch, type RuleValue } from '../../core/ontology.js';
import { callOf } from './calls.js';
import { comparable, isComparison, KIND_NAMES, propertyKind } from './kinds.js';
import type { Token } from './lexer.js';
import { type PatternParts, readPattern } from './patterns.js';
import type { Reader } from './reader.js';
import type { Scope } from './scope.js';

/** Words of Cypher that begin what is no part of the subset within an expression. */
const REFUSED_WORDS = new Set([
  'STARTS',
  'ENDS',
  'CONTAINS',
  'XOR',
  'CASE',
  'WHEN',
  'REDUCE',
  'ALL',
  'ANY',
  'NONE',
  'SINGLE',
]);
const REFUSED_SIGNS = new Set(['+', '-', '*', '/', '%', '^', '=~', '+=', '!=', '|']);

export interface ExpressionContext {
  reader: Reader;
  scope: Scope;
  /** Whether `count` may stand here: only in WITH and RETURN. */
  mayCount: boolean;
}

/** @throws RuleRefused */
export function readExpression(context: ExpressionContext): RuleExpression {
  return context.reader.nested(() => joined(context, 'OR', () => joined(context, 'AND', () => negation(context))));
}

/**
 * A condition: what is true or false.
 * @throws RuleRefused
 */
export function readCondition(context: ExpressionContext): RuleExpression {
  const start = context.reader.peek();
  return requireTruth(context.reader, readExpression(context), start);
}

function requireTruth(reader: Reader, read: RuleExpression, at: Token): RuleExpression {
  if (read.kind !== 'truth' && read.kind !== 'nothing')
    reader.refuse(`A condition is true or false, and this is ${KIND_NAMES[read.kind]}.`, at);
  return read;
}

function joined(context: ExpressionContext, word: 'AND' | 'OR', read: () => RuleExpression): RuleExpression {
  const { reader } = context;
  const start = reader.peek();
  const parts = [read()];
  while (reader.takeWord(word)) {
    const at = reader.peek();
    if (parts.length === 1) for (const first of parts) requireTruth(reader, first, start);
    parts.push(requireTruth(reader, read(), at));
  }
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  return { op: word === 'AND' ? 'and' : 'or', parts, kind: 'truth' };
}

function negation(context: ExpressionContext): RuleExpression {
  const { reader } = context;
  if (!reader.takeWord('NOT')) return comparison(context);
  const start = reader.peek();
  const part = requireTruth(
    reader,
    reader.nested(() => negation(context)),
    start,
  );
  return { op: 'not', part, kind: 'truth' };
}

function comparison(context: ExpressionContext): RuleExpression {
  const { reader } = context;
  const left = operand(context);
  const sign = reader.peek();
  if (reader.takeWord('IS')) return isNull(reader, left);
  if (reader.takeWord('IN')) return isIn(context, left, sign);
  refuseOthers(reader);
  if (sign.kind !== 'sign' || !isComparison(sign.text)) return left;
  reader.take();
  const right = operand(context);
  if (reader.peek().kind === 'sign' && isComparison(reader.peek().text))
    reader.refuse('Comparisons are not chained; join them by AND.');
  refuseOthers(reader);
  return { op: 'compare', how: sign.text, ...comparable(reader, sign.text, { left, right }, sign), kind: 'truth' };
}

function refuseOthers(reader: Reader): void {
  const { kind, text } = reader.peek();
  if (kind === 'sign' && REFUSED_SIGNS.has(text)) reader.refuse(`"${text}" is no part of the rules' language.`);
  if (kind === 'name' && REFUSED_WORDS.has(text.toUpperCase()))
    reader.refuse(`${text.toUpperCase()} is no part of the rules' language.`);
}

function isNull(reader: Reader, part: RuleExpression): RuleExpression {
  const isNegated = reader.takeWord('NOT');
  if (!reader.takeWord('NULL')) reader.refuse(`Expected NULL after IS, found ${reader.found()}.`);
  return { op: 'is_null', part, isNegated, kind: 'truth' };
}

function isIn(context: ExpressionContext, left: RuleExpression, sign: Token): RuleExpression {
  const { reader } = context;
  reader.expectSign('[', 'after IN');
  const list: RuleExpression[] = [];
  while (!reader.isSign(']')) {
    if (list.length > 0) reader.expectSign(',', 'in a list');
    list.push(operand(context));
  }
  reader.take();
  const sides = list.map((right) => comparable(reader, '=', { left, right }, sign));
  const kinds = new Set(sides.map(({ as }) => as));
  if (kinds.size > 1) reader.refuse('All of a list are of one kind.', sign);
  const [as = left.kind] = kinds;
  return { op: 'in', as, left: sides[0]?.left ?? left, list: sides.map(({ right }) => right), kind: 'truth' };
}

function operand(context: ExpressionContext): RuleExpression {
  const { reader } = context;
  const token = reader.peek();
  if (isPattern(reader)) return pattern(context);
  if (reader.takeSign('(')) {
    const inner = readExpression(context);
    reader.expectSign(')', 'to close "("');
    return inner;
  }
  if (token.kind === 'text') return value(reader.take().text);
  if (token.kind === 'number') return value(Number(reader.take().text));
  if (reader.isSign('-') && reader.peek(1).kind === 'number') {
    reader.take();
    return value(-Number(reader.take().text));
  }
  if (token.kind === 'parameter') return parameter(reader);
  if (context.scope.kindOf(token.text) === undefined) refuseOthers(reader);
  if (token.kind === 'name' || token.kind === 'quoted_name') return named(context);
  return reader.refuse(`Expected an expression, found ${reader.found()}.`);
}

function value(of: RuleValue): RuleExpression {
  const kind =
    of === null ? 'nothing' : ({ string: 'text', number: 'number', boolean: 'truth' } as const)[typeof of as 'string'];
  return { op: 'value', value: of, kind };
}

function parameter(reader: Reader): RuleExpression {
  const token = reader.take();
  const { parameters } = reader.surroundings;
  const given = Object.hasOwn(parameters, token.text) ? parameters[token.text] : undefined;
  if (given === undefined) reader.refuse(`The parameter $${token.text} has no value.`, token);
  return value(given);
}

function named(context: ExpressionContext): RuleExpression {
  const { reader, scope } = context;
  const token = reader.take();
  const word = token.kind === 'name' ? token.text.toUpperCase() : '';
  if (word === 'TRUE' || word === 'FALSE') return value(word === 'TRUE');
  if (word === 'NULL') return value(null);
  if (word === 'EXISTS' && reader.isSign('{')) return exists(context);
  if (reader.isSign('('))
    return callOf({ ...context, read: () => readExpression(context), pattern: () => pattern(context) }, token);
  const kind = scope.kindOf(token.text);
  if (kind === undefined) return reader.refuse(`"${token.text}" is not bound.`, token);
  if (!reader.takeSign('.')) return { op: 'variable', name: token.text, kind };
  return property(context, token);
}

function property({ reader, scope }: ExpressionContext, of: Token): RuleExpression {
  const { text } = reader.expectName('the name of a property');
  const holder = scope.kindOf(of.text);
  if (holder !== 'entity' && holder !== 'relation')
    return reader.refuse(`"${of.text}" is ${KIND_NAMES[holder ?? 'nothing']}, which has no properties.`, of);
  const derived = DERIVED_TIMES.find((time) => time === text);
  if (holder === 'entity' && derived !== undefined) scope.noteDerived(derived);
  return { op: 'property', of: of.text, holder, property: text, kind: propertyKind(holder, text) };
}

/** Whether a pattern begins here, rather than something in brackets. */
function isPattern(reader: Reader): boolean {
  if (!reader.isSign('(') || reader.isWord('EXISTS', 1)) return false;
  const isNamed = reader.peek(1).kind === 'name' || reader.peek(1).kind === 'quoted_name';
  const next = (ahead: number) => reader.peek(ahead + (isNamed ? 1 : 0));
  const isSign = (ahead: number, ...signs: string[]) => next(ahead).kind === 'sign' && signs.includes(next(ahead).text);
  if (isSign(1, ':', '{')) return true;
  if (!isSign(1, ')')) return false;
  return isSign(2, '-') || (isSign(2, '<') && isSign(3, '-')) || !isNamed;
}

function pattern({ reader, scope, ...context }: ExpressionContext): RuleExpression {
  const start = reader.peek();
  return reader.nested(() => {
    const parts: PatternParts = { nodes: [], hops: [] };
    scope.within(() =>
      readPattern(
        { reader, scope, mayBind: false, readExpression: () => readExpression({ ...context, reader, scope }) },
        parts,
      ),
    );
    if (parts.hops.length === 0) reader.refuse('A pattern in a condition has at least one relation.', start);
    return { op: 'exists', match: { isOptional: false, ...parts, where: null }, kind: 'truth' };
  });
}

function exists(context: ExpressionContext): RuleExpression {
  const { reader, scope } = context;
  reader.expectSign('{', 'after EXISTS');
  const match = reader.nested(() => scope.within(() => readMatch({ ...context, mayCount: false }, false)));
  reader.expectSign('}', 'to close EXISTS {');
  return { op: 'exists', match, kind: 'truth' };
}

/** Patterns and their conditions, with or without the word MATCH before them. Conditions that follow are joined by AND. */
export function readMatch(context: ExpressionContext, isOptional: boolean): RuleMatch {
  const { reader, scope } = context;
  reader.takeWord('MATCH');
  const parts: PatternParts = { nodes: [], hops: [] };
  const patterns = { reader, scope, mayBind: true, readExpression: () => readExpression(context) };
  do {
    readPattern(patterns, parts);
  } while (reader.takeSign(','));
  return { isOptional, ...parts, where: readWhere(context) };
}

/** What follows WHERE; null: nothing does. */
export function readWhere(context: ExpressionContext): RuleExpression | null {
  const parts: RuleExpression[] = [];
  while (context.reader.takeWord('WHERE')) parts.push(readCondition({ ...context, mayCount: false }));
  const [only] = parts;
  return parts.length > 1 ? { op: 'and', parts, kind: 'truth' } : (only ?? null);
}
