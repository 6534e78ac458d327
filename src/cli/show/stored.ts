import { describeClaim } from './claim.js';

/** The answer to a guarded write that is stored. */
export interface Stored {
  result: string;
  tier?: string;
  claim: object;
  warnings?: { code?: string; reason?: string; claim?: object | null }[];
  closed?: object[];
  unsupported?: (object | string)[];
}

export function describeStored({ result, tier, claim, warnings = [], closed, unsupported }: Stored): string {
  return [
    `${result}${tier === undefined || tier === 'clean' || tier === result ? '' : ` (${tier})`}  ${describeClaim(claim)}`,
    ...warnings.map(describeWarning),
    ...(closed ?? []).map((one) => `  closed  ${describeClaim(one)}`),
    ...(unsupported ?? []).map(
      (claim) => `  rests on what was closed  ${typeof claim === 'string' ? claim : describeClaim(claim)}`,
    ),
  ].join('\n');
}

function describeWarning({ code, reason, claim }: NonNullable<Stored['warnings']>[number]): string {
  const about = claim == null ? '' : `\n      ${describeClaim(claim)}`;
  return `  warning: ${[code, reason].filter(Boolean).join(': ')}${about}`;
}
