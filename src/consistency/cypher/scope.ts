import { type DerivedTime, RULE_LIMITS, type RuleKind, type RulePlan } from '../../core/ontology.js';
import type { Token } from './lexer.js';
import type { Reader } from './reader.js';

/** Begins a name that nobody can write. */
const UNWRITTEN = '\0';

/** What a rule has named so far, and what its names stand for. */
export class Scope {
  readonly #reader: Reader;
  readonly #types = new Set<string>();
  readonly #labels = new Set<string>();
  readonly #derived = new Set<DerivedTime>();
  #isOfAnyType = false;
  #names = new Map<string, RuleKind>();
  #unnamed = 0;
  #nodes = 0;
  #hops = 0;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  kindOf(name: string): RuleKind | undefined {
    return this.#names.get(name);
  }

  /** The names that were written, in the order in which they were bound. */
  get written(): [string, RuleKind][] {
    return [...this.#names].filter(([name]) => !isUnnamed(name));
  }

  bind(name: string, kind: RuleKind): void {
    this.#names.set(name, kind);
  }

  /** A name for what has none; nobody can write it. */
  unnamed(): string {
    this.#unnamed += 1;
    return `${UNWRITTEN}${this.#unnamed}`;
  }

  /** What was named goes out of scope, but for what is handed on. */
  handOn(items: readonly { name: string; kind: RuleKind }[]): void {
    this.#names = new Map(items.map(({ name, kind }) => [name, kind]));
  }

  /** Reads something whose names are its own. */
  within<T>(read: () => T): T {
    const outer = new Map(this.#names);
    const result = read();
    this.#names = outer;
    return result;
  }

  countNode(at: Token): void {
    this.#nodes += 1;
    if (this.#nodes > RULE_LIMITS.nodes) this.#reader.refuse(`A rule has at most ${RULE_LIMITS.nodes} nodes.`, at);
  }

  countHop(at: Token): void {
    this.#hops += 1;
    if (this.#hops > RULE_LIMITS.hops)
      this.#reader.refuse(`A rule has at most ${RULE_LIMITS.hops} relations between nodes.`, at);
  }

  noteTypes(types: readonly string[]): void {
    if (types.length === 0) this.#isOfAnyType = true;
    for (const type of types) this.#types.add(type);
  }

  noteLabel(label: string): void {
    this.#labels.add(label);
  }

  noteDerived(time: DerivedTime): void {
    this.#derived.add(time);
  }

  get noted(): Pick<RulePlan, 'types' | 'labels' | 'isOfAnyType' | 'derived'> {
    const [types, labels, derived] = [[...this.#types], [...this.#labels], [...this.#derived]];
    return { types, labels, derived, isOfAnyType: this.#isOfAnyType };
  }
}

/** Whether a rule left it without a name. */
export function isUnnamed(name: string): boolean {
  return name.startsWith(UNWRITTEN);
}
