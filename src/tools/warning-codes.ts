import { NOTICE_CODES } from '../core/decision.js';
import { REASON_CODES } from '../core/verdict.js';

/** Every code that a warning may have. */
export const WARNING_CODES = [...REASON_CODES, ...NOTICE_CODES] as const;
