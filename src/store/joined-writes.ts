import type { Tenant } from '../core/scope.js';
import { isRefusedByDatabase } from './errors.js';
import { MicroBatch } from './micro-batch.js';
import {
  type AskedCandidates,
  type CandidateAnswer,
  type CandidateQuery,
  findAllCandidates,
  findSurroundings,
  isAlone,
  NOTHING_AROUND,
} from './queries/claims/candidates.js';
import { commitWrite, commitWrites, isPlain } from './queries/claims/commit.js';
import type { CommitInput, CommitOutcome } from './queries/claims/commit-input.js';
import type { TenantRunner } from './tenant.js';
import { storedKey } from './text.js';

/** What writes do, each in one step, and together with what others do at the moment. */
export interface WriteSteps {
  /** Everything that the guard needs to compare one statement with what is stored. */
  find(tenant: Tenant, query: CandidateQuery): Promise<CandidateAnswer>;
  /** Stores a write, or nothing of it. */
  commit(input: CommitInput): Promise<CommitOutcome>;
}

type Found = Omit<CandidateAnswer, 'around' | 'named'>;

/** The steps of writes, of which those of one organisation that come at the same time are done by one statement. */
export function joinedWrites({ tenant }: Pick<TenantRunner, 'tenant'>): WriteSteps {
  const finding = new MicroBatch<AskedCandidates, Found>({
    run: (orgId, asked) => tenant(orgId, (db) => findAllCandidates(db, { orgId }, asked)),
    mayBeSplit: isRefusedByDatabase,
  });
  const committing = new MicroBatch<CommitInput, CommitOutcome>({
    run: (orgId, inputs) => tenant(orgId, (db) => commitWrites(db, orgId, inputs)),
    keysOf: ({ tenant: { project }, lockKeys }) => lockKeys.map((key) => `${project}/${storedKey(key)}`),
    // Of a connection that broke nobody knows what it stored.
    mayBeSplit: isRefusedByDatabase,
  });
  return {
    find: async (of, query) => {
      const found = await finding.ask(of.orgId, { project: of.project, query });
      const around = isAlone(query) ? NOTHING_AROUND : await tenant(of.orgId, (db) => findSurroundings(db, of, query));
      return { ...found, ...around };
    },
    commit: (input) =>
      isPlain(input)
        ? committing.ask(input.tenant.orgId, input)
        : tenant(input.tenant.orgId, (db) => commitWrite(db, input)),
  };
}
