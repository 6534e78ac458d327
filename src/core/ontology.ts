import type { Unit } from './period.js';

/** A rule of a world that somebody wrote: its plan, as it is read from the text and compiled to one statement. */

/** What a name in a rule stands for, or an expression comes to. */
export type RuleKind =
  | 'entity'
  | 'relation'
  | 'path'
  | 'id'
  | 'text'
  | 'number'
  | 'truth'
  | 'time'
  /** What is told of an entity or a relation in words: text that may be a number. */
  | 'told'
  | 'nothing';

export const COMPARISONS = ['=', '<>', '<', '<=', '>', '>='] as const;
export type Comparison = (typeof COMPARISONS)[number];

export type RuleValue = string | number | boolean | null;

/** A read of a variable's property. */
export interface PropertyOf {
  op: 'property';
  of: string;
  holder: 'entity' | 'relation';
  property: string;
  kind: RuleKind;
}

export type RuleExpression =
  | { op: 'value'; value: RuleValue; kind: RuleKind }
  | { op: 'date'; unit: Unit; kind: 'time' }
  | { op: 'variable'; name: string; kind: RuleKind }
  | PropertyOf
  | { op: 'compare'; how: Comparison; as: RuleKind; left: RuleExpression; right: RuleExpression; kind: 'truth' }
  | { op: 'and' | 'or'; parts: readonly RuleExpression[]; kind: 'truth' }
  | { op: 'not'; part: RuleExpression; kind: 'truth' }
  | { op: 'in'; as: RuleKind; left: RuleExpression; list: readonly RuleExpression[]; kind: 'truth' }
  | { op: 'is_null'; part: RuleExpression; isNegated: boolean; kind: 'truth' }
  | { op: 'overlap'; a: RuleWindow; b: RuleWindow; kind: 'truth' }
  | { op: 'within'; time: RuleExpression; window: RuleWindow; kind: 'truth' }
  | { op: 'exists'; match: RuleMatch; kind: 'truth' }
  | { op: 'count'; isDistinct: boolean; of: RuleExpression | null; kind: 'number' };

/** From when until when: the bounds of one thing, or of two. */
export interface RuleWindow {
  from: RuleExpression;
  until: RuleExpression;
}

/** What a property of a pattern must be. */
export type PropertyTest = Extract<RuleExpression, { op: 'compare' }>;

/** An entity of a pattern, or a relation that is written as a node. `isNew`: it is bound here. */
export interface RuleNode {
  name: string;
  holder: 'entity' | 'relation';
  isNew: boolean;
  label: string | null;
  tests: readonly PropertyTest[];
}

/** A relation between two entities of a pattern, or a chain of `least` to `most` of them. */
export interface RuleHop {
  name: string;
  isChain: boolean;
  types: readonly string[];
  from: string;
  to: string;
  isDirected: boolean;
  least: number;
  most: number;
  tests: readonly PropertyTest[];
}

export interface RuleMatch {
  isOptional: boolean;
  nodes: readonly RuleNode[];
  hops: readonly RuleHop[];
  where: RuleExpression | null;
}

/** What a WITH or RETURN hands on under a name. */
export interface RuleItem {
  name: string;
  value: RuleExpression;
}

export interface RuleProjection {
  isDistinct: boolean;
  /** Whether something is counted; then the other items are what it is counted for. */
  isCounted: boolean;
  items: readonly RuleItem[];
  where: RuleExpression | null;
}

export type RuleStage = ({ stage: 'match' } & RuleMatch) | ({ stage: 'with' } & RuleProjection);

export interface RulePlan {
  stages: readonly RuleStage[];
  returns: RuleProjection;
  limit: number | null;
  /** What the rule names: relation types and kinds of entities. */
  types: readonly string[];
  labels: readonly string[];
  /** Whether it looks at relations of whatever type. */
  isOfAnyType: boolean;
  /** Times that are derived from what is told of a life or an event. */
  derived: readonly DerivedTime[];
}

export const DERIVED_TIMES = ['birth', 'death', 'in_fiction_date', 'valid_from', 'valid_until'] as const;
export type DerivedTime = (typeof DERIVED_TIMES)[number];

/** Why a text is no rule. Line and column are from 1. */
export interface RuleFault {
  message: string;
  line: number;
  column: number;
}

export const RULE_LIMITS = { characters: 4000, nodes: 16, hops: 12, depth: 24, chain: 8, parameters: 20 } as const;

/** Rows that a rule may answer. */
export const RULE_ROWS_MAX = 2000;
