import type { OrphanRule, TypeEnd } from '../core/consistency.js';
import type { LifeRule, RelationType, RelationTypes } from '../core/relation-type.js';
import { livesOfType } from '../lore/rules/acts.js';
import { RULE_CODES, type RuleCode } from '../lore/rules/finding.js';
import { ORPHAN_REASONS, ORPHAN_TEXTS, type OrphanReason, orphanRules } from './orphan-rules.js';

/** A rule as it is explained: in words, and as a query in the language of the rules that users write. */
export interface ExplainedRule {
  id: string;
  /** A: contradictions between sources. B: anachronisms. C: rules that somebody wrote. D: orphans. */
  category: 'A' | 'B' | 'C' | 'D';
  text: string;
  cypher: string;
}

const CATEGORY_B: RuleCode = 'outside_lifespan';

/**
 * A built-in rule as it holds for relations of one type; null for the id of no built-in rule.
 * @param type of the relations that break it; left out for orphans
 */
export function explainRule(id: string, type: RelationType | undefined, types: RelationTypes): ExplainedRule | null {
  const reason = ORPHAN_REASONS.find((one) => one === id);
  if (reason !== undefined)
    return { id, category: 'D', text: ORPHAN_TEXTS[reason], cypher: cypherOfOrphan(reason, types) };
  const code = RULE_CODES.find((one) => one === id);
  if (code === undefined || type === undefined) return null;
  const category = code === CATEGORY_B ? 'B' : 'A';
  return { id, category, ...EXPLAINED[code](type) };
}

const EXPLAINED: Readonly<Record<RuleCode, (type: RelationType) => { text: string; cypher: string }>> = {
  relation_exclusive: exclusive,
  too_many_parents: ({ name, atMost }) => {
    const [{ end, count } = { end: 'to' as const, count: 2 }] = atMost;
    const [thing, others] = end === 'to' ? ['(x)-[:', ']->(thing)'] : ['(thing)-[:', ']->(x)'];
    return {
      text: `There are at most ${count} ${name} at one ${end === 'to' ? 'object' : 'subject'}, whatever their times.`,
      cypher: `MATCH ${thing}${name}${others} WITH thing, count(x) AS found WHERE found > ${count} RETURN thing`,
    };
  },
  parents_same_gender: () => ({
    text: 'The two parents of a child differ in gender, unless the project lets them share it; an unknown gender breaks nothing.',
    cypher: 'MATCH (a)-[:PARENT_OF]->(child)<-[:PARENT_OF]-(b) WHERE a <> b AND a.gender = b.gender RETURN a, b, child',
  }),
  relation_cycle: ({ name }) => ({
    text: `No chain of ${name} comes back to where it began.`,
    cypher: `MATCH (a)-[:${name}*1..8]->(a) RETURN a`,
  }),
  outside_lifespan: outsideLife,
};

function exclusive({ name, single, once, value }: RelationType): { text: string; cypher: string } {
  const end = single[0] ?? once[0] ?? 'from';
  const isOnce = single.length === 0;
  const side = end === 'from' ? 'subject' : 'object';
  const text = isOnce
    ? `One ${side} has one ${name}, whatever the time.`
    : `One ${side} has one ${name} at a time; windows that meet in one unit do not overlap.`;
  const together = 'time_windows_overlap(r1.valid_from, r1.valid_until, r2.valid_from, r2.valid_until)';
  const when = isOnce ? '' : ` AND ${together}`;
  if (value !== null) {
    const pair = `(r1:Relation {type: '${name}'}), (r2:Relation {type: '${name}'})`;
    return {
      text,
      cypher: `MATCH ${pair} WHERE r1.from_id = r2.from_id AND r1.value <> r2.value${when} RETURN r1, r2`,
    };
  }
  const match = end === 'from' ? `(a)<-[r1:${name}]-(x)-[r2:${name}]->(b)` : `(a)-[r1:${name}]->(x)<-[r2:${name}]-(b)`;
  return { text, cypher: `MATCH ${match} WHERE a <> b${when} RETURN a, b, x, r1, r2` };
}

const NEEDS: Readonly<Record<LifeRule, string>> = {
  overlap: 'exists at some time of it',
  contain: 'exists at every date that it states',
  begun: 'has begun to exist before it',
};

function outsideLife(type: RelationType): { text: string; cypher: string } {
  const { name } = type;
  const [{ end, rule } = { end: 'from' as const, rule: 'contain' as const }] = livesOfType(type);
  const who = end === 'from' ? 'a' : 'b';
  const missed =
    rule === 'overlap'
      ? `time_in_window(b.in_fiction_date, ${who}.birth, ${who}.death) = false`
      : rule === 'begun'
        ? `r.valid_from < ${who}.birth`
        : `(r.valid_from < ${who}.birth OR r.valid_until > ${who}.death)`;
  return {
    text: `The ${end === 'from' ? 'subject' : 'object'} of ${name} ${NEEDS[rule]}; of whom nothing is told breaks nothing.`,
    cypher: `MATCH (a)-[r:${name}]->(b) WHERE ${missed} RETURN a, r, b`,
  };
}

function cypherOfOrphan(reason: OrphanReason, types: RelationTypes): string {
  const rule: OrphanRule | undefined = orphanRules(types).find((one) => one.reason === reason);
  if (rule === undefined) return '';
  const lacking = rule.lacks.map(({ type, end }: TypeEnd) =>
    end === 'from' ? `NOT (e)-[:${type}]->()` : `NOT ()-[:${type}]->(e)`,
  );
  const chain = rule.chain === undefined ? [] : [`NOT (e)-[:${rule.chain.type}*1..8]->(:${rule.chain.to})`];
  return `MATCH (e:${rule.entityType}) WHERE ${[...lacking, ...chain].join(' AND ')} RETURN e`;
}
