import type { Lexicon } from '../core/lexicon.js';
import type { Norm } from '../core/norm.js';
import type { Manner } from '../lore/ingest/prose/manner.js';

interface Permitting {
  statement: string;
  manner: Manner;
  lexicon: Lexicon;
}

/** Where orders are rules. */
export const RULED: ReadonlySet<Manner> = new Set(['rules', 'agreed', 'grouped', 'decided']);

/** What can be permits nothing, nor what may happen; what may be done does, where rules are told. */
const ABLE = /^(?:can|could|might|able|be able|is able|are able)\b/i;
const MAY = /^may\b/i;
/** Where what is told is laid down. */
const AGREED: ReadonlySet<Manner> = new Set(['agreed', 'grouped', 'decided']);
/** "Reading it later may fail" */
const ACTING = /^[A-Z][a-z]+ing\b/;
/** "A key is not needed": nothing that somebody would permit. */
const NEEDLESS = /^(?:is|are) not (?:needed|necessary|required)\b/i;

/** Whether a norm permits something, rather than telling what can be or may happen. */
export function permits(norm: Norm, { statement, manner, lexicon }: Permitting): boolean {
  const { becoming, happening } = lexicon.documents;
  const verb = norm.predicate ?? '';
  if (becoming.has(verb)) return false;
  // In a guide: "it is not needed here".
  if (manner === 'steps' && !norm.exclusive && norm.modality === 'may_not') return false;
  const span = norm.spans.find(({ slot }) => slot === 'modality');
  const words = span === undefined ? '' : statement.slice(span.start, span.end);
  if (MAY.test(words) && happening.has(verb) && !norm.exclusive) return false;
  const isVague =
    ABLE.test(words) || isInviting(words, lexicon) || (MAY.test(words) && !isGranted(norm, statement, manner, lexicon));
  if ((ACTING.test(statement) && MAY.test(words)) || (NEEDLESS.test(words) && !AGREED.has(manner))) return false;
  return norm.exclusive || norm.modality === 'may_not' || !isVague;
}

/** "Feel free to …", "everybody is welcome to …" */
function isInviting(words: string, { documents: { inviting } }: Lexicon): boolean {
  return inviting.some((one) => words.toLowerCase().includes(one));
}

/**
 * "Callers may …" among rules, and "any engineer may …" anywhere; not "we may …", "this may …", "some may …": what those might do
 * who grant it, or what might be.
 */
function isGranted(norm: Norm, statement: string, manner: Manner, lexicon: Lexicon): boolean {
  const said = norm.spans.find(({ slot }) => slot === 'modality');
  if (UNGRANTED.test(statement.slice(0, said?.start ?? 0))) return false;
  if (RULED.has(manner)) return norm.isOfSome !== true || isActThatHappens(norm, lexicon);
  return (
    norm.isOfSome !== true &&
    norm.tokens.some(({ role, stem }) => role === 'agent' && lexicon.documents.people.has(stem))
  );
}

/** "Deploys may happen on Fridays", unlike "outages may happen": of what somebody does. */
function isActThatHappens({ predicate, quantifier, tokens }: Norm, { documents }: Lexicon): boolean {
  const agents = tokens.filter(({ role }) => role === 'agent').map(({ stem }) => stem);
  const isAct = agents.some((stem) => documents.ordering.has(stem) || documents.orderingOrNaming.has(stem));
  return predicate === 'happen' && quantifier !== 'some' && isAct;
}

const UNGRANTED = /(?:^|[\s(])(?:we|this|that|it|these|they|some(?: of them)?|there) $/i;
