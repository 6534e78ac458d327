import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Clock, Ids, Random, Secrets } from '../core/ports.js';

/** The real clock, ids and randomness, which main hands to everything else. */
export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() };
export const systemIds: Ids = { next: () => uuidv7() };
export const systemRandom: Random = { next: () => Math.random() };
export const systemSecrets: Secrets = { next: () => randomBytes(32).toString('hex') };
