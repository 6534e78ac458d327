import { describeClaim } from './claim.js';
import { type CommandLine, commandLine, type Wording } from './command-line.js';

/** What a guarded write was refused with, or would be. */
export interface Refusal {
  detail?: string;
  decision_id?: string | null;
  conflicts: Conflict[];
  conflicts_total?: number;
  resolutions?: Resolution[];
}

interface Conflict {
  claim?: object & { reason?: string | null };
  code?: string;
  confidence?: string;
  reason?: string;
}

interface Resolution extends CommandLine {
  action: string;
}

/** The statements in the way, why they are, and the ways out as commands to paste. */
export function describeRefusal(refusal: Refusal, wording: Wording): string {
  const { conflicts, conflicts_total = conflicts.length, resolutions = [] } = refusal;
  const ways = resolutions.flatMap((way) => describeWay(way, wording));
  const left = conflicts_total - conflicts.length;
  return [
    `Refused: ${refusal.detail ?? 'it contradicts what is believed.'}`,
    ...conflicts.flatMap(describeConflict),
    ...(left > 0 ? [`  … and ${left} more`] : []),
    ...(ways.length > 0 ? ['', 'Ways out:', ...ways] : []),
  ].join('\n');
}

function describeConflict({ claim, code, confidence, reason }: Conflict): string[] {
  const why = [code, reason].filter((text) => text !== undefined).join(': ');
  return [
    `  ${claim === undefined ? '' : describeClaim(claim)}`,
    ...(claim?.reason ? [`    because: ${claim.reason}`] : []),
    `    ${why}${confidence === undefined ? '' : ` [${confidence}]`}`,
  ];
}

function describeWay(way: Resolution, wording: Wording): string[] {
  const line = commandLine(way, wording);
  const name = way.action.replaceAll('_', ' ');
  return line === null ? [`  ${name}`] : [`  ${name}:`, `    ${line}`];
}
