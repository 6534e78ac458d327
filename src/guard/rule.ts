import type { ClaimKind } from '../core/claim.js';
import type { TextSpan } from '../core/document.js';
import { isOnlyFiller } from '../core/filler.js';
import type { Lexicon } from '../core/lexicon.js';
import { isFact } from '../core/modality.js';
import type { Norm, Reading } from '../core/norm.js';
import type { Manner } from '../lore/ingest/prose/manner.js';
import { isChecked, isClosed, isFragment, isSetting } from './fragment.js';
import { isName } from './name.js';
import { isForbidding, isFrontedOrder, isOrdering, unlabelled } from './order.js';
import { permits, RULED } from './permission.js';
import { isExclusive, isHoped, isIntended, isOfEvery, isPractice, isUniversal } from './practice.js';
import { isPointing, isPurpose, isReference } from './reference.js';
import {
  isBound,
  isComment,
  isGeneric,
  isOfOne,
  isRemark,
  isResolution,
  isShouted,
  isUnlimited,
  isWeighing,
} from './resolution.js';
import { isSpoken } from './spoken.js';

/** What a sentence lays down. */
export interface Rule {
  kind: Extract<ClaimKind, 'constraint' | 'convention' | 'decision' | 'fact'>;
  /** Whether it says so by its mood, rather than telling what is so. */
  isExplicit: boolean;
}

/** Where a sentence of a document stands. */
export interface Standing {
  /** What orders are there. */
  manner: Manner;
  /** Whether it stands in a list, where rules without further words are more likely. */
  isItem: boolean;
  /** Whether it is the first of its paragraph or item: what follows explains it more often than not. */
  isFirst: boolean;
}

/**
 * What a sentence of a document obliges to, forbids, permits, prefers, decides or sets, by how the guard reads it; null
 * where it only tells something.
 */
export function ruleIn(
  statement: string,
  { norms }: Reading,
  { manner, isItem, isFirst }: Standing,
  lexicon: Lexicon,
): Rule | null {
  if (manner === 'recorded' || manner === 'argued' || !statement.trim().includes(' ')) return null;
  if (isRemark(statement, lexicon)) return null;
  const place = { statement, manner, isItem, isFirst, lexicon };
  const own = norms.filter((norm) => !isSpoken(norm, statement, lexicon));
  const rules = own.flatMap((norm) => ruleOf(norm, place) ?? []);
  if (rules.length === 0 && own.length < norms.length) return null;
  const kind = KINDS.find((one) => rules.some((rule) => rule.kind === one));
  const isExplicit = rules.some((rule) => rule.isExplicit);
  if (kind === undefined) return laidDown(statement, norms, place);
  return !isExplicit && manner === 'decided' && isComment(statement, lexicon) ? null : { kind, isExplicit };
}

/** What the reading finds no rule in, but which stands where rules, decisions or conventions are told. */
function laidDown(statement: string, norms: readonly Norm[], place: Place): Rule | null {
  const { manner, lexicon } = place;
  if (isShouted(statement, lexicon) || (isForbidding(statement) && manner !== 'described')) return CONSTRAINT;
  if (manner === 'decided' && isWeighing(statement, norms, lexicon)) return null;
  const forms = [statement, unlabelled(statement)];
  const isOrdered = forms.some((form) => isOrdering(form, lexicon));
  if (manner === 'expected') return isSettled(statement, norms, isOrdered, lexicon) ? CONVENTION : null;
  if (manner === 'open' && place.isItem && isOpenRule(statement, norms, lexicon)) return CONSTRAINT;
  return RULED.has(manner) ? ruledThere(statement, norms, isOrdered, place) : orderedThere(statement, isOrdered, place);
}

/** What is laid down elsewhere: what is always to be done, and among options what is where something is so. */
function orderedThere(statement: string, isOrdered: boolean, { manner, isItem, lexicon }: Place): Rule | null {
  const isOrder =
    manner === 'described' ? isItem && isFrontedOrder(statement, lexicon) : isOrdered && STANDING.test(statement);
  return isOrder ? CONSTRAINT : null;
}

