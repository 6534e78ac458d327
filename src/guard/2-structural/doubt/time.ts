import { isValueOf } from '../../../core/filler.js';
import type { FrameToken } from '../../../core/norm.js';

/** Classes of values that tell when. */
const TIMES: ReadonlySet<string> = new Set(['date', 'day', 'month', 'season', 'time', 'weekday', 'year']);

export function isTime(token: FrameToken): boolean {
  return isValueOf(token, TIMES);
}
