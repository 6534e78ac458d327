import type { Tenant } from '../../../core/scope.js';
import { retried } from '../../errors.js';
import type { Db } from '../../tenant.js';

/** What an Idempotency-Key stands for: it counts within one project and for one caller. */
export interface KeySlot {
  tenant: Tenant;
  /** Id of the API key; empty for the bootstrap key. */
  caller: string;
  key: string;
}

/** An answer as it went out. */
export interface StoredAnswer {
  status: number;
  contentType: string;
  body: string;
}

/** A key that was used before. */
export interface KnownKey {
  fingerprint: string;
  /** Null while its request is still being done. */
  answer: StoredAnswer | null;
  /** Whether nobody does its request any more: the process that did is gone. */
  isAbandoned: boolean;
}

/** How long an answer is kept. */
const KEPT = "interval '24 hours'";

/** A key is free when it was never used, too long ago, or when the one who held it never came back. */
const CLAIM = `
INSERT INTO idempotency AS i (org_id, project, caller, key, fingerprint, holder, claimed_at, leased_until)
VALUES ($1, $2, $3, $4, $5, $6::uuid, clock_timestamp(), clock_timestamp() + $7::int * interval '1 millisecond')
ON CONFLICT (org_id, project, caller, key) DO UPDATE SET fingerprint = excluded.fingerprint, holder = excluded.holder,
  claimed_at = excluded.claimed_at, leased_until = excluded.leased_until, status = NULL, content_type = NULL, body = NULL
WHERE i.claimed_at < excluded.claimed_at - ${KEPT}
  OR (i.status IS NULL AND i.leased_until < excluded.claimed_at AND i.fingerprint = excluded.fingerprint)
RETURNING holder`;

/** Takes a key for the length of a lease; false when it is taken, or its answer is known. */
export async function claimKey(
  db: Db,
  slot: KeySlot,
  claim: { fingerprint: string; holder: string; leaseMs: number },
): Promise<boolean> {
  const values = [...place(slot), claim.fingerprint, claim.holder, claim.leaseMs];
  return (await retried(db, () => db.run({ name: 'claim_key', text: CLAIM, values }))).length > 0;
}

const READ = `
SELECT fingerprint, status, content_type, body, status IS NULL AND leased_until < clock_timestamp() AS is_abandoned
FROM idempotency WHERE org_id = $1 AND project = $2 AND caller = $3 AND key = $4
  AND claimed_at >= clock_timestamp() - ${KEPT}`;

interface Row {
  fingerprint: string;
  status: number | null;
  content_type: string | null;
  body: string | null;
  is_abandoned: boolean;
}

/** What is known of a key, or null. */
export async function readKey(db: Db, slot: KeySlot): Promise<KnownKey | null> {
  const [row] = await db.run<Row>({ name: 'read_key', text: READ, values: place(slot) });
  if (row === undefined) return null;
  const { fingerprint, status, content_type, body, is_abandoned } = row;
  const answer = status === null ? null : { status, contentType: content_type ?? '', body: body ?? '' };
  return { fingerprint, answer, isAbandoned: is_abandoned };
}

/** Prolongs the lease of a key that the holder still has. */
export async function renewKey(db: Db, slot: KeySlot, holder: string, leaseMs: number): Promise<void> {
  await db.run({
    name: 'renew_key',
    text: `UPDATE idempotency SET leased_until = clock_timestamp() + $6::int * interval '1 millisecond'
      WHERE org_id = $1 AND project = $2 AND caller = $3 AND key = $4 AND holder = $5::uuid AND status IS NULL`,
    values: [...place(slot), holder, leaseMs],
  });
}

/** Keeps the answer for whoever sends the key again; nothing happens when the key went to another holder. */
export async function storeAnswer(db: Db, slot: KeySlot, holder: string, answer: StoredAnswer): Promise<void> {
  await db.run({
    name: 'store_answer',
    text: `UPDATE idempotency SET status = $6, content_type = $7, body = $8
      WHERE org_id = $1 AND project = $2 AND caller = $3 AND key = $4 AND holder = $5::uuid`,
    values: [...place(slot), holder, answer.status, answer.contentType, answer.body],
  });
}

/** Gives a key back unused, so that its request may be sent again. */
export async function releaseKey(db: Db, slot: KeySlot, holder: string): Promise<void> {
  await db.run({
    name: 'release_key',
    text: `DELETE FROM idempotency
      WHERE org_id = $1 AND project = $2 AND caller = $3 AND key = $4 AND holder = $5::uuid`,
    values: [...place(slot), holder],
  });
}

const FORGET = `
DELETE FROM idempotency i USING (
  SELECT org_id, project, caller, key FROM idempotency
  WHERE org_id = current_setting('loreguard.org_id', true) AND claimed_at < clock_timestamp() - ${KEPT}
  LIMIT $1
) old
WHERE i.org_id = old.org_id AND i.project = old.project AND i.caller = old.caller AND i.key = old.key
  AND i.claimed_at < clock_timestamp() - ${KEPT}
RETURNING i.key`;

/** Deletes keys of the organisation of the connection that are too old to count; answers how many. */
export async function forgetKeys(db: Db, limit: number): Promise<number> {
  return (await db.run({ name: 'forget_keys', text: FORGET, values: [limit] })).length;
}

function place({ tenant, caller, key }: KeySlot): string[] {
  return [tenant.orgId, tenant.project, caller, key];
}