/** What is laid down where rules, decisions or conventions are told. */
function ruledThere(statement: string, norms: readonly Norm[], isOrdered: boolean, place: Place): Rule | null {
  const { lexicon } = place;
  const isShut = [statement, unlabelled(statement)].some((form) => isClosed(form, lexicon));
  if (isOrdered || isShut || isFrontedOrder(statement, lexicon)) return CONSTRAINT;
  return isUnlimited(statement, lexicon) ? { kind: 'fact', isExplicit: false } : agreed(statement, norms, place);
}

/** "No direct connections", "it never …": a rule in a list even where nothing says what stands there. */
function isOpenRule(statement: string, norms: readonly Norm[], lexicon: Lexicon): boolean {
  return (
    (/^(?:no|zero|one|at most) /i.test(statement) && isClosed(statement, lexicon)) ||
    isExclusive(statement, norms, lexicon)
  );
}

/** What is told as decided or agreed. */
function agreed(statement: string, norms: readonly Norm[], place: Place): Rule | null {
  const { manner, lexicon } = place;
  if (isBound(statement, lexicon) || (isAgreedThere(statement, norms, place) && isChecked(statement)))
    return CONVENTION;
  if (!isResolution(statement, norms, lexicon)) return null;
  if (manner === 'decided') return { kind: 'decision', isExplicit: false };
  const isCommon = isUniversal(statement, norms, lexicon) || isPractice(statement, norms, lexicon);
  return isCommon || isAgreedThere(statement, norms, place) ? CONVENTION : null;
}

/** Among what follows from a decision: an order, and what is said to be out of question. */
function isSettled(statement: string, norms: readonly Norm[], isOrdered: boolean, lexicon: Lexicon): boolean {
  // "No keys in the cluster" is what comes of it.
  const isOurs = isIntended(statement, norms, lexicon) || (isClosed(statement, lexicon) && !/^no /i.test(statement));
  return ((isOrdered || isOurs) && !isHoped(statement, lexicon)) || isBound(statement, lexicon);
}

const CONSTRAINT: Rule = { kind: 'constraint', isExplicit: false };
const CONVENTION: Rule = { kind: 'convention', isExplicit: false };

/** What is told of an item among conventions; under further headings there, and behind that, what has no verb. */
function isAgreedThere(
  statement: string,
  norms: readonly Norm[],
  { manner, isItem, isFirst, lexicon }: Place,
): boolean {
  if (isPurpose(statement, lexicon) || isReference(statement, lexicon)) return false;
  if (manner !== 'agreed' && manner !== 'grouped') return isItem && isFirst && isSetting(statement, lexicon);
  if ((isItem || (manner === 'agreed' && LABELLED.test(statement))) && isFragment(statement, norms, lexicon))
    return true;
  if (isItem && isFirst && isSetting(statement, lexicon)) return true;
  const isAgreed = isItem && manner === 'agreed' && (isFirst || !isOfOne(statement, norms));
  return isAgreed || (isItem && isOfEvery(statement)) || isGeneric(statement, norms, lexicon);
}

/** "Kinds: `add`, `fix`" */
const LABELLED = /^[A-Z][\w -]{1,40}: /;

interface Place extends Standing {
  statement: string;
  lexicon: Lexicon;
}

/** The strongest first: what a sentence says besides does not weaken it. */
const KINDS: readonly Rule['kind'][] = ['constraint', 'decision', 'convention', 'fact'];

