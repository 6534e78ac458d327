import { direction } from '../../../core/modality.js';
import { type FrameToken, isException, type Norm } from '../../../core/norm.js';
import type { Pair } from '../alignment/pair.js';
import type { Doubt } from './doubt.js';
import { isLight } from './weight.js';

/** "Deploys happen every day *except Friday*" / "Deploys happen on Fridays": what the one takes out, the other says of it. */
export function exceptedCase({ stored, incoming }: Pair): Doubt | null {
  const there = takenOut(stored, incoming);
  if (there !== null) return { stored: there, incoming: null };
  const back = takenOut(incoming, stored);
  return back === null ? null : { stored: null, incoming: back };
}

function takenOut(general: Norm, other: Norm): FrameToken | null {
  // What is taken out may have a rule of its own: "all parts must …, except contributed ones" / "contributed parts may …".
  if (direction(general.modality) !== 'for' || general.modality !== other.modality) return null;
  if (general.subjectKind === 'FUZZY' || other.subjectKind === 'FUZZY' || other.tokens.some(isException)) return null;
  const excepted = exceptedOf(general);
  const [first] = excepted;
  if (first === undefined) return null;
  const said = new Set(other.tokens.map(({ stem }) => stem));
  const known = new Set(general.tokens.map(({ stem }) => stem));
  const isAll =
    excepted.every(({ stem }) => said.has(stem)) && other.tokens.every(({ stem }) => known.has(stem) || isLight(stem));
  const shared = other.tokens.filter(({ stem }) => !isLight(stem)).length - excepted.length;
  return isAll && shared > 0 ? first : null;
}

/** The words behind "except". */
function exceptedOf({ tokens }: Norm): FrameToken[] {
  const at = tokens.findIndex(({ opens }) => opens === 'except');
  if (at < 0) return [];
  const rest = tokens.slice(at + 1);
  const end = rest.findIndex(({ role, opens }) => role !== 'condition' || opens !== undefined);
  return end < 0 ? rest : rest.slice(0, end);
}
