import { MicroBatch } from './micro-batch.js';
import {
  type AskedCandidates,
  type CandidateAnswer,
  findAllCandidates,
  findSurroundings,
  isAlone,
  NOTHING_AROUND,
} from './queries/candidates.js';
import { commitWrite } from './queries/commit.js';
import type { WriteSteps } from './store.js';
import type { TenantRunner } from './tenant.js';

type Found = Omit<CandidateAnswer, 'around' | 'named'>;

/** The steps of writes, of which those of one organisation that come at the same time are done by one statement. */
export function joinedWrites({ tenant }: Pick<TenantRunner, 'tenant'>): WriteSteps {
  const finding = new MicroBatch<AskedCandidates, Found>({
    run: (orgId, asked) => tenant(orgId, (db) => findAllCandidates(db, { orgId }, asked)),
    mayBeSplit: () => true,
  });
  return {
    find: async (of, query) => {
      const found = await finding.ask(of.orgId, { project: of.project, query });
      const around = isAlone(query) ? NOTHING_AROUND : await tenant(of.orgId, (db) => findSurroundings(db, of, query));
      return { ...found, ...around };
    },
    commit: (input) => tenant(input.tenant.orgId, (db) => commitWrite(db, input)),
  };
}
