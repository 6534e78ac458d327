import type { RuleExpression, RuleFault, RuleItem, RulePlan, RuleProjection, RuleStage } from '../../core/ontology.js';
import { type ExpressionContext, readExpression, readMatch, readWhere } from './expressions.js';
import { tokensOf } from './lexer.js';
import { Reader, type RuleSurroundings } from './reader.js';
import { faultIn, RuleRefused } from './refused.js';
import { Scope } from './scope.js';

/** Clauses of Cypher that a rule has no use for, or must not have. */
const WRITES = new Set(['CREATE', 'MERGE', 'SET', 'DELETE', 'DETACH', 'REMOVE', 'FOREACH', 'LOAD', 'DROP']);
const OTHERS = new Set([
  'CALL',
  'UNWIND',
  'UNION',
  'USE',
  'YIELD',
  'ORDER',
  'SKIP',
  'START',
  'PROFILE',
  'EXPLAIN',
  'ON',
]);

export type ReadRule = { isRule: true; plan: RulePlan } | { isRule: false; fault: RuleFault };

/** Reads a rule; what is none is answered with the place and the reason. In time linear in its length. */
export function readRule(text: string, surroundings: RuleSurroundings): ReadRule {
  try {
    return { isRule: true, plan: planOf(new Reader(tokensOf(text), surroundings)) };
  } catch (error) {
    if (error instanceof RuleRefused) return { isRule: false, fault: faultIn(text, error) };
    throw error;
  }
}

function planOf(reader: Reader): RulePlan {
  const scope = new Scope(reader);
  const context = { reader, scope, mayCount: false };
  const stages: RuleStage[] = [];
  if (!reader.isWord('MATCH') && !reader.isWord('OPTIONAL')) refuseClause(reader, 'A rule begins with MATCH');
  while (!isEnd(reader) && !reader.isWord('RETURN')) stages.push(readStage(context));
  const returns = reader.takeWord('RETURN') ? readProjection(context) : everything(scope);
  const limit = reader.takeWord('LIMIT') ? readLimit(reader) : null;
  reader.takeSign(';');
  if (reader.peek().kind !== 'end') refuseClause(reader, 'A rule ends with RETURN and LIMIT');
  return { stages, returns, limit, ...scope.noted };
}

function isEnd(reader: Reader): boolean {
  return reader.peek().kind === 'end' || reader.isSign(';');
}

function readStage(context: ExpressionContext): RuleStage {
  const { reader } = context;
  if (reader.isWord('MATCH')) return { stage: 'match', ...readMatch(context, false) };
  if (reader.takeWord('OPTIONAL')) {
    if (!reader.isWord('MATCH')) reader.refuse(`Expected MATCH after OPTIONAL, found ${reader.found()}.`);
    return { stage: 'match', ...readMatch(context, true) };
  }
  if (!reader.takeWord('WITH')) refuseClause(reader, 'Expected MATCH, OPTIONAL MATCH, WHERE, WITH or RETURN');
  const projection = readProjection(context);
  return { stage: 'with', ...projection, where: readWhere(context) };
}

/** Names the clause that comes next, where it is one of Cypher. */
function refuseClause(reader: Reader, expected: string): never {
  const { kind, text } = reader.peek();
  const word = kind === 'name' ? text.toUpperCase() : '';
  if (WRITES.has(word)) reader.refuse(`${word} writes, and a rule only reads.`);
  if (OTHERS.has(word)) reader.refuse(`${word} is no part of the rules' language.`);
  return reader.refuse(`${expected}, found ${reader.found()}.`);
}

function readProjection(context: ExpressionContext): RuleProjection {
  const { reader, scope } = context;
  const isDistinct = reader.takeWord('DISTINCT');
  const items = reader.takeSign('*') ? everything(scope).items : readItems(context);
  const isCounted = items.some(({ value }) => value.op === 'count');
  scope.handOn(items.map(({ name, value }) => ({ name, kind: value.kind })));
  return { isDistinct, isCounted, items, where: null };
}

function readItems(context: ExpressionContext): RuleItem[] {
  const { reader } = context;
  const items: RuleItem[] = [];
  do {
    const start = reader.peek();
    const item = readItem(context);
    if (items.some(({ name }) => name === item.name)) reader.refuse(`"${item.name}" is named twice.`, start);
    items.push(item);
  } while (reader.takeSign(','));
  return items;
}

function readItem(context: ExpressionContext): RuleItem {
  const { reader } = context;
  const start = reader.peek();
  const value = readExpression({ ...context, mayCount: true });
  const isCountWithin = value.op !== 'count' && holdsCount(value);
  if (isCountWithin) reader.refuse('count stands alone; compare what it came to in a later WHERE.', start);
  if (reader.takeWord('AS')) return { name: reader.expectName('a name after AS').text, value };
  if (value.op === 'variable') return { name: value.name, value };
  if (value.op === 'property') return { name: `${value.of}.${value.property}`, value };
  return reader.refuse('What is handed on needs a name: write AS and the name.', start);
}

function holdsCount(one: RuleExpression): boolean {
  if (one.op === 'count') return true;
  if (one.op === 'and' || one.op === 'or') return one.parts.some(holdsCount);
  if (one.op === 'not' || one.op === 'is_null') return holdsCount(one.part);
  if (one.op === 'compare') return holdsCount(one.left) || holdsCount(one.right);
  return one.op === 'in' && [one.left, ...one.list].some(holdsCount);
}

/** All that is bound by a name. */
function everything(scope: Scope): RuleProjection {
  const items = scope.written.map(([name, kind]) => ({ name, value: { op: 'variable', name, kind } as const }));
  return { isDistinct: false, isCounted: false, items, where: null };
}

function readLimit(reader: Reader): number {
  const { kind, text } = reader.peek();
  if (kind !== 'number' || text.includes('.') || text.length > 6 || Number(text) < 1)
    reader.refuse('LIMIT takes a whole number from 1 to 999999.');
  reader.take();
  return Number(text);
}
