import { describe, expect, it } from 'vitest';
import { isoCalendar } from '../../../src/core/calendar.js';
import { relationOf } from '../../../src/core/relation.js';
import { lockKeys } from '../../../src/guard/pipeline.js';
import { reading, type Said } from '../../helpers/guard.js';

/** `TYPE from > to`, or null where the sentence tells of no relation. */
function told(statement: string, said: Said = {}): string | null {
  const relation = reading(statement, said).norms[0]?.relation;
  return relation === undefined ? null : `${relation.type} ${relation.from} > ${relation.to}`;
}

/** The years between which it possibly and certainly holds. */
function years(statement: string, said: Said = {}): string {
  const [norm] = reading(statement, said).norms;
  const when = norm === undefined ? undefined : relationOf(norm)?.when;
  if (when === undefined) throw new Error(`no relation: ${statement}`);
  const { possible, certain } = when;
  const isCertain = certain.from === possible.from && certain.until === possible.until;
  return `${year(possible.from)}..${year(possible.until)}${isCertain ? '' : '?'}`;
}

function year(tick: number | null): string {
  return tick === null ? '' : String(Number(isoCalendar.at(tick).canonical.slice(0, 4)));
}

describe('a plain sentence about two named things', () => {
  it.each([
    ['Aldric ruled Valdorn from 320 to 360', 'RULES aldric > valdorn'],
    ['Valdorn was ruled by Aldric from 320 to 360.', 'RULES aldric > valdorn'],
    ['Valdorn has been ruled by Aldric since 320', 'RULES aldric > valdorn'],
    ['From 320 to 360, Aldric reigned over Valdorn', 'RULES aldric > valdorn'],
    ['In the year 330 Aldric wed Sera', 'SPOUSE_OF aldric > sera'],
    ['Sera was Queen of Valdorn between 361 and 380', 'RULES sera > valdorn'],
    ['Aldric was crowned king of Valdorn in 320', 'RULES aldric > valdorn'],
    ['Mira is the daughter of Oswin', 'PARENT_OF oswin > mira'],
    ['Mira is Oswin’s daughter', 'PARENT_OF oswin > mira'],
    ['Oswin is the father of Mira', 'PARENT_OF oswin > mira'],
    ['Sera is married to Aldric', 'SPOUSE_OF aldric > sera'],
    ['Karth is the capital of Valdorn', 'CAPITAL_OF karth > valdorn'],
    ["Valdorn's capital is Karth", 'CAPITAL_OF karth > valdorn'],
    ['The capital of Valdorn is Karth', 'CAPITAL_OF karth > valdorn'],
    ['Aldric was born in 290', 'BORN_ON aldric > 290'],
    ['Aldric was born in Karth in 290', 'BORN_IN aldric > karth'],
    ['Aldric died in 360', 'DIED_ON aldric > 360'],
    ['Aldric was slain in the Battle of Redfen in 360', 'DIED_IN aldric > battle of redfen'],
    ['Oswin fought in the Battle of Redfen in 355', 'PARTICIPATED_IN oswin > battle of redfen'],
    ['The Battle of Redfen took place in 355', 'OCCURRED_ON battle of redfen > 355'],
    ['“House Marrow” rules the Kingdom of Karth', 'RULES house marrow > kingdom of karth'],
    ['The Iron Guild controlled Port Marrow from 310 until 1 June 1320', 'CONTROLS iron guild > port marrow'],
    ['Aldric of the Grey Isles once ruled Al-Rashid', 'RULES aldric of the grey isles > al rashid'],
    ['Aldric forged Dawnfire', 'CREATED aldric > dawnfire'],
    ['Aldric was buried in Karth', 'BURIED_AT aldric > karth'],
  ])('%s', (statement, relation) => {
    expect(told(statement)).toBe(relation);
  });

  it('is a prophecy when it says so', () => {
    for (const statement of ['It is foretold that Borin will rule Valdorn', 'Borin is destined to rule Valdorn']) {
      expect(reading(statement).norms[0]?.relation).toMatchObject({ type: 'RULES', isProphecy: true });
    }
  });

  it('grounds both ends in the text', () => {
    const statement = 'In 330 the Kingdom of Valdorn was ruled by King Aldric';
    const spans = reading(statement).norms[0]?.spans.filter(({ slot }) => slot === 'from' || slot === 'to');
    const texts = spans?.map(({ slot, start, end }) => [slot, statement.slice(start, end)]);
    expect(texts).toEqual([
      ['from', 'King Aldric'],
      ['to', 'Kingdom of Valdorn'],
    ]);
  });

  it('keeps its dates out of the words that are compared', () => {
    const [norm] = reading('Aldric ruled Valdorn from 320 to 360').norms;
    expect(norm?.tokens.map(({ stem }) => stem)).toEqual(['aldric', 'ruler', 'valdorn']);
  });
});

