import { inSlot, type SlotTakes } from '../../../core/filler.js';
import type { Lexicon } from '../../../core/lexicon.js';
import type { FrameToken } from '../../../core/norm.js';
import { changed, isOwner, isWord, type Word } from '../1-tokens/word.js';
import { isGroup } from '../4-verb-group/agents.js';
import { type FrameContext, type Framed, placeOf } from './frame-context.js';
import { identifierOf } from './identifier.js';

const NAME_MAX = 4;

/**
 * Finds names and other values without a class of their own: "The capital of X is *Y*". They are selected where the
 * clause fills a slot that takes one value, and possible values where it picks something or says where something is.
 */
export function withEntity(framed: Framed[], context: FrameContext): Framed[] {
  const after = context.structure.verb ?? 0;
  const body = framed.filter(({ token, word }) => token.role === undefined && placeOf(word, context) >= after);
  if (body.length === 0 || body.length > NAME_MAX) return framed;
  const agent = framed.filter(({ token }) => token.role === 'agent').map(({ word }) => word);
  const identifier = isOneThing(agent, context) ? identifierOf(body, agent, context.words, context.lexicon) : null;
  const isNamed = identifier !== null || isProperName(body) || isOfGroup(body, context);
  const isClassed = body.some(({ token }) => token.filler !== undefined);
  if (!isNamed && isClassed) return body.length === 1 ? withRole(framed, body, context) : framed;
  const slot = slotTaken(agent, body, context, identifier !== null);
  if (slot === null) return framed;
  const [first] = body;
  const last = body.at(-1);
  if (first === undefined || last === undefined) return framed;
  const name: FrameToken = {
    stem: identifier ?? nameOf(body, context),
    filler: { kind: 'entity', slot, ...groupOf(body, context) },
    ...(identifier === null ? writtenAs(body, context) : { written: 'code' }),
    start: first.token.start,
    end: last.token.end,
  };
  const joined: Framed = { token: name, word: changed(first.word, { lemma: name.stem }), isVerb: false };
  return framed.flatMap((each) => (each === first ? [joined] : body.includes(each) ? [] : [each]));
}

/** Values of a class that fill a role take as many as it; dates, times and amounts are judged by their own. */
function withRole(framed: Framed[], [only]: readonly Framed[], { structure: { slot } }: FrameContext): Framed[] {
  const filler = only?.token.filler;
  if (only === undefined || slot === undefined || filler?.kind !== 'value' || only.token.quantity !== undefined)
    return framed;
  if (filler.slot === 'one' || !/^(?:product:|[a-z]+$)/.test(filler.class) || TIMED.has(filler.class)) return framed;
  const takes = slot === 'one' ? 'one' : 'open';
  return framed.map((each) => (each === only ? { ...each, token: inSlot(each.token, takes) } : each));
}

/** Classes of when something is. */
const TIMED = new Set([
  'cadence',
  'date',
  'day',
  'duration',
  'month',
  'number',
  'season',
  'time',
  'week',
  'weekday',
  'year',
]);

/** "Ann Lind", not "the Duke", "ill" */
function writtenAs(body: readonly Framed[], { words }: FrameContext): Pick<FrameToken, 'written'> {
  if (body.every(({ word }) => word.kind === 'code')) return { written: 'code' };
  const start = Math.min(...body.map(({ token }) => token.start));
  const at = words.findIndex((word) => word.start === start);
  if (isDescribedName(body, { words })) return { written: 'name' };
  return body.every(({ word }) => word.capital) && !isWord(words[at - 1], 'the') ? { written: 'name' } : {};
}

/** "High Keep": capitals make words a name, whatever else they may mean. */
function isProperName(body: readonly Framed[]): boolean {
  return body.length > 1 && body.every(({ word }) => word.capital && word.valueClass === null);
}

/** "the widow *Marl*": a name after what its bearer is. */
function isDescribedName(body: readonly Framed[], context: Pick<FrameContext, 'words'>): boolean {
  const [first, second] = body;
  const isPlain = first?.word.capital === false && first.token.filler === undefined;
  return body.length === 2 && isPlain && second?.word.capital === true && isWord(before(body, context), 'the');
}

