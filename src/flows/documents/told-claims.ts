import { createHash } from 'node:crypto';
import type { ClaimKind } from '../../core/claim.js';
import { type ClaimsMode, SENTENCE_MAX, type Sentence } from '../../core/document.js';
import type { Reading } from '../../core/norm.js';
import type { Scope } from '../../core/scope.js';
import {
  isOrderInWords,
  isOrderOf,
  isPurpose,
  isRemark,
  isSaid,
  RULED,
  type Rule,
  ruleIn,
  type Standing,
} from '../../guard/pipeline.js';
import { environmentsIn } from '../../lore/ingest/prose/environment.js';
import { lapsedIn } from '../../lore/ingest/prose/lapse.js';
import { CELLS, isWeighed, mannerOf } from '../../lore/ingest/prose/manner.js';
import { citation, foldedText, led, ordered, partsOf, reasonIn } from '../../lore/ingest/prose/statement.js';
import { inTurns } from '../in-turns.js';
import type { Turns } from '../turns.js';
import { type ClaimReader, type DocumentReader, type Said, said, saidIn } from './said.js';
import { ITEMS, isOnlyMarked, isTask, statementOf } from './statement-of.js';

/** A claim that a document makes. */
export interface ToldClaim {
  sentence: Sentence;
  statement: string;
  /** What names it among the claims of its document: its headings, its folded text and where it holds, hashed. */
  key: string;
  /** The same of its headings alone. */
  headingKey: string;
  /** The same of its folded text. */
  textKey: string;
  kind: ClaimKind;
  reason: string | null;
  source: string;
  /** Whether it obliges, forbids, permits or prefers in so many words. */
  isExplicit: boolean;
  reading: Reading;
  /** Where it holds, by the headings over it. */
  scope: Scope;
}

/** Why a sentence becomes no claim. */
export const NO_CLAIM = [
  'tells_only',
  'not_in_force',
  'quoted',
  'leads_to_list',
  'repeated',
  'too_long',
  'not_asked',
] as const;
export type NoClaim = (typeof NO_CLAIM)[number];

/** A sentence, and the claim that it makes or why it makes none. */
export type Told = { sentence: Sentence } & ({ claim: ToldClaim } | { claim: null; why: NoClaim });

/** A document, as far as it is read for claims. */
export interface Claiming {
  path: string;
  sentences: readonly Sentence[];
  /** The status that its front matter gives, or null. */
  status: string | null;
}

/** Reads the sentences of a document for claims, in turns: none of a part that holds no more. */
export async function toldClaims(
  document: Claiming,
  mode: ClaimsMode,
  reader: ClaimReader,
  turns: Turns,
): Promise<Told[]> {
  const isLapsed = lapsedIn(document.sentences, document.status, reader.lexicon);
  const told = await allClaims(document, mode, reader, turns);
  return told.map((one) =>
    one.claim !== null && isLapsed(one.sentence) ? noClaim(one.sentence, 'not_in_force') : one,
  );
}

/** Reads the sentences of a document for claims, in turns, whether they hold or not. Of a rule that comes twice under one heading the first counts. */
export async function allClaims(
  { path, sentences }: Pick<Claiming, 'path' | 'sentences'>,
  mode: ClaimsMode,
  reader: ClaimReader,
  turns: Turns,
): Promise<Told[]> {
  const seen = new Set<string>();
  const environmentOf = environmentsIn(sentences, reader.lexicon);
  const known = { known: new Map<string, Said>(), orders: new Map<string, Rule | null>(), environmentOf };
  return inTurns(turns, sentences, (sentence): Told => {
    const told =
      mode === 'none' ? noClaim(sentence, 'not_asked') : toldBy(sentence, path, mode, { ...reader, ...known });
    if (told.claim === null) return told;
    if (seen.has(told.claim.key)) return noClaim(sentence, 'repeated');
    seen.add(told.claim.key);
    return told;
  });
}

function noClaim(sentence: Sentence, why: NoClaim): Told {
  return { sentence, claim: null, why };
}

function toldBy(sentence: Sentence, path: string, mode: ClaimsMode, reader: LeadingReader): Told {
  if (sentence.isQuoted) return noClaim(sentence, 'quoted');
  if (sentence.text.length + (sentence.leadIn?.length ?? 0) > SENTENCE_MAX) return noClaim(sentence, 'too_long');
  const place = {
    manner: mannerOf(sentence, path, reader.lexicon),
    isItem: ITEMS.has(sentence.form),
    isFirst: sentence.isFirst,
  };
  const own = statementOf(sentence, place.manner, reader);
  const isOverItems = sentence.form === 'heading' && conditionIn(sentence.text) !== null;
  if (own.isOpenEnded || isOverItems) return noClaim(sentence, 'leads_to_list');
  if (isOnlyMarked(sentence, place.manner, reader)) return noClaim(sentence, 'tells_only');
  const { statement, rule } = laidDownBy(sentence, own, place, reader);
  if (isTask(sentence, rule, path, reader)) return noClaim(sentence, 'tells_only');
  if (isNameOfList(sentence, statement, rule, reader)) return noClaim(sentence, 'leads_to_list');
  const isTold =
    mode === 'all' && sentence.form !== 'heading' && !isWeighed(sentence, reader.lexicon) && isRead(statement.reading);
  const isRule = rule !== null && (rule.isExplicit || sentence.form !== 'heading');
  if (!isRule && !isTold) return noClaim(sentence, 'tells_only');
  const placed = saidIn(reader.environmentOf(sentence), statement, reader);
  return { sentence, claim: claimOf(sentence, placed, rule, path) };
}

