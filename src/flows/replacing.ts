import type { Claim } from '../core/claim.js';
import type { Warning } from '../core/decision.js';
import type { Norm } from '../core/norm.js';
import type { Period } from '../core/period.js';
import type { Scope } from '../core/scope.js';
import type { Draft } from './draft.js';

/**
 * What of the place and time of the claims that a write replaces it leaves without any. Of what is told of the world nothing
 * of the kind is expected: a throne may be empty.
 */
export function gapsLeft({ request, replaced, reading, stated, period, context }: Draft): Warning[] {
  if (stated.length > 0) return [];
  return replaced.flatMap((claim) => {
    const gaps = [
      ...placesLeft(placeOf(request.scope, reading.norms), placeOf(claim.scope, claim.reading.norms)),
      ...timesLeft(
        period,
        claim.period,
        request.reasonKind === 'update',
        (tick) => context.calendar.at(tick).canonical,
      ),
    ];
    return gaps.length === 0 ? [] : [leavesGap(claim, gaps)];
  });
}

/** Where a claim holds: as all of its words say, where what is told beside them wins. */
function placeOf(scope: Scope, norms: readonly Pick<Norm, 'scope'>[]): Scope {
  const inAll = (field: keyof Scope) => {
    const [first, ...others] = norms.map((norm) => norm.scope[field]);
    return first !== undefined && others.every((other) => other === first) ? first : null;
  };
  return { env: inAll('env') ?? scope.env, team: inAll('team') ?? scope.team };
}

function placesLeft(now: Scope, before: Scope): string[] {
  return (['env', 'team'] as const).flatMap((field) => {
    if (now[field] === null || now[field]?.toLowerCase() === before[field]?.toLowerCase()) return [];
    return [before[field] === null ? `outside of ${field} ${now[field]}` : `in ${field} ${before[field]}`];
  });
}

/** An update leaves what was before it as it was. */
function timesLeft(now: Period, before: Period, isUpdate: boolean, textOf: (tick: number) => string): string[] {
  const [{ from, until }, old] = [now.possible, before.possible];
  const isLater = from !== null && (old.from === null || old.from < from);
  const isOver = until !== null && (old.until === null || old.until > until);
  return [...(isLater && !isUpdate ? [`before ${textOf(from)}`] : []), ...(isOver ? [`after ${textOf(until)}`] : [])];
}

function leavesGap({ id, statement }: Claim, gaps: readonly string[]): Warning {
  return {
    ...{ code: 'leaves_gap', claim: { id, statement }, confidence: 'HIGH', stage: 'store', slots: {} },
    reason: `Nothing takes the place of what it replaces ${gaps.join(' and ')}. Where it is to hold there, store it for that as well.`,
  };
}
