import {
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type ParsedNode,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml';
import type { TextSpan } from '../../core/document.js';
import { tooDeepAt } from './nesting.js';

/** A step into a value: the key of a map or the index of a list. */
export type Step = string | number;

/** What YAML says, with the place of every part of it. */
export interface YamlValue {
  value: unknown;
  /**
   * The part that a path leads to, or the deepest that is there; and the path as the text has it, where one thing may
   * stand in place of a list of one, and a name in place of a map.
   */
  find(path: readonly Step[]): { span: TextSpan; path: readonly Step[] };
  /** Where a key of the map at a path stands. */
  findKey(path: readonly Step[], key: string): TextSpan;
}

/** Text that is no YAML, or YAML that isn't read. */
export interface YamlError {
  message: string;
  offset: number;
  /** Whether YAML allows it. */
  isAllowed?: true;
}

const ERRORS_MAX = 10;

/**
 * Reads YAML 1.2 (and so JSON) by its core schema: `no`, `yes` and dates stay texts. Anchors, aliases, tags of other
 * makers, keys that come twice and several documents in one are errors. Never throws.
 */
export function readYaml(text: string): YamlValue | YamlError[] {
  const deep = tooDeepAt(text);
  if (deep !== null) return [{ message: 'is nested too deeply here; write it with fewer levels', offset: deep }];
  // Its own check of keys compares each with each.
  const document = parseDocument(text, { schema: 'core', version: '1.2', prettyErrors: false, uniqueKeys: false });
  const found = [...document.errors, ...document.warnings].slice(0, ERRORS_MAX);
  if (found.length > 0) {
    return found.map(({ message, code, pos }) => ({ message: explained(code, message), offset: pos[0] }));
  }
  const refused = refusals(document.contents);
  if (refused.length > 0) return refused.slice(0, ERRORS_MAX).map((one) => ({ ...one, isAllowed: true }));
  const places = new Places(document.contents);
  return {
    value: document.toJS({ maxAliasCount: 0 }),
    find: (path) => places.find(path),
    findKey: (path, key) => places.findKey(path, key),
  };
}

/** Why a text is no YAML, or none that is read; of what YAML allows and a document may not have nothing is said. */
export function yamlErrors(text: string): YamlError[] {
  const yaml = readYaml(text);
  return Array.isArray(yaml) ? yaml.filter(({ isAllowed }) => isAllowed !== true) : [];
}

const EXPLAINED: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: 'begins another document; write one a file',
  TAG_RESOLVE_FAILED: 'has a tag that is not known; leave it out',
};

function explained(code: string, message: string): string {
  return EXPLAINED[code] ?? `is not valid YAML: ${message.replace(/\s+/g, ' ')}`;
}

/** What YAML allows and a document may not have: aliases, from which little text makes much, and a key twice. */
function refusals(root: ParsedNode | null): YamlError[] {
  const errors: YamlError[] = [];
  visit(root, {
    Alias: (_, { range }) => {
      errors.push({ message: 'is an alias; write out what it stands for', offset: range?.[0] ?? 0 });
    },
    Node: (_, node) => {
      if (!isAlias(node) && node.anchor !== undefined)
        errors.push({ message: 'has an anchor; leave it out', offset: node.range?.[0] ?? 0 });
    },
    Map: (_, { items }) => {
      const seen = new Set<string>();
      for (const { key } of items) {
        const name = keyOf(key);
        if (!isScalar(key)) errors.push({ message: 'must be a plain name before a colon', offset: startOf(key) });
        if (seen.has(name)) errors.push({ message: `tells "${name}" twice`, offset: startOf(key) });
        seen.add(name);
      }
    },
  });
  return errors;
}

/** Finds the parts of what was parsed. The keys of a map are looked up once. */
class Places {
  readonly #root: ParsedNode | null;
  readonly #pairs = new Map<YAMLMap, ReadonlyMap<string, Pair>>();

  constructor(root: ParsedNode | null) {
    this.#root = root;
  }

  find(path: readonly Step[]): ReturnType<YamlValue['find']> & { node: unknown } {
    let node: unknown = this.#root;
    let span = spanOf(node);
    const shown: Step[] = [];
    for (const [at, step] of path.entries()) {
      if (step === 0 && at > 0 && !isSeq(node)) continue;
      const next = this.#child(node, step);
      if (next === undefined) return { node, span, path: isScalar(node) ? shown : [...shown, ...path.slice(at)] };
      shown.push(step);
      node = isPair(next) ? next.value : next;
      span = isPair(next) && isEmpty(node) ? spanOf(next.key) : spanOf(node);
    }
    return { node, span, path: shown };
  }

  findKey(path: readonly Step[], key: string): TextSpan {
    const { node, span } = this.find(path);
    const pair = this.#child(node, key);
    return isPair(pair) ? spanOf(pair.key) : span;
  }

  #child(node: unknown, step: Step): Pair | Node | undefined {
    if (isMap(node)) return this.#pairsOf(node).get(String(step));
    return isSeq<Node>(node) && typeof step === 'number' ? node.items[step] : undefined;
  }

  #pairsOf(map: YAMLMap): ReadonlyMap<string, Pair> {
    const known = this.#pairs.get(map);
    if (known !== undefined) return known;
    const pairs = new Map(map.items.map((pair) => [keyOf(pair.key), pair]));
    this.#pairs.set(map, pairs);
    return pairs;
  }
}

function keyOf(key: unknown): string {
  return isScalar(key) ? String(key.value) : String(key);
}

function isEmpty(node: unknown): boolean {
  return node === null || (isScalar(node) && node.value === null);
}

function startOf(node: unknown): number {
  return spanOf(node).start;
}

function spanOf(node: unknown): TextSpan {
  const range = (node as Partial<Node> | null)?.range;
  return { start: range?.[0] ?? 0, end: range?.[1] ?? 0 };
}
