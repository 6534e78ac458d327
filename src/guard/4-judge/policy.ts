import { type DecidedUnder, NOTHING_SET, type Warning } from '../../core/decision.js';

/** What of the settings of a project a decision is made under. */
export function decidedUnder({
  settings: { version, policy } = NOTHING_SET,
}: {
  settings?: DecidedUnder;
}): DecidedUnder {
  return { version, policy };
}

/** The reason of a warning that would be a conflict. */
export function loweredReason(reason: string, by: NonNullable<Warning['loweredBy']>): string {
  return `${reason} ${LOWERED[by]}`;
}

const LOWERED_BY_POLICY = "It would be refused but for the project's policy.";
const LOWERED_BY_LENGTH =
  'It would be refused but for the many clauses of one of the two: once stored, the two are compared again and disputed. ' +
  'Split the statement to have it refused.';

const LOWERED: Readonly<Record<NonNullable<Warning['loweredBy']>, string>> = {
  kind: LOWERED_BY_POLICY,
  code: LOWERED_BY_POLICY,
  length: LOWERED_BY_LENGTH,
  prophecy:
    'It would be refused but that one of the two is a prophecy, which neither proves the other wrong nor is proved so.',
  source: 'It would be refused but that only a document says so: vouch for the claim to have it refused.',
};

/** The same where relations clash, of which only rumour or talk tells the stored one. */
export const LOWERED_BY_TALK = 'It would be refused but that only rumour or talk says so.';