function claimOf(sentence: Sentence, said: ReturnType<typeof saidIn>, rule: Rule | null, path: string): ToldClaim {
  const { text, reading, scope } = said;
  const folded = foldedText(text);
  const place = scope.env === null ? [] : [scope.env];
  return {
    ...{ sentence, statement: text, reading, scope },
    ...{
      key: digest(sentence.heading, folded, ...place),
      headingKey: digest(sentence.heading),
      textKey: digest(folded),
    },
    ...{ kind: rule?.kind ?? 'fact', isExplicit: rule?.isExplicit === true, reason: reasonIn(text) },
    source: citation(path, sentence),
  };
}

/** An item over a list of its own that says nothing by itself: "Feature flags". */
function isNameOfList(
  { leads, form, text }: Sentence,
  { reading }: Said,
  rule: Rule | null,
  { lexicon }: LeadingReader,
): boolean {
  if (!leads || form === 'sentence' || rule === null || rule.isExplicit) return false;
  return !/[.:!?]$/.test(text) && !isOrderOf(text, reading.norms, lexicon);
}

/** Whether a sentence says something of something. */
function isRead({ norms }: Reading): boolean {
  return norms.some(({ subjectKind, modality }) => subjectKind !== 'MISSING' && modality !== null);
}

/** Each order that leads to a list is looked for once, however many items follow it. */
interface LeadingReader extends DocumentReader {
  /** What each orders, by the place and the words of it. */
  orders: Map<string, Rule | null>;
  environmentOf: ReturnType<typeof environmentsIn>;
}

/** What a sentence lays down, or an item by the order that leads to its list: "Prefer, in this order: …". */
function laidDownBy(
  sentence: Sentence,
  own: Said,
  place: Standing,
  reader: LeadingReader,
): { statement: Said; rule: Rule | null } {
  const condition = place.isItem && sentence.isFirst && RULED.has(place.manner) ? conditionIn(sentence.heading) : null;
  if (condition !== null && sentence.leadIn === null && orderBy(condition, place, reader) !== null)
    return { statement: said(led(condition, sentence.text), reader), rule: { kind: 'constraint', isExplicit: false } };
  const rule = ruleOf(own, place, reader);
  const { leadIn, form, text } = sentence;
  if (CELLS.has(form)) return { statement: own, rule: rule === null ? null : ofCell(rule, sentence, place, reader) };
  const isLed = rule === null && leadIn !== null && RULED.has(place.manner);
  const lead = isLed ? orderBy(leadIn, place, reader) : null;
  if (leadIn === null || lead === null) return { statement: own, rule };
  return { statement: said(ordered(leadIn, text), reader), rule: { kind: lead.kind, isExplicit: false } };
}

/** The rule of a cell by its own words: the name of a row is no order, however it begins: "Export table". */
function ofCell(rule: Rule, { text, form }: Sentence, { manner }: Standing, reader: LeadingReader): Rule | null {
  const words = text.toLowerCase().split(' ');
  const isName = words.length <= NAME_MAX && !words.some((word) => reader.lexicon.documents.objects.has(word));
  const { norms } = said(text, reader).reading;
  if (form === 'cell' && isName && !isSaid(norms)) return null;
  if (isOrderInWords(text, norms, reader.lexicon)) return rule;
  if (form === 'cell') return rule.isExplicit ? null : rule;
  return { kind: manner === 'decided' ? 'decision' : 'convention', isExplicit: false };
}

/** Words of the name of a row. */
const NAME_MAX = 5;

/** A heading that ends where its condition begins: "Ask first if", over what it may be; the last of a path. */
function conditionIn(headings: string): string | null {
  const [, last = ''] = CONDITION.exec(headings) ?? [];
  return last === '' ? null : last;
}

const CONDITION = /(?:^| > )([^>]{3,80} (?:if|when|whenever|unless|before))(?::|…|\.{3})?$/i;

function orderBy(leadIn: string, { manner }: Standing, reader: LeadingReader): Rule | null {
  const key = `${manner} ${leadIn}`;
  const known = reader.orders.get(key);
  if (known !== undefined) return known;
  const { text, reading } = said(leadIn, reader);
  const rule = ruleIn(text, reading, { manner, isItem: false, isFirst: true }, reader.lexicon);
  const isBinding = rule?.kind === 'constraint' || rule?.kind === 'convention';
  const order = isBinding && isOrderInWords(text, reading.norms, reader.lexicon) ? rule : null;
  reader.orders.set(key, order);
  return order;
}

/** What the whole lays down, or what a part of it does that says so in so many words. */
function ruleOf({ text, reading }: Said, place: Standing, reader: DocumentReader): Rule | null {
  const whole = ruleIn(text, reading, place, reader.lexicon);
  if (whole !== null || isPurpose(text, reader.lexicon) || isRemark(text, reader.lexicon)) return whole;
  for (const part of partsOf(text, reader.lexicon).slice(0, PARTS_MAX)) {
    const rule = ruleIn(part, said(part, reader).reading, place, reader.lexicon);
    if (rule?.isExplicit === true) return rule;
  }
  return null;
}

/** Reading takes most of the time of a document. */
const PARTS_MAX = 2;

function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27);
}
