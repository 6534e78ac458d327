import type { Envelope } from '../flows/lore/read/envelope.js';
import { factInWords, type ShownFact } from '../flows/lore/read/fact.js';

/** The parts of an answer in short that all have. */
export function compactEnvelope({ hint, atTime, confidence, isDisputed, caveats, sources }: Envelope) {
  return {
    view: 'compact',
    ...(hint === null ? {} : { hint }),
    ...(atTime === null ? {} : { atTime: atTime.text }),
    confidence,
    ...(isDisputed ? { isDisputed } : {}),
    caveats: caveats.map(({ code }) => code),
    sources: sources.map(({ title }) => title),
  };
}

/** A relation in a line; what is unsure, foretold or disputed is said at its end. */
export function factLine(fact: ShownFact): string {
  const marks = [
    ...(fact.held === 'unknown' ? ['unsure'] : []),
    ...(fact.prophetic ? ['foretold'] : []),
    ...(fact.isDisputed ? ['disputed'] : []),
  ];
  return marks.length === 0 ? factInWords(fact) : `${factInWords(fact)} (${marks.join(', ')})`;
}
