import { exchangeClass, isOnlyFiller, isValueOf, slotOf } from '../../../core/filler.js';
import type { Lexicon } from '../../../core/lexicon.js';
import { slotsOf } from '../../../core/meaning.js';
import { stem } from '../../../core/stem.js';
import { changed } from '../1-tokens/word.js';
import type { Framed } from './frame-context.js';

const CHOICE = 'use';
/** "Set X to 5": X is to be 5. */
const SETTING = ['configure', 'set'];
/** Where a thing runs is what it uses, as far as these classes go. */
const RUNNING = ['host', 'live', 'run', 'sit'];
const PLACES = new Set(['ci', 'cloud', 'database', 'queue', 'vcs_host'].map((kind) => `product:${kind}`));

/**
 * "Use tabs", "Avoid tabs" and "Tabs are required" differ in modality only, so "use" is no content of its own; nor is
 * a verb that links a slot with its value, or says where a thing runs. One that names its slot becomes that name: "weighs" is "weight".
 */
export function withoutWeakVerb(framed: Framed[], lexicon: Lexicon): Framed[] {
  const at = framed.findIndex(({ isVerb }) => isVerb);
  const verb = framed[at];
  if (verb === undefined || framed.length < 2) return framed;
  const isValued = framed.some(({ token }) => isOnlyFiller(token));
  // "lasted nearly six hours" fills the slot too, though not surely.
  const isNear = framed.some(({ token }) => token.quantity !== undefined && slotOf(token) === 'open');
  const named = isValued || isNear ? slotNamed(framed, verb, lexicon) : undefined;
  if (named !== undefined) return namedSlot(framed, at, verb, named, lexicon);
  const isLink =
    isValued && lexicon.weakVerbs.has(verb.word.lemma) && framed.some(({ word }) => lexicon.slotHeads.has(word.lemma));
  const isRunning = RUNNING.includes(verb.word.lemma) && framed.some(({ token }) => isValueOf(token, PLACES));
  const isSetting = isValued && SETTING.includes(verb.word.lemma) && framed.length > 2;
  return isLink || isRunning || isSetting || verb.word.lemma === CHOICE
    ? framed.filter((each) => each !== verb)
    : framed;
}

/** "Backups are *kept* for 30 days", but not "are kept in Berlin". */
function slotNamed(framed: readonly Framed[], { word }: Framed, lexicon: Lexicon): string | undefined {
  const named = lexicon.slotVerbs.get(word.lemma);
  const isBeside = ({ token }: Framed) => named?.beside?.includes(exchangeClass(token) ?? '') === true;
  return named?.beside === undefined || framed.some(isBeside) ? named?.slot : undefined;
}

function namedSlot(framed: Framed[], at: number, verb: Framed, name: string, lexicon: Lexicon): Framed[] {
  if (framed.some((each) => each !== verb && each.word.lemma === name)) return framed.filter((each) => each !== verb);
  const { start, end } = verb.token;
  const meanings = slotsOf({ meanings: lexicon.meanings.get(name) ?? [] });
  return framed.with(at, {
    token: { stem: stem(name, lexicon), role: 'agent', start, end, meanings },
    word: changed(verb.word, { lemma: name }),
    isVerb: false,
  });
}
