import type { Case } from '../../src/cli/labelled.js';
import type { Decision } from '../../src/core/decision.js';
import { groupBy } from '../report.js';
import { rate } from '../stats.js';

/** A labelled pair whose second statement was decided about with the first among the stored ones. */
export interface Heard {
  each: Case;
  /** The first one is among what was compared. */
  isFound: boolean;
  decision: Decision;
}

/** Whether the answer tells of the first statement: as what the second one conflicts with, or as related to it. */
function isTold({ each, decision }: Heard): boolean {
  const own = each.writes[0]?.statement;
  return [...decision.conflicts, ...decision.warnings].some(({ claim }) => claim?.id === own);
}

function isRelated({ each, decision }: Heard): boolean {
  return decision.related?.some(({ claim }) => claim.id === each.writes[0]?.statement) === true;
}

/** Of the pairs that conflict: which were refused or warned of, and which of the others have the first among the related. */
export function heardLines(pairs: readonly Heard[]): string[] {
  const files = groupBy(
    pairs.filter(({ each }) => each.expected === 'conflict'),
    ({ each }) => each.file,
  );
  return [...files].flatMap(([file, all]) => {
    const open = all.filter((pair) => !isTold(pair));
    const shown = open.filter(isRelated);
    const told = all.length - open.length;
    return [
      `${file}: contradictions`,
      `  compared at all              ${rate(all.filter(({ isFound }) => isFound).length, all.length)}`,
      `  refused or warned of         ${rate(told, all.length)}`,
      `  of the others, related       ${rate(shown.length, open.length)}`,
      `  refused, warned of or related ${rate(told + shown.length, all.length)}`,
    ];
  });
}

/** Of the pairs that do not conflict, how many clean answers carry anything; and what was missed. */
export function pairLines(pairs: readonly Heard[], withMisses: boolean): string[] {
  const clean = pairs.filter(({ each, decision }) => each.expected !== 'conflict' && decision.tier === 'clean');
  const lines = [...groupBy(clean, ({ each }) => each.file)].map(
    ([file, all]) =>
      `${file}: clean answers to what does not contradict that carry any ${rate(all.filter(carries).length, all.length)}`,
  );
  const missed = pairs.filter((pair) => pair.each.expected === 'conflict' && !isTold(pair) && !isRelated(pair));
  const shown = missed.map(({ each, isFound }) => {
    const texts = each.writes.map(({ statement }) => statement).join(' | ');
    return `  missed${isFound ? '' : ' (not compared)'}: ${each.file} ${texts}`;
  });
  return withMisses ? [...lines, ...shown] : lines;
}

/** Of statements of documents that are stored clean, how many answers carry any related claim. */
export function documentLines(decisions: readonly Decision[]): string[] {
  const clean = decisions.filter(({ tier }) => tier === 'clean');
  const shown = clean.reduce((sum, { related = [] }) => sum + related.length, 0);
  return [
    `clean statements of documents whose answer carries any ${rate(clean.filter((decision) => carries({ decision })).length, clean.length)}`,
    `  related claims an answer      ${(shown / clean.length).toFixed(2)}`,
  ];
}

function carries({ decision }: Pick<Heard, 'decision'>): boolean {
  return (decision.related ?? []).length > 0;
}
