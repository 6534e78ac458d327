/** Distinct statements of one shape each, none of which contradicts another, with words as common as real ones. */

const PLACES = 'north south east west upper lower inner outer old new alpha beta gamma delta prime spare'.split(' ');
const THINGS =
  'gateway ledger mailer scheduler indexer importer renderer archive catalogue router broker tracker planner crawler parser compiler'.split(
    ' ',
  );
const PARTS = 'queue cache listener worker replica buffer endpoint journal snapshot channel session registry'.split(
  ' ',
);
const OWNERS = 'web data search payments mobile security platform support research finance'.split(' ');
const TEMPLATES: readonly ((subject: string, owner: string, n: number) => string)[] = [
  (subject, owner, n) => `The ${subject} must be restarted by team ${owner} after ${n} failures`,
  (subject, owner, n) => `The ${subject} should report its latency to the ${owner} dashboard number ${n}`,
  (subject, owner, n) => `Every change of the ${subject} must be reviewed by the ${owner} group in room ${n}`,
  (subject, owner, n) => `The ${subject} of cell ${n} must not call the ${owner} service`,
];

/** The statement of a number; different numbers give different statements about different things. */
export function statementOf(index: number): string {
  let rest = index;
  const pick = <T>(items: readonly T[]): T => {
    const item = items[rest % items.length] as T;
    rest = Math.floor(rest / items.length);
    return item;
  };
  const template = pick(TEMPLATES);
  const subject = [pick(PLACES), pick(THINGS), pick(PARTS)].join(' ');
  return template(subject, pick(OWNERS), rest);
}
