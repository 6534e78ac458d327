import { entityRef } from '../core/lore.js';
import type { FactsAnswer } from '../flows/lore/read/at-ends.js';
import type { Envelope } from '../flows/lore/read/envelope.js';
import { factInWords, type ShownFact } from '../flows/lore/read/fact.js';
import type { ToolAnswer } from './define.js';

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

/** An answer that lists relations at the ends of an entity, in both views. */
export function answerFacts({ entity, ...answer }: FactsAnswer): ToolAnswer {
  const { facts, prophecies, nextCursor } = answer;
  const short = () => ({
    ...compactEnvelope(answer),
    ...{ entity: entity.name, facts: [...facts, ...prophecies].map(factLine), nextCursor },
  });
  return { status: 200, body: { view: 'full', ...answer, entity: entityRef(entity) }, short };
}
