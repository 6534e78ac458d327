import type { StoryDate } from '../../core/calendar.js';
import type { ProjectContext } from '../../core/context.js';
import { similarity } from '../../core/name.js';
import { allRelationTypes } from '../../core/relation-type.js';
import { EVERYWHERE, type Tenant } from '../../core/scope.js';
import { read, recallKeys } from '../../guard/pipeline.js';
import {
  type AskedTerm,
  type RecallAnswer,
  type RecallFilter,
  recallClaims,
  wordsLike,
} from '../../store/queries/asking/recall.js';
import { listTypeTemplates } from '../../store/queries/lore/type-templates.js';
import type { Db } from '../../store/store.js';
import type { Deps } from '../deps.js';
import type { SessionUse } from '../lore/sessions.js';
import { readDate, tickAt } from '../window.js';
import { type Asked, claimHits, scoreClaims } from './claim-hits.js';
import type { Hit, HitKind } from './hit.js';
import { loreHits } from './lore-hits.js';
import { namedDate } from './named-date.js';
import { passageHits } from './passage-hits.js';
import { type Question, readQuestion } from './question.js';
import { note, raiseLore, touchedIn } from './touched.js';
import { type Weighed, weigh } from './weighed.js';

/** A longer question is looked for by its words alone: to read it as the guard does would take too long. */
const READ_MAX = 500;
/** A misspelt word begins as it is spelt, with so many letters. */
const BEGINNING = 2;
const ALIKE_LEAST = 0.4;
const ALIKE_MAX = 3;
const ALIKE_FACTOR = 0.6;

export interface RecallRequest extends Omit<RecallFilter, 'atTime'> {
  q: string;
  /** As it was written; null where none is named. */
  atTime: string | null;
  kinds: ReadonlySet<HitKind>;
  limit: number;
  /** What it came to know before is put higher; null: nobody asks in one. */
  session: SessionUse | null;
}

/** What was found, best first, and what it was looked for by. */
export interface RecallResult {
  hits: Hit[];
  question: Pick<Question, 'asked' | 'leftOut'>;
  /** The date that the question names, where the request names none. */
  namedDate: StoryDate | null;
  /** Whether more shared a word with the question than were looked at. */
  isCut: boolean;
}

/**
 * What is believed about a question: claims, passages, things and their relations, by how well they fit. Reads only, and
 * costs what the question costs, however much is stored.
 * @throws Problem `invalid_date`
 */
export async function recall(deps: Deps, tenant: Tenant, request: RecallRequest): Promise<RecallResult> {
  const [context, touched] = await Promise.all([deps.contexts.of(tenant), touchedIn(deps, request.session)]);
  const nowTick = tickAt(context.calendar, deps.clock.now());
  const given = request.atTime === null ? null : readDate('at_time', request.atTime, context.calendar, nowTick);
  const named = given === null ? namedDate(request.q, context.calendar, nowTick) : null;
  const unit = given ?? named?.unit ?? { start: nowTick, end: nowTick + 1 };
  const asked: Asked = { calendar: context.calendar, unit, isNamed: given !== null || named !== null };
  const question = readQuestion(request.q, deps.lexicon);
  const keys = keysOf(deps, context, request.q, nowTick);
  const filter: RecallFilter = { ...request, atTime: given };
  return deps.store.tenant(tenant.orgId, async (db) => {
    const { weighed, answer } = await findClaims(db, tenant, { question, keys, filter });
    const types = async () => allRelationTypes(deps.lexicon, await listTypeTemplates(db, tenant));
    const lore = { question: weighed, text: request.q, lexicon: deps.lexicon, types, asked, knownAt: request.knownAt };
    const best = scoreClaims(weighed, answer.found, { keys, touched }).slice(0, request.limit);
    const claims = wants(request, 'claim') ? await claimHits(db, tenant, { ...lore, keys }, best) : [];
    const others = isAboutClaims(request) ? [] : await otherHits(db, tenant, request, lore);
    const raised = others.map((hit) => raiseLore(hit, touched));
    const hits = [...claims, ...raised].filter(({ kind, score }) => request.kinds.has(kind) && score > 0);
    hits.sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1));
    const shown = withSuccessors(hits.slice(0, request.limit));
    if (request.session !== null) note(request.session, shown);
    return { hits: shown, question: weighed, namedDate: named, isCut: answer.isCut };
  });
}

function wants({ kinds }: RecallRequest, kind: HitKind): boolean {
  return kinds.has(kind) || kinds.has('temporal');
}

/** Whether a filter is given that only claims can pass. */
function isAboutClaims({ kind, entity, tag, env, team, status }: RecallRequest): boolean {
  return [kind, entity, tag, env, team].some((value) => value !== null) || status !== 'active';
}

async function otherHits(
  db: Db,
  tenant: Tenant,
  request: RecallRequest,
  about: Parameters<typeof loreHits>[2],
): Promise<Hit[]> {
  const isLore = request.kinds.has('entity') || wants(request, 'triplet');
  const lore = isLore ? await loreHits(db, tenant, about) : [];
  const passages = request.kinds.has('passage') ? await passageHits(db, tenant, about) : [];
  return [...lore, ...passages].filter(({ holds }) => request.atTime === null || holds !== 'false');
}

/** The keys by which the guard would look for what a statement like the question is compared with. */
function keysOf(deps: Deps, context: ProjectContext, q: string, nowTick: number): string[] {
  if (q.length > READ_MAX) return [];
  const asked = q.trimEnd();
  const statement = asked.endsWith('?') ? asked.slice(0, -1) : asked;
  const reading = read({ statement, scope: EVERYWHERE, from: null, until: null }, context, deps.lexicon, nowTick);
  return recallKeys(reading);
}

async function findClaims(
  db: Db,
  tenant: Tenant,
  { question, keys, filter }: { question: Question; keys: readonly string[]; filter: RecallFilter },
): Promise<{ weighed: Weighed; answer: RecallAnswer }> {
  const likely = await spelledAlike(db, tenant, question);
  const wider = { ...question, terms: [...question.terms, ...likely] };
  const answer = await recallClaims(db, tenant, { terms: wider.terms, keys }, filter);
  return { weighed: weigh(wider, answer), answer };
}

/** For words that no claim has: words that some claim has and that are spelt much alike. */
async function spelledAlike(db: Db, tenant: Tenant, { words }: Question): Promise<AskedTerm[]> {
  const near = await wordsLike(db, tenant, words, BEGINNING);
  return words.flatMap((asked, place) =>
    (near[place] ?? [])
      .map((word) => ({ word, place, alike: similarity(word, asked) }))
      .filter(({ alike }) => alike >= ALIKE_LEAST)
      .sort((a, b) => b.alike - a.alike || (a.word < b.word ? -1 : 1))
      .slice(0, ALIKE_MAX)
      .map(({ word, alike }) => ({ word, place, factor: ALIKE_FACTOR * alike })),
  );
}

/** Says of what was superseded whether its successor was found too. */
function withSuccessors(hits: readonly Hit[]): Hit[] {
  const ids = new Set(hits.map(({ id }) => id));
  return hits.map((hit) => {
    const successor = hit.claim?.supersededBy ?? hit.relation?.relation.supersededBy ?? null;
    return { ...hit, supersededByHit: successor !== null && ids.has(successor) ? successor : null };
  });
}