/** "is called Rex": it may have other names too. */
function isNickname({ words }: FrameContext): boolean {
  return words.some(({ lower, isStandIn }) => lower === 'name' && isStandIn);
}

/** "the payments *team*", "*team* Otter": of two groups of one sort neither is a part of the other. */
function groupOf(body: readonly Framed[], context: FrameContext): { of?: string } {
  if (!isOfGroup(body, context)) return {};
  const isNamed = isWord(body[0]?.word, 'team');
  const noun = isNamed ? body[0] : body.at(-1);
  return noun === undefined ? {} : { of: noun.token.stem };
}

/** "Team Falcon" is "the Falcon team". */
function nameOf(body: readonly Framed[], context: FrameContext): string {
  const stems = body.map(({ token }) => token.stem);
  const [first = '', ...others] = stems;
  const isTurned = body.length > 1 && isOfGroup(body, context) && isWord(body[0]?.word, 'team');
  return (isTurned ? [...others, first] : stems).join(' ');
}

function isOfGroup(body: readonly Framed[], { words, lexicon }: FrameContext): boolean {
  return isGroup(
    body.map(({ word }) => word),
    words,
    lexicon,
  );
}

function slotTaken(
  agent: readonly Word[],
  body: readonly Framed[],
  context: FrameContext,
  isIdentifier: boolean,
): SlotTakes | null {
  const { structure, lexicon } = context;
  const isName = isIdentifier || mayBeName(body, context) || isOfGroup(body, context);
  if (structure.slot !== undefined) return ofRole(body, context);
  if (!isName || isList(body, context)) return null;
  const isOne = isIdentifier || fillsSlot(agent, context) || isOneByForm(agent, body, context);
  if (structure.voice === 'copula' && isOne)
    return isOneOfMany(body, context) || isNickname(context) || isWhere(body, context) || isOfPeople(body)
      ? 'open'
      : 'one';
  if (isPlainName(agent, body, context)) return 'open';
  const verb = structure.verb === null ? undefined : context.words[structure.verb];
  const isPlaced =
    verb !== undefined &&
    lexicon.placeVerbs.has(verb.lemma) &&
    body.every(({ word }) => word.capital || /-\d/.test(word.lower));
  return isPlaced ? 'open' : null;
}

function mayBeName(body: readonly Framed[], context: FrameContext): boolean {
  if (body.length === 1 || isDescribedName(body, context)) return true;
  return body.every(({ word }) => word.capital || word.kind === 'code');
}

const ROLE_WORDS_MAX = 3;

/** What fills a role of the verb: a name as surely as the role says, a plain noun perhaps. */
function ofRole(body: readonly Framed[], context: FrameContext): SlotTakes | null {
  if (isList(body, context) || isOneOfMany(body, context)) return null;
  const isName = body.every(({ word }) => word.capital || word.kind !== 'word');
  if (isName && !isOfGroup(body, context)) return context.structure.slot === 'one' ? 'one' : 'open';
  return body.length <= ROLE_WORDS_MAX || isOfGroup(body, context) ? 'open' : null;
}

/** "The head of the school is *a* woman": and a physicist. */
function isOneOfMany(body: readonly Framed[], context: FrameContext): boolean {
  return isWord(before(body, context), 'a', 'an');
}

/** "The main office is *in* Berlin": a place may lie in another one. */
function isWhere(body: readonly Framed[], context: FrameContext): boolean {
  return isWord(before(body, context), 'at', 'in', 'inside', 'near', 'on', 'within');
}

/** The word right before them. */
function before([first]: readonly Framed[], { words }: Pick<FrameContext, 'words'>): Word | undefined {
  return words[words.findIndex((word) => word.start === first?.token.start) - 1];
}

