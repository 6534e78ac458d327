import { describe, expect, test } from 'vitest';
import { readRule } from '../../src/consistency/cypher/rule.js';
import { ORPHAN_REASONS } from '../../src/consistency/orphan-rules.js';
import { explainRule } from '../../src/consistency/rule-texts.js';
import { isoCalendar } from '../../src/core/calendar.js';
import { RULE_CODES } from '../../src/lore/rules/finding.js';
import { lexicon } from '../helpers/lexicon.js';

const { relationTypes } = lexicon;
const surroundings = { parameters: {}, readDate: (text: string) => isoCalendar.parse(text, 0) };

/** Every text that `explain_violation` shows, each once. */
function explained(): string[] {
  const types = [...relationTypes.values()];
  const ofRelations = RULE_CODES.flatMap((code) => types.map((type) => explainRule(code, type, relationTypes)));
  const ofOrphans = ORPHAN_REASONS.map((reason) => explainRule(reason, undefined, relationTypes));
  return [...new Set([...ofRelations, ...ofOrphans].flatMap((rule) => rule?.cypher ?? []))];
}

describe('the built-in rules in the language of rules', () => {
  test.each(explained())('%s', (cypher) => {
    expect(readRule(cypher, surroundings)).toMatchObject({ isRule: true });
  });
});
