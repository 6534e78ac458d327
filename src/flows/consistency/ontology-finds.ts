import { pairKey, type ViolationAbout } from '../../core/violation.js';
import type { RuleRow } from '../../store/ontology/run.js';

/** What a rule found: rows that rest on the same are one. */
export interface RuleFind {
  pairKey: string;
  about: ViolationAbout;
  sides: string[];
  /** What its names stand for. */
  entities: string[];
  row: unknown[];
}

/** Of rows that differ only in who comes first, the first is kept. */
export function findsOf(ruleId: string, rows: readonly RuleRow[]): RuleFind[] {
  const finds = new Map<string, RuleFind>();
  for (const { row, relations, entities } of rows) {
    const about = relations.length > 0 ? 'relation' : 'entity';
    const sides = relations.length > 0 ? relations : entities;
    const key = `${ruleId}|${sides.length > 0 ? pairKey(...sides) : JSON.stringify(row)}`;
    if (!finds.has(key)) finds.set(key, { pairKey: key, about, sides, entities, row });
  }
  return [...finds.values()];
}