function ruleOf(norm: Norm, place: Place): Rule | null {
  const { modality, subjectKind } = norm;
  if (modality === null || subjectKind === 'MISSING' || norm.isPast === true) return null;
  if (place.manner === 'expected' && !isDemanded(norm, place)) return null;
  if (isFact(modality)) return recommendation(norm, place) ?? decision(norm, place) ?? setting(norm, place);
  if (modality === 'may' || modality === 'may_not')
    return permits(norm, place) ? { kind: 'fact', isExplicit: true } : null;
  if (!isBinding(norm, place)) return null;
  const isSoft = SOFT.has(modality);
  // "Should suffice": what is expected of a thing.
  if (isSoft && isExpected(norm, place)) return null;
  // "Must be the first term" says of what stands beside it what it does not name.
  const said = norm.spans.find(({ slot }) => slot === 'modality');
  const isNamed = said?.start !== 0 || !MODAL.test(place.statement.slice(0, said.end));
  return { kind: isSoft ? 'convention' : 'constraint', isExplicit: isNamed };
}

/** "Should suffice", unlike "should look for …". */
function isExpected({ predicate, spans }: Norm, { statement, lexicon }: Place): boolean {
  const verb = spans.find(({ slot }) => slot === 'predicate');
  const isSought = verb !== undefined && /^ (?:at|for|in|into|up)\b/i.test(statement.slice(verb.end));
  return predicate !== null && lexicon.documents.becoming.has(predicate) && !isSought;
}

/** Among what follows from a decision: "X must …", unlike what it makes necessary, possible or better. */
function isDemanded(norm: Norm, { statement, lexicon }: Place): boolean {
  const { becoming, effects } = lexicon.documents;
  const said = norm.spans.find(({ slot }) => slot === 'modality');
  const isSaid = said !== undefined && DEMAND.test(statement.slice(said.start, said.end));
  const isSoft = SOFT.has(norm.modality);
  const isHope = isSoft && (isHoped(statement, lexicon) || effects.has(norm.predicate ?? ''));
  return isSaid && !isHope && (norm.predicate === null || !becoming.has(norm.predicate));
}

