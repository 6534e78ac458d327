import { randomBytes, randomFillSync } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Clock, Ids, Random, Secrets } from '../core/ports.js';

const ID_BYTES = 16;
/** Random bytes are drawn for so many ids at once: by themselves they take longer than all the rest of an id. */
const IDS_AT_ONCE = 256;

/** The real clock, ids and randomness, which main hands to everything else. */
export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() };
export const systemIds: Ids = { next: timeOrderedIds() };
export const systemRandom: Random = { next: () => Math.random() };
export const systemSecrets: Secrets = { next: () => randomBytes(32).toString('hex') };

/** UUIDs of version 7, each greater than those before it in this process. */
function timeOrderedIds(): () => string {
  const pool = new Uint8Array(IDS_AT_ONCE * ID_BYTES);
  let used = pool.length;
  let msecs = 0;
  let seq = 0;
  return () => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const random = pool.subarray(used, used + ID_BYTES);
    used += ID_BYTES;
    const now = Date.now();
    // A counter within a millisecond; its first bit is left for it to run over into.
    const [a = 0, b = 0, c = 0, d = 0] = random;
    seq = now > msecs ? ((a & 127) << 24) | (b << 16) | (c << 8) | d : seq + 1;
    msecs = Math.max(now, msecs);
    return uuidv7({ random, msecs, seq });
  };
}
