import { audit } from './admin/audit.js';
import { createKey } from './admin/create-key.js';
import { erase } from './admin/erase.js';
import { getCalendar } from './admin/get-calendar.js';
import { getSettings } from './admin/get-settings.js';
import { listKeys } from './admin/list-keys.js';
import { putCalendar } from './admin/put-calendar.js';
import { putSettings } from './admin/put-settings.js';
import { revokeKey } from './admin/revoke-key.js';
import type { Tool } from './define.js';
import { claimHistory } from './read/claim-history.js';
import { diagnose } from './read/diagnose.js';
import { getClaim } from './read/get-claim.js';
import { getDecision } from './read/get-decision.js';
import { listClaims } from './read/list-claims.js';
import { listUnguarded } from './read/list-unguarded.js';
import { replay } from './read/replay.js';
import { batch } from './write/batch.js';
import { cancel } from './write/cancel.js';
import { check } from './write/check.js';
import { ingest } from './write/ingest.js';
import { learn } from './write/learn.js';
import { remember } from './write/remember.js';
import { supersede } from './write/supersede.js';

/** Every operation under /v1, in the order of the documentation. */
export const TOOLS: readonly Tool[] = [
  remember,
  learn,
  supersede,
  cancel,
  check,
  batch,
  ingest,
  getClaim,
  claimHistory,
  listClaims,
  listUnguarded,
  getDecision,
  replay,
  createKey,
  listKeys,
  revokeKey,
  diagnose,
  audit,
  getSettings,
  putSettings,
  getCalendar,
  putCalendar,
  erase,
];
