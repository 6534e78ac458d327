import type { TextSpan } from '../../../core/document.js';
import type { Entity } from '../../../core/lore.js';
import type { Candidate } from '../../../core/resolution.js';
import { passageStems } from '../../../lore/ingest/words.js';
import { mentionsOf } from '../../../lore/mentions.js';
import { Recorded } from '../../../lore/recorded.js';
import { cursorRank, type Rank, rankCursor } from '../../../store/queries/cursor.js';
import { type NamingPassage, passagesNaming } from '../../../store/queries/documents/passages.js';
import { getEntities, idsOfEntity } from '../../../store/queries/lore/entities.js';
import { readCiting } from '../../../store/queries/records/cite-record.js';
import { type Envelope, envelope } from './envelope.js';
import { oneNamed } from './named.js';
import { type Place, placeIn, withSources } from './passage.js';
import { type Asker, openQuestion, type Question, recordInput } from './question.js';

/** Where passages come from: running text, or the fields of documents that are lists. */
export const PASSAGE_TYPES = ['prose', 'records', 'all'] as const;

export interface AboutAsked {
  entity: string;
  type: (typeof PASSAGE_TYPES)[number];
  knownAt?: string | null | undefined;
  limit: number;
  cursor?: string | null | undefined;
}

/** A passage that is about an entity. */
export interface AboutPassage {
  place: Place;
  /** Where it names the entity. */
  mentions: TextSpan[];
  /** How many relations of the entity cite it. */
  cites: number;
}

export interface AboutAnswer extends Envelope {
  entity: Candidate;
  passages: AboutPassage[];
  total: number;
  isCut: boolean;
  nextCursor: string | null;
}

/** Names of an entity that are looked for. */
const NAMES_MAX = 30;

/**
 * The passages that mention an entity, those that say most of it first.
 * @throws Problem `unknown_entity`, `ambiguous_entity` or `invalid_request`
 */
export async function loreAbout(asker: Asker, asked: AboutAsked): Promise<AboutAnswer> {
  const question = await openQuestion(asker, asked.knownAt);
  const entity = await oneNamed(asker, question, { path: 'entity', name: asked.entity });
  const after = asked.cursor == null ? null : cursorRank(asked.cursor);
  const { ranked, isCut } = await found(asker, question, entity, asked.type);
  const rest = after === null ? ranked : ranked.filter(({ rank }) => compare(rank, after) > 0);
  const page = rest.slice(0, asked.limit);
  const chunks = page.map(({ passage }) => passage.id);
  const record = await asker.deps.store.tenant(question.tenant.orgId, (db) =>
    readCiting(db, recordInput(question, [entity.id]), { entity: entity.id, chunks }),
  );
  const recorded = new Recorded(record, question.types.relations, question.calendar);
  const said = { question, recorded, session: asker.session, time: null, named: [entity.id], used: record.facts };
  const passages = page.map(({ passage, mentions }) => ({
    ...{ place: placeIn(passage, mentions[0] ?? null), mentions, cites: passage.cites },
  }));
  const last = page.at(-1);
  return {
    ...withSources(
      envelope(said),
      passages.map(({ place }) => place),
    ),
    ...{ entity, passages, total: ranked.length, isCut },
    nextCursor: rest.length > asked.limit && last !== undefined ? rankCursor(last.rank) : null,
  };
}

interface Ranked {
  passage: NamingPassage;
  mentions: TextSpan[];
  rank: Rank;
}

async function found(
  { deps }: Asker,
  { tenant, knownAt }: Question,
  entity: Candidate,
  type: AboutAsked['type'],
): Promise<{ ranked: Ranked[]; isCut: boolean }> {
  return deps.store.tenant(tenant.orgId, async (db) => {
    const names = namesOf(await getEntities(db, tenant, await idsOfEntity(db, tenant, entity.id)));
    const stems = names.map((name) => [...passageStems(name, deps.lexicon).keys()]).filter(({ length }) => length > 0);
    const isProse = type === 'all' ? null : type === 'prose';
    const probe = { entity: entity.id, names: stems, isProse, knownAt };
    const { passages, isCut } = await passagesNaming(db, tenant, probe);
    return {
      ranked: passages.flatMap((passage) => rankOf(passage, names)).sort((a, b) => compare(a.rank, b.rank)),
      isCut,
    };
  });
}

function namesOf(entities: readonly Entity[]): string[] {
  return [...new Set(entities.flatMap(({ name, aliases }) => [name, ...aliases]))].slice(0, NAMES_MAX);
}

/** What neither names it nor is cited for it only has words of its name. */
function rankOf(passage: NamingPassage, names: readonly string[]): Ranked[] {
  const mentions = mentionsOf(passage.text, names);
  const isHeaded = mentionsOf(passage.heading ?? '', names).length > 0;
  if (mentions.length === 0 && passage.cites === 0 && !isHeaded) return [];
  const weight = mentions.length + passage.cites + (isHeaded ? HEADED : 0);
  return [{ passage, mentions, rank: { ranks: [-weight, 0], id: passage.id } }];
}

/** What a heading that names it counts, in mentions. */
const HEADED = 3;

function compare(a: Rank, b: Rank): number {
  return a.ranks[0] - b.ranks[0] || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
