import { readFileSync } from 'node:fs';
import type { WriteRequest } from '../../src/core/claim.js';
import type { Decision } from '../../src/core/decision.js';
import type { Reading } from '../../src/core/norm.js';
import { hash } from '../../src/guard/hash.js';
import type { Query } from '../../src/store/tenant.js';
import { toJson } from '../../src/store/text.js';

/**
 * What release 0.6 stored of a write: the reference that guarded writes are measured against, so that it does not move
 * with them. Its statement, its tables and one sample of what it recorded lie beside this file.
 */
const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** The tables that it writes to. */
export const FROZEN_SCHEMA = read('schema.sql');

const COMMIT = read('commit.sql');
const SAMPLE: { reading: Reading; decision: Decision; lockKeys: number; recallKeys: number } = JSON.parse(
  read('sample.json'),
);

/** What the row of one claim is made of. */
export interface FrozenWrite {
  request: WriteRequest;
  claimId: string;
  decisionId: string;
  timings: Record<string, number>;
  /** Makes its keys its own, so that the versions that it has not read are surely those of new keys. */
  keyedBy: string;
}

/** The statement that stores a write, with the reading and the decision of the sample. */
export function frozenCommit({ request, claimId, decisionId, timings, keyedBy }: FrozenWrite): Query {
  const { tenant, statement, kind, who, reason, source, entity, tags, scope, op } = request;
  const { reading, decision } = SAMPLE;
  // Hashed like real ones, so that they spread over the index as those do.
  const keys = Array.from({ length: SAMPLE.recallKeys }, (_, index) => `f${hash(`${keyedBy} ${index}`)}`);
  const locks = keys.slice(0, SAMPLE.lockKeys);
  const values = [
    ...[tenant.orgId, tenant.project, locks, locks.map(() => 0)],
    ...[claimId, statement, kind, who, reason, source, entity],
    ...[tags, scope.env, scope.team, request.validFrom, request.validUntil, '[,)', '[,)', 0],
    ...[toJson(reading), reading.normVersion, reading.normalizerState, keys.slice(SAMPLE.lockKeys)],
    ...[false, [], [], true, null],
    ...[decisionId, op, decision.tier, toJson(decision), toJson(request), toJson(timings)],
    ...[[], null, request.keyId, null],
  ];
  return { name: 'commit_frozen', text: COMMIT, values };
}
