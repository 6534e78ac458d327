import type { Warning } from '../../core/decision.js';
import { asToldBy } from '../../core/norm.js';
import { isProphet, type LoreSource, type NamedSource } from '../../core/source.js';
import type { Stated } from '../../guard/stated.js';
import type { Draft } from '../draft.js';
import type { LoreDraft } from './lore-draft.js';

/** The text or id by which the source of a write is looked up; null where it has none. */
export function sourceNameOf({ request: { source, sourceId } }: Pick<Draft, 'request'>): string | null {
  return sourceId ?? source;
}

/** A write as what its source says: with the source, and as a prophecy where that is a prophet. */
export function draftToldBy(draft: Draft, { source }: NamedSource): Draft {
  const reading = asToldBy(draft.reading, { isProphecy: isProphet(source) });
  return { ...draft, reading, request: { ...draft.request, loreSource: source } };
}

/** The same of what it states of the world. */
export function loreToldBy(lore: LoreDraft, { source }: NamedSource): LoreDraft {
  if (source === null) return lore;
  const reading = asToldBy(lore.reading, { isProphecy: isProphet(source) });
  return { ...lore, reading, placed: lore.placed.map((one) => ({ ...one, stated: statedBy(one.stated, source) })) };
}

/** What the words tell as a prophecy is one, whoever says it, and clashes with nothing. */
function statedBy(stated: Stated, source: LoreSource): Stated {
  if (stated.isProphetic || !isProphet(source)) return { ...stated, source };
  return { ...stated, source, isProphetic: true, isOfProphet: true };
}

/** Several sources are called what the write names. */
export function ambiguousSource(name: string | null, { candidates }: NamedSource): Warning[] {
  if (candidates.length === 0) return [];
  const found = candidates.map(({ title, kind, id }) => `${title} (${kind}, ${id})`).join(', ');
  return [
    {
      ...{ code: 'ambiguous_entity', claim: null, confidence: 'LOW', stage: 'store', slots: {} },
      reason: `Several sources are called "${name ?? ''}": ${found}. The claim is stored as of none of them; send the id of one.`,
    },
  ];
}
