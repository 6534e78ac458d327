import { type Coverage, NOTHING_COVERED } from '../../../core/finding.js';
import type { Tenant } from '../../../core/scope.js';
import type { Db } from '../../tenant.js';
import { toInstant } from '../../text.js';
import { type StoryFailure, storyFailures } from './story-failures.js';
import { IS_DUE } from './story-walks.js';

/** How much of the story of a project was read so far, and whether something is left. */
export interface StoryState {
  coverage: Coverage;
  /** System time up to which everything is read; null: nothing is yet. */
  readUntil: string | null;
  isBehind: boolean;
  /** Of what could not be read, some. */
  failures: StoryFailure[];
}

export async function storyState(db: Db, tenant: Tenant): Promise<StoryState> {
  const [row] = await db.run<{ read: string; examined: string; left: string; until: string; due: boolean }>({
    name: 'story_state',
    text: `SELECT w.claims_read AS read, w.pairs_examined AS examined, w.pairs_left_out AS left, w.seen_until::text AS until,
        coalesce(${IS_DUE}, false) AS due FROM story_walks w WHERE w.org_id = $1 AND w.project = $2`,
    values: [tenant.orgId, tenant.project],
  });
  if (row === undefined) return { coverage: NOTHING_COVERED, readUntil: null, isBehind: false, failures: [] };
  const failures = await storyFailures(db, tenant);
  const coverage = {
    claimsRead: Number(row.read),
    pairsExamined: Number(row.examined),
    pairsLeftOut: Number(row.left),
    claimsFailed: failures.count,
  };
  return {
    coverage,
    readUntil: row.until === '-infinity' ? null : toInstant(row.until),
    isBehind: row.due,
    failures: failures.some,
  };
}
