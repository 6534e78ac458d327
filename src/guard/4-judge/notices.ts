import type { Warning } from '../../core/decision.js';
import type { Reading } from '../../core/norm.js';
import { NOTHING_CUT } from '../examine.js';
import type { Findings } from './findings.js';

/** What is said of the write itself: that it could not be read, or not be read or compared whole. */
export function noticesOf(findings: Findings): Warning[] {
  const { incoming } = findings;
  const said: Warning[] = [];
  if (incoming.normalizerState === 'failed_open') said.push(FAILED_OPEN);
  said.push(...notFullyRead(incoming));
  const left = leftOut(findings);
  if (left.length > 0) said.push(notFullyCompared(left));
  return said;
}

const OF_NO_CLAIM = { claim: null, confidence: 'LOW', slots: {} } as const;

const FAILED_OPEN: Warning = {
  ...OF_NO_CLAIM,
  code: 'normalizer_failed_open',
  stage: 'normalize',
  reason: 'The statement could not be read, so it was stored without being compared.',
};

const NOT_TURNED_DOWN_EACH: Warning = {
  ...OF_NO_CLAIM,
  code: 'not_fully_read',
  stage: 'normalize',
  reason:
    'This turns down several things at once, which leaves open what of each: only who says the same in these words contradicts it. Write a rejection for each of them, or say plainly what is not to be done.',
};

/** What is said of a statement of which only a part was read. */
export function notFullyRead({ unread = 0, norms, isDenied }: Reading): Warning[] {
  if (unread === 0) return [];
  if (isDenied === true) return [NOT_TURNED_DOWN_EACH];
  const read = norms.filter(({ tokens, relation }) => tokens.length > 0 || relation !== undefined).length;
  return [
    {
      ...OF_NO_CLAIM,
      code: 'not_fully_read',
      stage: 'normalize',
      reason: `${count(read, 'clause')} of the statement could be read, and ${unread} could not: nothing is compared with those. Split the statement, or say them more plainly.`,
    },
  ];
}

/** What happened while comparing is no part of what was decided: a replay compares but what was compared. */
function notFullyCompared(left: readonly string[]): Warning {
  return {
    ...OF_NO_CLAIM,
    code: 'not_fully_compared',
    stage: 'store',
    reason: `There was too much to compare: ${left.join('; ')}. Once it is stored it is compared again. Split the statement to have all of it compared at once.`,
  };
}

function leftOut({ cut = NOTHING_CUT, isCut = false }: Findings): string[] {
  const { pairs, pairsSkipped, statementsSkipped } = cut;
  return [
    ...(pairsSkipped === 0 ? [] : [`${pairs} of ${pairs + pairsSkipped} pairs of clauses were compared`]),
    ...(statementsSkipped === 0 ? [] : [`${count(statementsSkipped, 'stored statement')} left out`]),
    ...(isCut ? ['more stored statements may be about the same than were looked at'] : []),
  ];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
