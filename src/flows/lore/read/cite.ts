import type { Claim } from '../../../core/claim.js';
import type { TextSpan } from '../../../core/document.js';
import { Problem } from '../../../core/errors.js';
import type { RecordedRelation } from '../../../core/record.js';
import { passageStems } from '../../../lore/ingest/words.js';
import { sentenceAround } from '../../../lore/mentions.js';
import { Recorded } from '../../../lore/recorded.js';
import { getClaim } from '../../../store/queries/claims/claims.js';
import { type CitedPassage, citedPassages, passagesOfClaim } from '../../../store/queries/documents/passages.js';
import { searchChunks } from '../../../store/queries/documents/search-chunks.js';
import { getRelations } from '../../../store/queries/lore/relations.js';
import { readSaying } from '../../../store/queries/records/cite-record.js';
import { type Envelope, envelope } from './envelope.js';
import { type ShownFact, showFact } from './fact.js';
import { NOWHERE, type Place, placeIn, withSources } from './passage.js';
import { type Asker, openQuestion, type Question, recordInput } from './question.js';

/** cited: a relation names it as where it is said. made: the claim is its sentence. found: it has the words of the text. */
export const CITATION_BASES = ['cited', 'made', 'found'] as const;

/** Where something is said, and what says so. */
export interface Citation {
  basis: (typeof CITATION_BASES)[number];
  place: Place;
  /** The relation that it says; null of a claim that says none, and of a text. */
  fact: ShownFact | null;
  claimId: string | null;
  /** Of a text: the share of its words that the passage has, from 0 to 1. */
  share: number | null;
}

export interface CiteAsked {
  claim?: string | null | undefined;
  relation?: string | null | undefined;
  text?: string | null | undefined;
  knownAt?: string | null | undefined;
  limit: number;
}

export interface CiteAnswer extends Envelope {
  /** What is cited, in its own words; of a relation null. */
  statement: string | null;
  citations: Citation[];
  total: number;
}

/**
 * Where a claim, a relation or a text is said: document, heading, line, and the words.
 * @throws Problem `not_found` or `invalid_request`
 */
export async function citationsOf(asker: Asker, asked: CiteAsked): Promise<CiteAnswer> {
  const { claim, relation, text } = onlyOne(asked);
  const question = await openQuestion(asker, asked.knownAt);
  const recorded = await readingOf(asker, question, { relation, claim });
  const made = claim === null ? null : await madeIn(asker, question, claim);
  const found = text === null ? [] : await foundIn(asker, question, text);
  const all = [...(made?.citations ?? []), ...(await citedIn(asker, question, recorded)), ...found];
  const citations = all.slice(0, asked.limit);
  const named = [...new Set(recorded.record.facts.map(({ fromId }) => recorded.idOf(fromId)))];
  const used = recorded.record.facts;
  const said = envelope({ question, recorded, session: asker.session, time: null, named, used });
  const isDisputed = said.isDisputed || made?.claim.isDisputed === true;
  return {
    ...withSources(
      { ...said, isDisputed },
      citations.map(({ place }) => place),
    ),
    ...{ statement: made?.claim.statement ?? text, citations, total: all.length },
  };
}

function onlyOne({ claim = null, relation = null, text = null }: CiteAsked) {
  const given = [claim, relation, text].filter((one) => one !== null);
  if (given.length === 1) return { claim, relation, text };
  const errors = [{ path: 'claim', message: 'give one of claim, relation and text' }];
  throw new Problem('invalid_request', 'One of claim, relation and text is needed.', errors);
}

/** The relation, or those of the claim, with whatever says the same. */
async function readingOf(
  asker: Asker,
  question: Question,
  asked: { relation: string | null; claim: string | null },
): Promise<Recorded> {
  const { tenant, knownAt } = question;
  const record = await asker.deps.store.tenant(tenant.orgId, async (db) => {
    const ids = asked.relation === null ? [] : [asked.relation];
    const told = await getRelations(db, tenant, ids, knownAt ?? undefined);
    const ends = told.flatMap(({ fromId, toId }) => (toId === null ? [fromId] : [fromId, toId]));
    return readSaying(db, recordInput(question, ends), asked);
  });
  if (asked.relation !== null && record.facts.length === 0) throw missing('relation', asked.relation);
  return new Recorded(record, question.types.relations, question.calendar);
}

