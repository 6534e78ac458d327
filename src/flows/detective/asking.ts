import type { AskingCost } from '../../core/detective.js';
import type { Tenant } from '../../core/scope.js';
import type { Finding } from '../../store/queries/findings.js';
import type { Deps } from '../deps.js';

/** off: there is no model to ask. later: it failed, and is asked again. not_needed: nothing was left to ask about. */
export interface AskedModel {
  state: 'off' | 'not_needed' | 'asked' | 'later';
  raised: Finding[];
  cost: AskingCost;
}

const NO_COST: AskingCost = { requests: 0, promptTokens: 0, completionTokens: 0 };

/** Has the model read what waits for it. */
export async function askNow(_deps: Deps, _tenant: Tenant): Promise<AskedModel> {
  return { state: 'off', raised: [], cost: NO_COST };
}
