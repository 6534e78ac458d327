import type { PropertyTest, RuleExpression, RuleHop, RuleNode } from '../../core/ontology.js';
import { RULE_LIMITS } from '../../core/ontology.js';
import { comparable, KIND_NAMES, propertyKind } from './kinds.js';
import type { Token } from './lexer.js';
import type { Reader } from './reader.js';
import type { Scope } from './scope.js';

/** What reads a pattern: expressions stand in its property maps, and patterns in expressions. */
export interface PatternContext {
  reader: Reader;
  scope: Scope;
  /** Whether it may bind names: within a condition only EXISTS { … } does. */
  mayBind: boolean;
  readExpression(): RuleExpression;
}

export interface PatternParts {
  nodes: RuleNode[];
  hops: RuleHop[];
}

/** The name under which relations can be matched as nodes. */
const RELATION_LABEL = 'Relation';

const VIOLATION_LABELS = new Set(['Contradiction', 'Anachronism', 'OntologyViolation', 'Orphan', 'OntologyRule']);

/** Reads `(a)-[r:TYPE]->(b)…`, and adds what it says to the parts. */
export function readPattern(context: PatternContext, parts: PatternParts): void {
  const { reader } = context;
  if (isNamedPath(reader)) reader.refuse('A path can not be named; name its relations instead.');
  let node = readNode(context);
  parts.nodes.push(node);
  while (reader.isSign('-') || reader.isSign('<', '-')) {
    const start = reader.peek();
    const { isIncoming, ...hop } = readHop(context);
    const next = readNode(context);
    for (const { holder } of [node, next])
      if (holder === 'relation')
        reader.refuse('A :Relation has no relations of its own; use its from_id and to_id.', start);
    parts.nodes.push(next);
    const [from, to] = isIncoming ? [next.name, node.name] : [node.name, next.name];
    parts.hops.push({ ...hop, from, to });
    node = next;
  }
}

function readNode(context: PatternContext): RuleNode {
  const { reader, scope } = context;
  const start = reader.expectSign('(', 'before a node');
  const named = isName(reader) ? reader.take() : null;
  const label = readLabel(reader);
  const isNew = named === null || scope.kindOf(named.text) === undefined;
  if (isNew) scope.countNode(start);
  const { name, holder } = boundNode(context, named, label);
  if (label !== null && holder === 'entity') scope.noteLabel(label);
  const tests = readTests(context, name, holder);
  reader.expectSign(')', 'after a node');
  if (isNew && holder === 'relation') noteType(scope, tests);
  return { name, holder, isNew, label: holder === 'relation' ? null : label, tests };
}

/** Under which name a node goes, and what that stands for. */
function boundNode(
  context: PatternContext,
  named: Token | null,
  label: string | null,
): Pick<RuleNode, 'name' | 'holder'> {
  const asked = label === RELATION_LABEL ? 'relation' : 'entity';
  if (named !== null) bind(context, named, label === null ? null : asked);
  const name = named?.text ?? context.scope.unnamed();
  const holder = holderOf(context.scope, name, asked);
  context.scope.bind(name, holder);
  return { name, holder };
}

function holderOf(scope: Scope, name: string, otherwise: 'entity' | 'relation'): 'entity' | 'relation' {
  const kind = scope.kindOf(name);
  return kind === 'relation' || kind === 'entity' ? kind : otherwise;
}

/** Binds the name of a node, or holds it to what it stands for. */
function bind({ reader, scope, mayBind }: PatternContext, name: Token, asked: 'entity' | 'relation' | null): void {
  const known = scope.kindOf(name.text);
  if (known === undefined) {
    if (!mayBind)
      reader.refuse(`"${name.text}" is not bound; a pattern in a condition binds nothing. Use EXISTS { … }.`, name);
    scope.bind(name.text, asked ?? 'entity');
    return;
  }
  if (known !== 'entity' && known !== 'relation')
    reader.refuse(`"${name.text}" is ${KIND_NAMES[known]}, and no node.`, name);
  if (asked !== null && known !== asked)
    reader.refuse(`"${name.text}" is ${KIND_NAMES[known]}, and not ${KIND_NAMES[asked]}.`, name);
}

function noteType(scope: Scope, tests: readonly PropertyTest[]): void {
  const named = tests.flatMap(({ left, right }) =>
    left.op === 'property' && left.property === 'type' && right.op === 'value' ? [String(right.value)] : [],
  );
  scope.noteTypes(named);
}

function isName(reader: Reader): boolean {
  const { kind } = reader.peek();
  return kind === 'name' || kind === 'quoted_name';
}