function missing(path: string, id: string): Problem {
  return new Problem('not_found', `There is no ${path} ${id}.`, [{ path, message: 'is not the id of one' }]);
}

async function citedIn({ deps }: Asker, question: Question, recorded: Recorded): Promise<Citation[]> {
  const { facts, paths } = recorded.record;
  const ids = facts.flatMap(({ citation: { chunkId } }) => (chunkId === null ? [] : [chunkId]));
  const known = await deps.store.tenant(question.tenant.orgId, (db) => citedPassages(db, question.tenant, ids));
  const passages = new Map(known.map((passage) => [passage.id, passage]));
  return facts.map((relation) => ({
    ...{ basis: 'cited' as const, place: placeOf(relation, passages, paths, recorded), share: null },
    ...{ fact: showFact(relation, recorded, question, null), claimId: relation.claimId },
  }));
}

/** Of a relation whose document has no such passage any more, or that is none's, what is known. */
function placeOf(
  { citation: { chunkId, documentId, sourceId, span } }: RecordedRelation,
  passages: ReadonlyMap<string, CitedPassage>,
  paths: ReadonlyMap<string, string>,
  { record }: Recorded,
): Place {
  const passage = passages.get(chunkId ?? '');
  const source = record.sources.get(sourceId ?? '') ?? null;
  if (passage !== undefined) return { ...placeIn(passage, span), source: source ?? passage.source };
  return { ...NOWHERE, document: paths.get(documentId ?? '') ?? null, source };
}

async function madeIn({ deps }: Asker, { tenant, knownAt }: Question, id: string) {
  return deps.store.tenant(tenant.orgId, async (db) => {
    const claim = await getClaim(db, tenant, id, knownAt === null ? {} : { knownAt });
    if (claim === null || claim.status === 'erased') throw missing('claim', id);
    const passages = await passagesOfClaim(db, tenant, id);
    const citations = passages.map(({ from, until, at, ...passage }): Citation => {
      const span = {
        start: Math.max(0, from - passage.starts),
        end: Math.min(passage.text.length, until - passage.starts),
      };
      return { basis: 'made', place: { ...placeIn(passage, span), line: at }, fact: null, claimId: id, share: null };
    });
    return { claim, citations: citations.length > 0 ? citations : learntFrom(claim) };
  });
}

/** What was learnt elsewhere says where. */
function learntFrom({ id, source }: Claim): Citation[] {
  if (source === null) return [];
  return [{ basis: 'made', place: { ...NOWHERE, document: source }, fact: null, claimId: id, share: null }];
}

/** Least share of the words of a text that a passage must have. */
const SHARE_LEAST = 0.5;
const WORDS_MAX = 40;
const PASSAGES_MAX = 50;

async function foundIn({ deps }: Asker, { tenant, knownAt }: Question, text: string): Promise<Citation[]> {
  const stems = [...passageStems(text, deps.lexicon).keys()].slice(0, WORDS_MAX);
  const passages = await deps.store.tenant(tenant.orgId, async (db) => {
    const ids = (await searchChunks(db, tenant, stems, PASSAGES_MAX, knownAt)).map(({ id }) => id);
    const known = new Map((await citedPassages(db, tenant, ids)).map((one) => [one.id, one]));
    return ids.flatMap((id) => known.get(id) ?? []);
  });
  const asked = new Set(stems);
  const shareOf = (words: string) =>
    [...passageStems(words, deps.lexicon).keys()].filter((stem) => asked.has(stem)).length / Math.max(1, asked.size);
  return passages
    .map((passage): Citation => {
      const span = bestSentence(passage.text, shareOf);
      const share = Math.round(shareOf(`${passage.heading ?? ''}\n${passage.text}`) * 100) / 100;
      return { basis: 'found', place: placeIn(passage, span), fact: null, claimId: null, share };
    })
    .filter(({ share }) => (share ?? 0) >= SHARE_LEAST)
    .sort((a, b) => (b.share ?? 0) - (a.share ?? 0));
}

/** The sentence of a passage that has most of the words. */
function bestSentence(text: string, shareOf: (words: string) => number): TextSpan {
  let best = { span: { start: 0, end: text.length }, share: -1 };
  for (let at = 0; at < text.length; ) {
    const span = sentenceAround(text, { start: at, end: at });
    const share = shareOf(text.slice(span.start, span.end));
    if (share > best.share) best = { span, share };
    at = Math.max(at, span.end) + 1;
  }
  return best.span;
}
