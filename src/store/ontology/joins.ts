import type { RuleExpression, RulePlan, RuleStage } from '../../core/ontology.js';

/**
 * Whether a rule joins all relations of its types with one another by what is equal: it follows no chain, has no pattern
 * in a condition, needs no match that may not be there, and looks for no value. Then what it asks of entities is worked
 * out for all of them at once, and nested loops are no way to match it.
 */
export function joinsAll({ stages, returns }: RulePlan): boolean {
  return stages.every(isJoined) && returns.items.every(({ value }) => isBroad(value));
}

function isJoined(stage: RuleStage): boolean {
  const where = stage.where === null || isBroad(stage.where);
  if (stage.stage === 'with') return where && stage.items.every(({ value }) => isBroad(value));
  const { isOptional, nodes, hops } = stage;
  const tests = [...nodes, ...hops].flatMap((one) => one.tests);
  return where && !isOptional && hops.every(({ isChain }) => !isChain) && tests.every(isBroad);
}

/** Whether it neither holds a pattern nor is held by few things alone. */
function isBroad(one: RuleExpression): boolean {
  switch (one.op) {
    case 'exists':
      return false;
    case 'and':
    case 'or':
      return one.parts.every(isBroad);
    case 'not':
    case 'is_null':
      return isBroad(one.part);
    case 'compare':
      return isBroad(one.left) && isBroad(one.right) && !(one.how === '=' && isNarrow(one.left, one.right));
    case 'in':
      return isBroad(one.left) && one.list.every((each) => isBroad(each) && !isNarrow(one.left, each));
    default:
      return true;
  }
}

/** Whether few things are equal to it: a value is looked for, and neither that of a type nor a truth. */
function isNarrow(left: RuleExpression, right: RuleExpression): boolean {
  const [other, value] = left.op === 'value' ? [right, left] : [left, right];
  const isOfMany = other.kind === 'truth' || (other.op === 'property' && other.property === 'type');
  return value.op === 'value' && !isOfMany;
}