/** "the owner of X", "X's owner", "the latest X": one value at a time, of something that is named; "an owner" is one of some. */
function fillsSlot(agent: readonly Word[], context: FrameContext): boolean {
  const { lexicon, words } = context;
  const arePlural = isPlural(agent, words);
  if (isWord(words[0], 'a', 'an', 'another')) return false;
  if (agent.length < (words.some((word) => isWord(word, 'my', 'our')) ? 1 : 2)) return false;
  return agent.some((head) => {
    if (head.lower !== head.lemma) return isSuperlative(head, lexicon) && !arePlural;
    if (lexicon.slotMarkers.has(head.lemma) || isSuperlative(head, lexicon)) return !arePlural;
    if (!lexicon.slotHeads.has(head.lemma)) return false;
    // What was a verb ("owns") is followed by what it is the slot of, and what owns something by what it owns.
    if (head.isStandIn || isOwner(head)) return true;
    const next = afterLightNouns(placeOf(head, context) + 1, context);
    return (
      next === undefined || next.use !== 'content' || next.role !== 'agent' || lexicon.functionWords.has(next.lower)
    );
  });
}

/** Adjectives of peoples and places are no names of what is spoken of: "the author is *Dutch*". */
const PEOPLES = /(?:ese|ish|utch|ench)$/;

function isOfPeople(body: readonly Framed[]): boolean {
  return body.length === 1 && PEOPLES.test(body[0]?.word.lower ?? '');
}

/** "The auth *library* is *Clerk*", "Data protection *officer*: *Ann*": a definite thing in the singular, by its name. */
function isOneByForm(
  agent: readonly Word[],
  body: readonly Framed[],
  { words, structure, lexicon }: FrameContext,
): boolean {
  const link = words[structure.bodyStart - 1];
  if (agent.length < 2 || structure.verb !== null || !isWord(link, 'is', ':', '=')) return false;
  const first = words.find(({ role, kind }) => role === 'agent' && kind !== 'mark');
  if (agent.some(({ lemma }) => lexicon.sharedNouns.has(lemma))) return false;
  const isTold = isWord(first, 'the', 'our', 'my', 'your') || /['’]s$/.test(first?.text ?? '');
  const isLabel = !isWord(link, 'is');
  const isName = body.every(({ word }) => (word.capital || word.kind === 'code') && word.valueClass === null);
  return (isTold || isLabel) && isName;
}

/** "*The host* is …", "*our CRM*: …": one definite thing, of which is said what or which it is. */
function isOneThing(agent: readonly Word[], { words, structure, lexicon, isFact }: FrameContext): boolean {
  const link = words[structure.bodyStart - 1];
  if (agent.length === 0 || structure.verb !== null || structure.voice !== 'copula') return false;
  if (!isWord(link, 'is', ':', '=') && (isFact || !isWord(link, 'be'))) return false;
  const first = words.find(({ role, kind }) => role === 'agent' && kind !== 'mark');
  if (agent.some(({ lemma }) => lexicon.sharedNouns.has(lemma))) return false;
  return isWord(first, 'the', 'our', 'my', 'your') || /['’]s$/.test(first?.text ?? '');
}

/** "The mascot is *Otto*": likely its name; "The guide is *Dutch*" tells what it is. */
function isPlainName(agent: readonly Word[], body: readonly Framed[], context: FrameContext): boolean {
  if (!isOneThing(agent, context)) return false;
  const isName = body.every(({ word }) => word.kind === 'word' && word.capital && word.valueClass === null);
  return isName && !isOneOfMany(body, context) && !isWhere(body, context) && !isOfPeople(body);
}

/** The first word from there on that adds something. */
function afterLightNouns(from: number, { words, lexicon }: FrameContext): Word | undefined {
  let at = from;
  while (lexicon.lightNouns.has(words[at]?.lemma ?? '')) at += 1;
  return words[at];
}

/** "Bob and Cy": more than one value. */
function isList(body: readonly Framed[], { words }: FrameContext): boolean {
  const [from, until] = [body[0]?.token.start ?? 0, body.at(-1)?.token.start ?? 0];
  return words.some((word) => word.start > from && word.start < until && isWord(word, 'and', 'or', ',', '/'));
}

/** "The main users are …" */
function isPlural(agent: readonly Word[], words: readonly Word[]): boolean {
  return words.some((word) => isWord(word, 'are', 'were')) && agent.some(({ lower, lemma }) => lower !== lemma);
}

/** "the *tallest* tower" */
function isSuperlative({ lower, kind, capital }: Word, lexicon: Lexicon): boolean {
  return kind === 'word' && !capital && lower.length > 5 && lower.endsWith('est') && !lexicon.verbs.has(lower);
}
