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

/** What is said of one thing so that no rule decides between any two of them; the last is what is written to the others. */
const OPEN_TEMPLATES: readonly ((subject: string) => string)[] = [
  (subject) => `The ${subject} should write failed jobs to the paper ledger`,
  (subject) => `Operators of the ${subject} must sort failed jobs by hand`,
  (subject) => `The ${subject} must show failed jobs to the auditors`,
  (subject) => `The ${subject} should count failed jobs twice a week`,
  (subject) => `The ${subject} must pack failed jobs into one archive`,
  (subject) => `The ${subject} must keep failed jobs for the night shift`,
  (subject) => `The ${subject} must name failed jobs after their owners`,
  (subject) => `The ${subject} should hold failed jobs back before the release`,
  (subject) => `The ${subject} must hand failed jobs to whoever asks first`,
  (subject) => `The ${subject} should sort failed jobs into one archive`,
];

/** How many statements about one subject are stored before the one that is measured. */
export const OPEN_STORED = OPEN_TEMPLATES.length - 1;

/**
 * Made-up names: long words with beginnings of their own are what the claims about one thing are found by. They are
 * three, so that they weigh more than all the words which the newest claims about other things share.
 */
const BEGINNINGS =
  'bar cor dal fen gil hov jun kel lor mab nim pov rast sul tev vor wex yar zim hes dru pli gra sno'.split(' ');
const MIDDLES = [...'bcdfghjklmnprstvwxz'].flatMap((consonant) => [...'aeiou'].map((vowel) => consonant + vowel));

/** How many subjects there are. */
export const OPEN_SUBJECTS = BEGINNINGS.length * MIDDLES.length;

/** A statement to be stored: those about one subject stand together. */
export function openStatementOf(index: number): string {
  return openStatement(Math.floor(index / OPEN_STORED), index % OPEN_STORED);
}

/** The statement about a subject that is compared with all that is stored about it. */
export function openQuestionOf(subject: number): string {
  return openStatement(subject, OPEN_STORED);
}

function openStatement(subject: number, template: number): string {
  const begin = BEGINNINGS[subject % BEGINNINGS.length];
  const middle = MIDDLES[Math.floor(subject / BEGINNINGS.length) % MIDDLES.length];
  return OPEN_TEMPLATES[template]?.(`${begin}${middle}stone ${middle}${begin}wick ${begin}${middle}moor queue`) ?? '';
}

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
