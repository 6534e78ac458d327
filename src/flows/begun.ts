import type { Claim, WriteRequest } from '../core/claim.js';
import { Problem } from '../core/errors.js';
import type { Period } from '../core/period.js';
import type { Window } from './window.js';

/**
 * An update ends what it replaces, which has to have begun by then.
 * @throws Problem `invalid_period`
 */
export function requireBegun(
  { reasonKind, validFrom }: Pick<WriteRequest, 'reasonKind' | 'validFrom'>,
  replaced: readonly Claim[],
  { from }: Window,
): void {
  if (reasonKind !== 'update' || from === null) return;
  const later = replaced.filter((claim) => begunAt(claim) >= from.end);
  if (later.length === 0) return;
  const detail = later.map(({ id }) => id).join(', ');
  throw new Problem(
    'invalid_period',
    `valid_from ${validFrom} lies before the beginning of what it replaces: ${detail}.`,
    [
      {
        path: 'valid_from',
        message:
          'must not lie before the beginning of a claim that it updates; where that was wrong, send reason_kind revision',
      },
    ],
  );
}

/** The tick at which a claim begins, by its window and by what its words tell. */
function begunAt({ period, reading }: Claim): number {
  const first = ({ possible }: Period) => possible.from ?? Number.NEGATIVE_INFINITY;
  return Math.max(first(period), Math.min(...reading.norms.map((norm) => first(norm.period))));
}
