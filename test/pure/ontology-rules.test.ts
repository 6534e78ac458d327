import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readRule } from '../../src/consistency/cypher/rule.js';
import { isoCalendar } from '../../src/core/calendar.js';
import { RULE_LIMITS } from '../../src/core/ontology.js';
import { fragment, mutated } from '../helpers/rule-texts.js';

const surroundings = {
  parameters: { least: 3, who: 'Aldric' },
  readDate: (text: string) => isoCalendar.parse(text, 0),
};
const read = (rule: string) => readRule(rule, surroundings);

function golden<T>(name: string): T[] {
  return parse(readFileSync(new URL(`../golden/rules/${name}.yaml`, import.meta.url), 'utf8')) as T[];
}

interface Invalid {
  rule: string;
  at: string;
  message: string;
}
interface Valid {
  rule: string;
  stages: string[];
  returns: string[];
  types: string[];
}

const invalid = golden<Invalid>('invalid');
const valid = golden<Valid>('valid');

describe('a text that is no rule', () => {
  test('is among the golden cases often enough', () => {
    expect(invalid.length).toBeGreaterThanOrEqual(40);
    expect(new Set(invalid.map(({ rule }) => rule)).size).toBe(invalid.length);
  });

  test.each(invalid)('$rule', ({ rule, at, message }) => {
    const [line, column] = at.split(':').map(Number);
    expect(read(rule)).toEqual({ isRule: false, fault: { message, line, column } });
  });

  test('is refused when it is too long, and when it names too much', () => {
    const nodes = Array.from({ length: RULE_LIMITS.nodes + 1 }, (_, index) => `(n${index})`).join(', ');
    const hops = '()-->'.repeat(RULE_LIMITS.hops + 1);
    const refused = [`MATCH (n) RETURN n${' '.repeat(RULE_LIMITS.characters)}`, `MATCH ${nodes}`, `MATCH ${hops}()`];
    expect(refused.map((rule) => read(rule).isRule)).toEqual([false, false, false]);
  });
});

describe('a rule', () => {
  test('is among the golden cases often enough', () => {
    expect(valid.length).toBeGreaterThanOrEqual(40);
    expect(new Set(valid.map(({ rule }) => rule)).size).toBe(valid.length);
  });

  test.each(valid)('$rule', ({ rule, stages, returns, types }) => {
    const result = read(rule);
    if (!result.isRule) throw new Error(JSON.stringify(result.fault));
    const { plan } = result;
    const told = plan.stages.map((one) =>
      one.stage === 'match'
        ? `${one.isOptional ? 'optional ' : ''}match ${one.nodes.length} nodes, ${one.hops.length} hops`
        : `with ${one.items.map(({ name }) => name).join(', ')}`,
    );
    expect(told).toEqual(stages);
    expect(plan.returns.items.map(({ name, value }) => `${name}: ${value.kind}`)).toEqual(returns);
    expect(plan.types).toEqual(types);
  });

  test('reads a condition after a condition as one that joins both by AND', () => {
    const twice = read("MATCH (n) WHERE n.name = 'a' WHERE n.type = 'b' RETURN n");
    const once = read("MATCH (n) WHERE n.name = 'a' AND n.type = 'b' RETURN n");
    expect(twice).toEqual(once);
  });
});

describe('whatever is written', () => {
  test('is a rule or is refused with its place, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fragment, mutated(valid.map(({ rule }) => rule))), (text) => {
        const result = read(text);
        if (result.isRule) return;
        const lines = text.split('\n');
        const { line, column, message } = result.fault;
        expect(message).not.toBe('');
        expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1);
      }),
      { numRuns: 20_000 },
    );
  });

  test('takes time that grows with its length', () => {
    const worst = ['(', 'NOT ', 'n.', '(a)-', '[', '/*', '`', "'", '$', '1.', '<-', 'MATCH (n) ', 'a AND '];
    for (const part of worst) {
      const start = performance.now();
      read(`MATCH (n) WHERE ${part.repeat(Math.floor(3900 / part.length))}`);
      expect(performance.now() - start, part).toBeLessThan(50);
    }
  });
});
