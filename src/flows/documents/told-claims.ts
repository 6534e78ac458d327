import { createHash } from 'node:crypto';
import type { ClaimKind } from '../../core/claim.js';
import type { ProjectContext } from '../../core/context.js';
import { type ClaimsMode, SENTENCE_MAX, type Sentence } from '../../core/document.js';
import type { Lexicon } from '../../core/lexicon.js';
import type { Reading } from '../../core/norm.js';
import { EVERYWHERE } from '../../core/scope.js';
import { type Rule, read, ruleIn } from '../../guard/pipeline.js';
import { lapsedIn } from '../../lore/ingest/prose/lapse.js';
import { type Manner, mannerOf } from '../../lore/ingest/prose/manner.js';
import { citation, foldedText, led, partsOf, reasonIn } from '../../lore/ingest/prose/statement.js';
import { inTurns } from '../in-turns.js';
import type { Turns } from '../turns.js';

/** A claim that a document makes. */
export interface ToldClaim {
  sentence: Sentence;
  statement: string;
  /** What names it among the claims of its document: its headings and its folded text, hashed. */
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

/** What reading a document for claims needs. */
export interface ClaimReader {
  context: ProjectContext;
  lexicon: Lexicon;
  /** The tick that `current` stands for. */
  nowTick: number;
}

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
  const leads = new Map<string, boolean>();
  return inTurns(turns, sentences, (sentence): Told => {
    const told = mode === 'none' ? noClaim(sentence, 'not_asked') : toldBy(sentence, path, mode, { ...reader, leads });
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
  const statement = statementOf(sentence, place.manner, reader);
  if (statement.isOpenEnded) return noClaim(sentence, 'leads_to_list');
  const rule = ruleOf(statement, place, reader);
  const isTold = mode === 'all' && sentence.form !== 'heading' && isRead(statement.reading);
  const isRule = rule !== null && (rule.isExplicit || sentence.form !== 'heading');
  if (!isRule && !isTold) return noClaim(sentence, 'tells_only');
  const text = foldedText(statement.text);
  const claim: ToldClaim = {
    ...{ sentence, statement: statement.text, reading: statement.reading },
    ...{ key: digest(sentence.heading, text), headingKey: digest(sentence.heading), textKey: digest(text) },
    ...{ kind: rule?.kind ?? 'fact', isExplicit: rule?.isExplicit === true, reason: reasonIn(statement.text) },
    source: citation(path, sentence),
  };
  return { sentence, claim };
}

/** Whether a sentence says something of something. */
function isRead({ norms }: Reading): boolean {
  return norms.some(({ subjectKind, modality }) => subjectKind !== 'MISSING' && modality !== null);
}

/** Each lead-in is read once, however many items follow it. */
interface LeadingReader extends ClaimReader {
  leads: Map<string, boolean>;
}

function leadsToRules(leadIn: string, reader: LeadingReader): boolean {
  const known = reader.leads.get(leadIn) ?? said(leadIn, reader).isOpenEnded;
  reader.leads.set(leadIn, known);
  return known;
}

interface Said {
  text: string;
  reading: Reading;
  /** Whether it ends in the words of a rule: "Services must". */
  isOpenEnded: boolean;
}

/** What is so of each thing by itself. */
const ITEMS: ReadonlySet<Sentence['form']> = new Set(['item', 'row']);

/** Where the rows of a table are settings. */
const SETTLED: ReadonlySet<Manner> = new Set(['agreed', 'decided']);

/**
 * A sentence by itself, or with what leads to its list where that ends in the words of a rule: "Services must:"; a row of two cells
 * as a whole where it is a setting.
 */
function statementOf({ text, leadIn, leads, form }: Sentence, manner: Manner, reader: LeadingReader): Said {
  if (form === 'row') return said(SETTLED.has(manner) ? `${leadIn}: ${text}` : text, reader);
  const isLed = leadIn !== null && leadsToRules(leadIn, reader);
  const alone = said(isLed ? led(leadIn, text) : text, reader);
  return leads
    ? { ...alone, isOpenEnded: said(text.slice(0, -1), reader).isOpenEnded }
    : { ...alone, isOpenEnded: false };
}

/** What the whole lays down, or what a part of it does that says so in so many words. */
function ruleOf({ text, reading }: Said, place: Parameters<typeof ruleIn>[2], reader: ClaimReader): Rule | null {
  const whole = ruleIn(text, reading, place, reader.lexicon);
  const { purposes } = reader.lexicon.documents;
  if (whole !== null || purposes.some((words) => text.toLowerCase().startsWith(`${words} `))) return whole;
  for (const part of partsOf(text).slice(0, PARTS_MAX)) {
    const rule = ruleIn(part, said(part, reader).reading, place, reader.lexicon);
    if (rule?.isExplicit === true) return rule;
  }
  return null;
}

/** Reading takes most of the time of a document. */
const PARTS_MAX = 2;

function said(text: string, { context, lexicon, nowTick }: ClaimReader): Said {
  const reading = read({ statement: text, scope: EVERYWHERE, from: null, until: null }, context, lexicon, nowTick);
  const isOpenEnded = reading.norms.some(({ spans }) =>
    spans.some(({ slot, end }) => slot === 'modality' && end >= text.trimEnd().length),
  );
  return { text, reading, isOpenEnded };
}

function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27);
}