describe('when a relation holds', () => {
  it.each([
    ['Aldric ruled Valdorn from 320 to 360', '320..360'],
    ['Aldric ruled Valdorn between 320 and 360', '320..360'],
    ['Aldric ruled Valdorn (320–360)', '320..360'],
    ['Aldric has ruled Valdorn since 1320', '1320..'],
    ['Aldric ruled Valdorn from 320', '320..?'],
    ['Aldric ruled Valdorn until 360', '..360?'],
    ['Aldric ruled Valdorn in 340', '340..341?'],
    ['Aldric ruled Valdorn before 340', '..340?'],
    ['Aldric became king of Valdorn in 320', '320..?'],
    ['Aldric married Sera in 330', '330..331?'],
    ['Aldric ruled Valdorn from 360 to 320', '..?'],
    ['Aldric ruled Valdorn from 320 TA to 360 TA', '..?'],
    ['Aldric ruled Valdorn from 320 until 360 of the Third Age', '..?'],
    ['Aldric ruled Valdorn during the Third Age', '..?'],
    ['Aldric ruled Valdorn circa 340', '335..345?'],
    ['Aldric rules Valdorn', '..'],
  ])('%s: %s', (statement, expected) => {
    expect(years(statement)).toBe(expected);
  });

  it('is what the request says, where it says anything', () => {
    expect(years('Aldric ruled Valdorn', { from: '0320', until: '0360' })).toBe('320..360');
    expect(years('Aldric ruled Valdorn from 320 to 360', { from: '0330' })).toBe('330..360');
    expect(years('Aldric ruled Valdorn from 320 TA to 360 TA', { from: '0330' })).toBe('330..?');
    expect(years('Aldric ruled Valdorn from 320 to 330', { from: '0340' })).toBe('340..');
  });

  it('is the date of the text for an event, however long the claim is believed', () => {
    expect(years('Aldric died in 360', { from: '2020' })).toBe('360..361?');
  });
});

describe('a sentence that only looks like a relation', () => {
  it.each([
    'The scheduler rules the queue',
    'Guards ruled Valdorn',
    'Marketing wields Hubspot',
    'The King ruled Valdorn',
    'Postgres rules Staging',
    'Perhaps Aldric ruled Valdorn',
    'If Aldric ruled Valdorn, the crown is lost',
    'Aldric and Sera ruled Valdorn',
    'Aldric ruled Valdorn with Sera',
    'Aldric ruled Valdorn and Karth',
    'Aldric never ruled Valdorn',
    'Aldric was not the king of Valdorn',
    'Aldric may have ruled Valdorn',
    'Aldric will rule Valdorn',
    'Aldric ruled Valdorn wisely',
    'Aldric is a king of Valdorn',
    'Aldric married Aldric',
    'Dana owns Checkout',
    'Dana controls Retries',
    'Dana is a member of Platform',
    'Aldric Rules Valdorn',
  ])('%s', (statement) => {
    expect(told(statement)).toBeNull();
  });

  it('is one beside a date, where the verb says several things', () => {
    expect(told('Dana owned Dawnfire from 320 to 330')).toBe('POSSESSES dana > dawnfire');
    expect(told('Dana owns Dawnfire', { from: '2020' })).toBe('POSSESSES dana > dawnfire');
  });
});

describe('the lock keys of relations', () => {
  it('stay few, and take nothing from the reading', () => {
    const names = ['Ada', 'Bor', 'Cal', 'Dun', 'Eda', 'Fen', 'Gor'];
    const sentences = names.map((name) => `${name} married Sera in 330.`).join(' ');
    const { norms } = reading(sentences);
    expect(lockKeys(reading(sentences)).length).toBeLessThanOrEqual(8);
    expect(norms.map(({ relation }) => relation?.from)).toEqual(names.map((name) => name.toLowerCase()));
  });
});
