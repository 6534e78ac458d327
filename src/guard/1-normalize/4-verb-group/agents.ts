import type { Lexicon } from '../../../core/lexicon.js';
import type { Norm } from '../../../core/norm.js';
import { isWord, readAs, type Word } from '../1-tokens/word.js';
import type { Structure } from './structure.js';

/**
 * "Mara owns the parser", "The parser is owned by Mara" as "The owner of the parser is Mara": a verb that only one can
 * do to a thing names a slot, and who does it is its value.
 */
export function foldAgent(words: readonly Word[], structure: Structure, lexicon: Lexicon): Structure {
  const verb = structure.verb === null ? undefined : words[structure.verb];
  const slot = verb === undefined ? undefined : lexicon.agentVerbs.get(verb.lemma);
  if (verb === undefined || slot === undefined || hasNoObject(verb, words, lexicon)) return structure;
  const content = words.filter((word) => word.use === 'content' && word !== verb && isNaming(word, lexicon));
  const agent = content.filter(({ role }) => role === 'agent');
  const patient = content.filter(({ role }) => role === 'rest');
  if (patient.length === 0 || !(isName(agent) || isGroup(agent, words, lexicon)) || !isOneThing(words, patient))
    return structure;
  for (const word of words) {
    if (agent.includes(word)) word.role = 'rest';
    else if (word.role !== 'condition') word.role = 'agent';
  }
  readAs(verb, slot);
  return { verb: null, bodyStart: words.indexOf(verb) + 1, voice: 'copula' };
}

/** "Ann leads in the polls", "Ann paints in Delft": done to nothing. */
function hasNoObject(verb: Word, words: readonly Word[], { kinds }: Lexicon): boolean {
  const next = words[words.indexOf(verb) + 1];
  return next !== undefined && next.lower !== 'by' && kinds.prepositions.has(next.lower);
}

function isNaming(word: Word, lexicon: Lexicon): boolean {
  return word.kind !== 'mark' && (word.kind !== 'word' || !lexicon.functionWords.has(word.lower));
}

/** "the parser", "checkout", not "a car", "two shares", "islands": of such things there are more. */
function isOneThing(words: readonly Word[], patient: readonly Word[]): boolean {
  if (words.some((word) => isWord(word, 'a', 'an', 'some', 'several', 'many'))) return false;
  const isDefinite = words.some((word) => isWord(word, 'the', 'this', 'our', 'its'));
  return patient.every(
    ({ valueClass, lower, lemma, kind, capital }, at) =>
      (valueClass === null || (valueClass === 'number' && at > 0)) &&
      (isDefinite || kind !== 'word' || capital || lower === lemma),
  );
}

/** One name, perhaps of several words; what its bearer is may stand before it: "team", "the widow". */
function isName(words: readonly Word[]): boolean {
  const isDescribed = words[0]?.lower === 'team' || (words.length > 1 && words[0]?.capital === false);
  const named = isDescribed ? words.slice(1) : words;
  return (
    named.length > 0 &&
    named.every(
      ({ capital, kind, valueClass, lower }) =>
        (capital || kind === 'code' || isNumbered(lower)) && valueClass === null,
    )
  );
}

/** "agent-3" */
function isNumbered(lower: string): boolean {
  return /-\d+$/.test(lower);
}

const GROUP_MAX = 4;

/** "the payments team", "our design guild", "team Falcon": one group, by name or by what it does. */
export function isGroup(agent: readonly Word[], words: readonly Word[], { groups }: Lexicon): boolean {
  if (agent.length < 2 || agent.length > GROUP_MAX) return false;
  if (isWord(agent[0], 'team')) return agent.slice(1).every(({ capital }) => capital);
  const at = words.indexOf(agent[0] as Word);
  return groups.has(agent.at(-1)?.lower ?? '') && isWord(words[at - 1], 'the', 'our');
}

/** "is in charge of", "the one responsible for", as `rewrites.json` puts them. */
const CHARGE = /^answer(er|fors?|fored)$/;

/** Whether a clause says who is responsible for a thing; they are read as its owner. */
export function foldCharge(words: readonly Word[]): Pick<Norm, 'isCharge'> {
  const found = words.filter(({ lower }) => CHARGE.test(lower));
  for (const word of found) if (isWord(word, 'answerer')) readAs(word, 'owner');
  return found.length > 0 ? { isCharge: true } : {};
}