const SOFT: ReadonlySet<Norm['modality']> = new Set(['should', 'should_not']);
const DEMAND = /^(?:must|shall|should|never|do not|don't|(?:is|are) (?:[a-z]+ )?to be)\b/i;

/** Whether a norm binds somebody, rather than saying how to do something, where to look, or what an option does. */
function isBinding(norm: Norm, place: Place): boolean {
  const { statement, manner, isItem } = place;
  const said = norm.spans.find(({ slot }) => slot === 'modality');
  const opening = said ?? verbOf(norm);
  if (said !== undefined && bindsNobody(said, place)) return false;
  // "X is required", "X must …"
  if (opening === undefined) return manner !== 'steps';
  if (said !== undefined && !isOpening(said, statement)) return true;
  const isUrged = said === undefined || ASKED.test(statement.slice(said.start, said.end));
  if (isUrged && isPointing(norm, statement, place.lexicon)) return false;
  if (manner === 'described' && (isItem || said === undefined)) return false;
  return said !== undefined || (opensOrder(opening, place) && isOrder(norm, opening, place));
}

/** Whether words of a rule oblige nobody where they stand. */
function bindsNobody(said: TextSpan, place: Place): boolean {
  const words = place.statement.slice(said.start, said.end);
  // What can be is no prohibition; "removes the need to …" names a need.
  const isNamed = POSSIBLE.test(words) || (/^need\b/i.test(words) && NOUN.test(place.statement.slice(0, said.start)));
  return CONTRAST.test(words) || isNamed || isExplaining(said, place) || isNeeded(said, place);
}

const POSSIBLE = /^(?:can|could|might)$/i;
const NOUN = /\b(?:an?|any|no|our|the|their|this) $/i;

/** "… have to defend", "…, so it can never drift": what is so for a reason obliges nobody; nor what cannot be, told of a rule before. */
function isExplaining({ start, end }: TextSpan, { statement, isFirst }: Place): boolean {
  const before = statement.slice(0, start);
  const isUnable = UNABLE.test(statement.slice(start, end));
  return (
    /\bto $/i.test(before) || (isUnable && !CONDITIONAL.test(statement.slice(end)) && (!isFirst || RESULT.test(before)))
  );
}

/** "You will need to …", "if you want to …, you must": what it takes to do something. */
function isNeeded({ start, end }: TextSpan, { statement, lexicon }: Place): boolean {
  const isWanted = start > 0 && !opens(statement, start) && isPurpose(statement, lexicon);
  return isWanted || /\bwill need to$/i.test(statement.slice(0, end));
}

/** "Cannot be merged *without* …" */
const CONDITIONAL = /\b(?:unless|until|without)\b/i;
const UNABLE = /^(?:cannot|can't|can not|can never)\b/i;
const RESULT = /(?:, so|\bso that|\bbecause|\bsince|:) /i;

/** "Do not …", "Make sure to …": an order, unlike "X must …" and "must …". */
function isOpening({ start, end }: { start: number; end: number }, statement: string): boolean {
  return opens(statement, start) && !MODAL.test(statement.slice(start, end));
}

const MODAL = /^(?:must|should|shall|may|can|cannot|could|might|ought|need|needs|has|have|is|are)\b/i;

/** Where the verb of an order stands; undefined where nothing is ordered: "X requires Y". */
function verbOf({ spans, tokens }: Norm): TextSpan | undefined {
  const verb = tokens.find(({ role }) => role === 'verb');
  return verb ?? spans.find(({ slot }) => slot === 'predicate' || slot === 'object');
}

/** "X instead of Y" is no rule but by what it stands beside. */
const CONTRAST = /^(?:instead of|rather than|not|over)\b/i;

/** "Use X" where orders are rules; not "see X", which only points there, nor "to do Y, use X", which says how. */
function isOrder(norm: Norm, { start }: { start: number }, place: Place): boolean {
  const { statement, manner, isItem, isFirst, lexicon } = place;
  if (start > 0 && isPurpose(statement, lexicon)) return false;
  // What ends in a colon leads to an example of how it is done.
  const isStep = statement.endsWith(':') && !isItem;
  const isNaming = lexicon.documents.orderingOrNaming.has(norm.predicate ?? '') && !isOrdering(statement, lexicon);
  // What follows in an item is about what the item names: "`build`: makes it. Set the timeout to …".
  const isOpenOrder = manner === 'open' && !isStep && !isNaming && (isFirst || !isItem);
  return RULED.has(manner) || isStressed(norm, statement) || isOpenOrder;
}

/** Whether a sentence begins as an order does. */
export function isOrderOf(statement: string, norms: readonly Norm[], lexicon: Lexicon): boolean {
  // "Support for Windows", "scraping data" name something.
  const isRead = !NAMED.test(statement) && norms.some(isOpeningOrder);
  return isRead || isOrdering(statement, lexicon);
}

const NAMED = /^(?:[a-z]+ (?:for|of)|[a-z]+ing) /i;

function isOpeningOrder(norm: Norm): boolean {
  return norm.modality === 'must' && verbOf(norm)?.start === 0;
}

/** Whether the verb of an order is the first of its clause, and no part of a list: "pool, tenants", "clients, pool". */
function opensOrder({ start, end }: TextSpan, { statement, lexicon }: Place): boolean {
  if (!opens(statement, start) || LISTED.test(statement.slice(end))) return false;
  if (isName(statement, { start, end }, lexicon)) return false;
  const { fronting, ordering } = lexicon.documents;
  const wordIn = (text: string) => /^[a-z]+/i.exec(text)?.[0].toLowerCase() ?? '';
  const before = statement.slice(0, start).trimEnd();
  if (before.endsWith(',')) return fronting.has(wordIn(statement));
  return !NAMING.test(before) || ordering.has(wordIn(statement.slice(start)));
}

/** What a thing is may begin as an order does: "Reports — report building". */
const NAMING = /[:—–]$/;
const LISTED = /^ ?[,;/|)→]/;

/** Whether a word is the first of its clause but for what leads to it: "please", "when using X, …", "Decision: …". */
function opens(statement: string, start: number): boolean {
  const before = statement.slice(0, start).trimEnd();
  return before === '' || LEADING.test(before);
}

/** "Please see …" */
const ASKED = /^please$/i;

const LEADING =
  /(?:[,;:.!?—–]|\b(?:please|always|also|then|instead|just|so|and|but|or|therefore|first|finally|generally))$/i;

/** An order that says which of several things it is about, or that it is always to be followed. */
function isStressed({ exclusive, preferredOver }: Norm, statement: string): boolean {
  return exclusive || preferredOver !== null || STANDING.test(statement);
}

/** "Always …", "… whenever you …": to be done again and again, even among steps. */
const STANDING = /^always\b|\b(?:whenever|every time|each time)\b/i;

/** "We recommend …": what somebody else suggests is only told. */
function recommendation({ predicate, persons, modality, tense }: Norm, { lexicon }: Place): Rule | null {
  const isOurs = persons?.includes(0) === true || tense === undefined;
  const isSaid = predicate !== null && lexicon.documents.recommending.has(predicate) && modality === 'is' && isOurs;
  return isSaid ? { kind: 'convention', isExplicit: true } : null;
}

/** "We decided to …", "We will use …", "We switched to …" */
function decision(
  { predicate, persons, isFuture, isChange, tense }: Norm,
  { statement, lexicon: { framing, documents } }: Place,
): Rule | null {
  if (SOME_DAY.test(statement)) return null;
  // "You will find us …" tells what others will do.
  const isOurs = persons?.[0] === 0;
  const isDone = tense === 'past' || tense === 'perfect';
  const deciding = isOurs ? framing.deciding : documents.deciding;
  const isDecided = predicate !== null && deciding.has(predicate) && isDone;
  const isResolved = isOurs && (isFuture === true || isChange === true);
  return isDecided || isResolved ? { kind: 'decision', isExplicit: false } : null;
}

/** What is put off is not decided. */
const SOME_DAY = /\b(?:at some point|eventually|some ?day|sooner or later)\b/i;

/** "The default port is 8080", "We use Postgres": a slot that takes one value, and that value. */
function setting(norm: Norm, { statement, manner, lexicon }: Place): Rule | null {
  const { value, valueClass, quantity, tokens, subjectKind, predicate, persons } = norm;
  const isSet = (value !== null || quantity !== null) && valueClass !== null && valueClass !== 'number';
  const isSingle = tokens.some((token) => token.role !== 'condition' && isOnlyFiller(token));
  const isOurChoice = predicate !== null && lexicon.choiceVerbs.has(predicate) && persons?.includes(0) === true;
  const isSlot = predicate === null && isSlotOf(norm, lexicon) && isCopied(norm, statement);
  const isSaid = isSet && isSingle && subjectKind === 'PRESENT' && (isOurChoice || isSlot);
  return isSaid && isStanding(norm) && manner !== 'described' ? { kind: 'fact', isExplicit: false } : null;
}

/** Whether a value stands right after "is". */
function isCopied({ spans }: Norm, statement: string): boolean {
  const at = spans.find(({ slot }) => slot === 'value' || slot === 'quantity')?.start ?? 0;
  return COPULA.test(statement.slice(Math.max(0, at - COPULA_MAX), at));
}

const COPULA_MAX = 40;
const COPULA = /(?:\b(?:is|are|(?:defaults?|goes|limited|set|up) to)|=)(?: \S+){0,2} [`"'(]*$/i;

function isSlotOf({ tokens }: Norm, { slotHeads, slotMarkers }: Lexicon): boolean {
  return tokens.some(({ stem }) => slotHeads.has(stem) || slotMarkers.has(stem));
}

/** What is so now and for good, of the whole. */
function isStanding(norm: Norm): boolean {
  const { isOpinion, isOfSome, isOfOneTime, isUsual, isFuture, tense, modality } = norm;
  const isVague = [isOpinion, isOfSome, isOfOneTime, isUsual, isFuture].some((one) => one === true);
  return modality === 'is' && !isVague && (tense === undefined || tense === 'present');
}
