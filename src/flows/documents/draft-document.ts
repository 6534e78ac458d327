import { createHash } from 'node:crypto';
import type { Passage, TextSpan } from '../../core/document.js';
import type { NewRelation } from '../../core/lore.js';
import type { LoreSource } from '../../core/source.js';
import { PASSAGE_MAX } from '../../lore/ingest/passages.js';
import { lastAtMost } from '../../lore/ingest/position.js';
import { relationKeys } from '../../lore/relation-keys.js';
import type { Author } from '../../store/queries/lore/put-entities.js';
import { inTurns } from '../in-turns.js';
import { Turns } from '../turns.js';
import type { StoringDeps } from './lore-deps.js';
import type { DatedRelation, ReadLore } from './read-document.js';

/** What a document says, as relations under their keys. */
export type Draft = Map<string, Drafted>;

/** A relation that is to be stored, and the keys that it takes. */
export interface Drafted {
  relation: NewRelation;
  keys: string[];
}

/** Where what a document says is said. */
interface Origin {
  source: LoreSource;
  documentId: string;
  chunkIds: readonly string[];
}

/** What a document says; of what it says twice, the first. Goes through it in turns. */
export async function draftOf(
  deps: StoringDeps,
  { author }: { author: Author },
  { lore, entityIds }: { lore: ReadLore; entityIds: readonly (string | null)[] },
  { source, documentId, chunkIds }: Origin,
): Promise<Draft> {
  const draft: Draft = new Map();
  const passageOf = passageFinder(lore.passages);
  await inTurns(new Turns(deps.clock), lore.relations, (dated) => {
    const ends = endsOf(dated, entityIds);
    if (ends === null) return;
    const { fromId, toId } = ends;
    const saidKey = keyOf(dated, fromId, toId, source);
    if (draft.has(saidKey)) return;
    const citation = { sourceId: source.id, documentId, ...cite(dated.span, passageOf(dated.span.start), chunkIds) };
    const { type, value, validFrom, validUntil, period, extraction, properties } = dated;
    const said = { type: type.name, fromId, validFrom, validUntil, period, extraction, properties, citation, saidKey };
    const by = { who: author.who, keyId: author.keyId, claimId: null, supersedes: [], guarded: false };
    const target = toId === null ? { toId, value: value ?? '' } : { toId, value: null };
    const prophetic = dated.isProphecy || source.kind === 'prophetic';
    const relation: NewRelation = { id: deps.ids.next(), ...said, ...target, ...by, prophetic };
    draft.set(saidKey, { relation, keys: relationKeys(type, fromId, toId) });
  });
  return draft;
}

/** Null where prose names something unknown. Ends of a symmetric type are put in order: it is told in one way only. */
function endsOf(
  { type, from, to }: DatedRelation,
  entityIds: readonly (string | null)[],
): { fromId: string; toId: string | null } | null {
  const [fromId = null, toId = null] = [entityIds[from], to === null ? null : entityIds[to]];
  if (fromId === null || (to !== null && (toId === null || toId === fromId))) return null;
  return type.symmetric && toId !== null && toId < fromId ? { fromId: toId, toId: fromId } : { fromId, toId };
}

/** What names a relation among all that its document says: what it is about and since when, a dot, and its content. */
function keyOf(dated: DatedRelation, fromId: string, toId: string | null, { kind }: LoreSource): string {
  const { type, value, validFrom, validUntil, extraction, isProphecy, properties } = dated;
  const prophetic = isProphecy || kind === 'prophetic';
  const begins = toId === null ? null : validFrom;
  const about = [type.name, fromId, toId, begins];
  const content = [value, validFrom, validUntil, extraction, prophetic, properties];
  return `${digest(about)}.${digest(content)}`;
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 27);
}

/** The part of a key that says what a relation is about. */
export function aboutOf(key: string): string {
  return key.slice(0, key.indexOf('.'));
}

function cite({ start, end }: TextSpan, found: FoundPassage | null, chunkIds: readonly string[]) {
  if (found === null) return { chunkId: null, span: null };
  const { at, passage } = found;
  const span = { start: start - passage.start, end: Math.min(end, passage.end) - passage.start };
  return { chunkId: chunkIds[at] ?? null, span };
}

interface FoundPassage {
  at: number;
  passage: Passage;
}

/** Finds the last of the passages, which are in the order of their starts, that has an offset in it. */
function passageFinder(passages: readonly Passage[]): (offset: number) => FoundPassage | null {
  const starts = passages.map(({ start }) => start);
  return (offset) => {
    for (let at = lastAtMost(starts, offset); at >= 0; at -= 1) {
      const passage = passages[at];
      // None is longer, so that none before it reaches as far.
      if (passage === undefined || offset - passage.start > PASSAGE_MAX) return null;
      if (passage.end >= offset) return { at, passage };
    }
    return null;
  };
}