function readLabel(reader: Reader): string | null {
  if (!reader.takeSign(':')) return null;
  const label = reader.expectName('the type of an entity after ":"');
  if (VIOLATION_LABELS.has(label.text))
    reader.refuse('Violations and rules can not be matched; tools list them.', label);
  if (reader.isSign(':') || reader.isSign('|') || reader.isSign('&'))
    reader.refuse('An entity has one type: write one label.');
  return label.text;
}

type ReadHop = Omit<RuleHop, 'from' | 'to'> & { isIncoming: boolean };

function readHop(context: PatternContext): ReadHop {
  const { reader, scope } = context;
  const start = reader.peek();
  scope.countHop(start);
  const isIncoming = reader.takeSign('<');
  reader.expectSign('-', 'in a relation');
  const inside = reader.takeSign('[') ? readInside(context) : unnamedHop(scope);
  reader.expectSign('-', 'after a relation');
  const isOutgoing = reader.takeSign('>');
  if (isIncoming && isOutgoing) reader.refuse('A relation points one way, or is written without an arrow.', start);
  return { ...inside, isIncoming, isDirected: isIncoming || isOutgoing };
}

function unnamedHop(scope: Scope): Omit<ReadHop, 'isIncoming' | 'isDirected'> {
  scope.noteTypes([]);
  return { name: scope.unnamed(), isChain: false, types: [], least: 1, most: 1, tests: [] };
}

function readInside(context: PatternContext): Omit<ReadHop, 'isIncoming' | 'isDirected'> {
  const { reader, scope, mayBind } = context;
  const named = isName(reader) ? reader.take() : null;
  if (named !== null && scope.kindOf(named.text) !== undefined)
    reader.refuse(`"${named.text}" is bound already; a relation is bound once.`, named);
  if (named !== null && !mayBind)
    reader.refuse(`"${named.text}" is not bound; a pattern in a condition binds nothing. Use EXISTS { … }.`, named);
  const types = readTypes(reader);
  const chain = readChain(reader);
  const name = named?.text ?? scope.unnamed();
  scope.bind(name, chain === null ? 'relation' : 'path');
  if (chain !== null && reader.isSign('{')) reader.refuse('The relations of a chain can not be held to properties.');
  const tests = chain === null ? readTests(context, name, 'relation') : [];
  reader.expectSign(']', 'after a relation');
  scope.noteTypes(types);
  return { name, isChain: chain !== null, types, ...(chain ?? { least: 1, most: 1 }), tests };
}

function readTypes(reader: Reader): string[] {
  if (!reader.takeSign(':')) return [];
  const types = [reader.expectName('a relation type after ":"').text];
  while (reader.takeSign('|')) {
    reader.takeSign(':');
    types.push(reader.expectName('a relation type after "|"').text);
  }
  return types;
}

/** `*2`, `*1..3`, `*..3`; null: it is no chain. */
function readChain(reader: Reader): { least: number; most: number } | null {
  const star = reader.peek();
  if (!reader.takeSign('*')) return null;
  const first = reader.peek().kind === 'number' ? whole(reader) : null;
  const isRange = reader.takeSign('..');
  const last = isRange && reader.peek().kind === 'number' ? whole(reader) : null;
  const most = isRange ? last : first;
  if (most === null) reader.refuse(`A chain needs an end: at most *1..${RULE_LIMITS.chain}.`, star);
  const least = isRange ? (first ?? 1) : most;
  if (most > RULE_LIMITS.chain) reader.refuse(`A chain has at most ${RULE_LIMITS.chain} relations.`, star);
  if (least < 1 || least > most)
    reader.refuse('A chain has at least 1 relation, and no more at least than at most.', star);
  return { least, most };
}

function whole(reader: Reader): number {
  const token = reader.take();
  if (token.text.includes('.') || token.text.length > 3)
    reader.refuse(`"${token.text}" is no length of a chain.`, token);
  return Number(token.text);
}

function readTests(context: PatternContext, of: string, holder: 'entity' | 'relation'): PropertyTest[] {
  const { reader, readExpression } = context;
  if (!reader.takeSign('{')) return [];
  const tests: PropertyTest[] = [];
  if (reader.takeSign('}')) return tests;
  do {
    const { text: property, ...at } = reader.expectName('the name of a property');
    const colon = reader.expectSign(':', 'after the name of a property');
    const kind = propertyKind(holder, property);
    if (kind === 'time') reader.refuse('A time is not held to one value; write a condition.', at);
    const left = { op: 'property', of, holder, property, kind } as const;
    const sides = comparable(reader, '=', { left, right: readExpression() }, colon);
    tests.push({ op: 'compare', how: '=', ...sides, kind: 'truth' });
  } while (reader.takeSign(','));
  reader.expectSign('}', 'after the properties');
  return tests;
}

function isNamedPath(reader: Reader): boolean {
  const { kind, text } = reader.peek(1);
  return isName(reader) && kind === 'sign' && text === '=';
}
