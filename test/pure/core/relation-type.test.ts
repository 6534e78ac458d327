import { describe, expect, test } from 'vitest';
import { allRelationTypes, relationTypeNamed } from '../../../src/core/relation-type.js';
import { relationKeys } from '../../../src/lore/relation-keys.js';
import { lexicon } from '../../helpers/lexicon.js';

const types = lexicon.relationTypes;
const type = (name: string) => {
  const found = types.get(name);
  if (found === undefined) throw new Error(`no type ${name}`);
  return found;
};

const FORTY = `MEMBER_OF RULES CONTROLS POSSESSES SPOUSE_OF PARENT_OF DESCENDED_FROM BELONGS_TO EXISTED_DURING
  PARTICIPATED_IN WITNESSED LOCATED_IN CAUSED PRECEDED CREATED FOUNDED OCCURRED_AT OCCURRED_DURING PART_OF
  PART_OF_SYSTEM WORSHIPS PRACTICES SPEAKS CLAIMS_TITLE BURIED_AT ALLIED_WITH ENEMY_OF ENCOUNTERED SOURCED_FROM
  EXISTS_IN LOCATED_IN_PLANE REFLECTS LAYER_OF ADJACENT_TO ACCESSIBLE_VIA VASSAL_OF MENTORED SERVES BORN_IN DIED_IN
  KNOWS`.split(/\s+/);

describe('the relation types', () => {
  test('are all there, and the attributes too', () => {
    expect(FORTY.filter((name) => !types.has(name))).toEqual([]);
    const attributes = [...types.values()].filter(({ value }) => value !== null).map(({ name }) => name);
    expect(attributes.sort()).toEqual(['BORN_ON', 'DIED_ON', 'GENDER', 'OCCURRED_ON']);
  });

  test('say which end has one at a time, one ever, or so many', () => {
    const single = (end: 'from' | 'to') =>
      [...types.values()]
        .filter((one) => one.single.includes(end))
        .map(({ name }) => name)
        .sort();
    expect(single('to')).toEqual(['CAPITAL_OF', 'CONTROLS', 'POSSESSES', 'RULES', 'SPOUSE_OF']);
    expect(single('from')).toEqual([
      'BELONGS_TO',
      'DESCENDED_FROM',
      'EXISTED_DURING',
      'GENDER',
      'MEMBER_OF',
      'SPOUSE_OF',
    ]);
    expect(type('PARENT_OF').atMost).toEqual([{ end: 'to', count: 2 }]);
    const once = [...types.values()].filter((one) => one.once.length > 0).map(({ name }) => name);
    expect(once.sort()).toEqual(['BORN_IN', 'BORN_ON', 'DIED_IN', 'DIED_ON', 'OCCURRED_ON']);
    const acyclic = [...types.values()].filter((one) => one.acyclic).map(({ name }) => name);
    expect(acyclic.sort()).toEqual(['CAUSED', 'PARENT_OF', 'PART_OF', 'PRECEDED']);
  });

  test('say how lives must lie to them, what guards them and how grave a violation is', () => {
    expect(type('POSSESSES').lives).toEqual([
      { end: 'from', rule: 'contain' },
      { end: 'to', rule: 'begun' },
    ]);
    expect(type('WITNESSED').lives).toEqual([{ end: 'from', rule: 'overlap' }]);
    expect(type('BURIED_AT').lives).toEqual([]);
    expect(type('MEMBER_OF')).toMatchObject({ guard: 'warn', unlessPartOf: true, severity: 'warn' });
    expect(type('PARENT_OF')).toMatchObject({ guard: 'block', severity: 'warn' });
    expect(type('KNOWS').guard).toBeNull();
  });

  test('have inverses that are no types themselves, each of one type', () => {
    const inverses = [...types.values()].flatMap(({ inverse }) => (inverse === null ? [] : [inverse]));
    expect(new Set(inverses).size).toBe(inverses.length);
    expect(inverses.filter((name) => types.has(name))).toEqual([]);
    expect(relationTypeNamed(types, 'ruled by')).toMatchObject({ type: { name: 'RULES' }, isInverse: true });
    expect(relationTypeNamed(types, 'spouse-of')).toMatchObject({ type: { name: 'SPOUSE_OF' }, isInverse: false });
    expect(relationTypeNamed(types, 'hums at')).toBeUndefined();
  });

  test('of a project include the attributes of its templates', () => {
    const hull = { kind: 'choice' as const, values: ['oak', 'iron'] };
    const all = allRelationTypes(lexicon, [
      { type: 'Airship', attributes: { hull } },
      { type: 'Barge', attributes: { hull } },
    ]);
    expect(all.get('HULL')).toMatchObject({
      ...{ value: 'choice', choices: ['oak', 'iron'], single: ['from'], domain: ['airship', 'barge'] },
    });
    expect(all.size).toBe(types.size + 1);
  });
});

describe('relationKeys', () => {
  test.each([
    ['RULES', ['RULES|to|b', 'life|a']],
    ['SPOUSE_OF', ['SPOUSE_OF||a', 'SPOUSE_OF||b', 'life|a', 'life|b']],
    ['PARENT_OF', ['PARENT_OF|to|b', 'type|PARENT_OF']],
    ['KNOWS', []],
  ])('of %s are those of its slots, lives and type', (name, keys) => {
    expect(relationKeys(type(name), 'a', 'b')).toEqual(keys);
  });

  test('of a birth and of an act share the life', () => {
    const born = relationKeys(type('BORN_ON'), 'a', null);
    expect(born).toEqual(['BORN_ON|from|a', 'life|a']);
    expect(relationKeys(type('WITNESSED'), 'a', 'b')).toContain('life|a');
  });

  test('of a spouse are the same whichever end is named first', () => {
    expect(relationKeys(type('SPOUSE_OF'), 'a', 'b').sort()).toEqual(relationKeys(type('SPOUSE_OF'), 'b', 'a').sort());
  });
});
