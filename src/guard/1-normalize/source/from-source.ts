import type { ProjectContext } from '../../../core/context.js';
import type { Lexicon } from '../../../core/lexicon.js';
import type { Norm, Reading } from '../../../core/norm.js';
import type { Proposal } from '../../../core/proposal.js';
import { quotedIn } from '../../../core/quotation.js';
import { begunBy } from '../2-clauses/notes.js';
import { normalize } from '../normalize.js';
import type { ReadInput } from '../read-input.js';
import { beyondRules, isSeen } from './beyond.js';
import { type Composed, compose } from './compose.js';
import { formsOf, type Grounded, ground, isBorneOut, modalitySpans } from './grounding.js';
import { type Section, sectionsOf, touched } from './sections.js';

/** Propositions of one answer that are looked at. */
const PROPOSALS_MAX = 8;
/** Longest quotation that is looked for. */
const QUOTE_MAX = 1000;

/** A proposition all parts of which stand in the statement or on a list. */
interface Kept {
  proposal: Proposal;
  composed: Composed;
  restated: Reading;
  /** The clauses of the statement that it is read from; one at least. */
  sections: readonly Section[];
  quote: { start: number; end: number };
  /** Where all its words are the statement's own. */
  grounded: Grounded | null;
}

/**
 * The reading that a statement gets by its rules and by the propositions of a source. Each of these is put as a plain
 * sentence and read by the same rules, and kept only if all of it is grounded. One that leaves nothing of its clause out,
 * adds nothing and turns nothing round decides in the place of what the rules read there; what goes beyond that is put
 * aside as `proposed`. What the rules read stands, whatever the answer is.
 */
export function readFromSource(
  proposals: readonly Proposal[],
  name: string,
  input: ReadInput,
  context: ProjectContext,
  lexicon: Lexicon,
  now: number,
): Reading {
  const plain = normalize(input, context, lexicon, now);
  const sections = sectionsOf(input.statement, plain, lexicon, begunBy(now, context));
  const forms = formsOf(sections, lexicon);
  const kept = proposals.slice(0, PROPOSALS_MAX).flatMap((proposal): Kept[] => {
    const composed = compose(proposal, input.statement, lexicon);
    const quote = proposal.quote.length > QUOTE_MAX ? null : quotedIn(input.statement, proposal.quote);
    if (composed === null || quote === null) return [];
    const spokenFor = touched(sections, quote);
    if (spokenFor.length === 0) return [];
    const nowhere = { scope: { env: null, team: null }, from: null, until: null };
    const restated = normalize({ statement: composed.text, ...nowhere }, context, lexicon, now);
    return [{ proposal, composed, restated, sections: spokenFor, quote, grounded: ground(restated, spokenFor, forms) }];
  });
  const decisive = kept.flatMap((one) => decisiveOf(one, lexicon) ?? []);
  const norms = plain.norms.map((norm) => decidedNorm(norm, sections, decisive));
  const proposed = unseen(kept, norms, lexicon);
  return { ...plain, ...(proposed.length === 0 ? {} : { proposed }), norms, source: name };
}

/** A norm that decides in the place of what the rules read in a clause. */
interface Decisive {
  section: Section;
  norm: Norm;
}

/** What the statement itself says, in one clause of it, with a modality that the statement is behind. */
function decisiveOf({ proposal, grounded }: Kept, lexicon: Lexicon): Decisive | null {
  if (grounded === null || proposal.given !== 'said' || proposal.hedges.length > 0) return null;
  const [section] = grounded.sections;
  if (section === undefined || grounded.norm.modality !== proposal.modality) return null;
  if (!isBorneOut(grounded, proposal.modalityQuote, lexicon)) return null;
  const { isPast: _isPast, relation: _relation, ...rest } = grounded.norm;
  const { scope, period, isPast, relation } = section.norm;
  const spans = [...grounded.norm.spans, ...modalitySpans(grounded, proposal.modalityQuote, lexicon)];
  const own = { ...(isPast === undefined ? {} : { isPast }), ...(relation === undefined ? {} : { relation }) };
  return { section, norm: { ...rest, ...own, scope, period, spans } };
}

/** Where a clause is told as something else than the rules read, that decides; where it is told as two things, the rules do. */
function decidedNorm(norm: Norm, sections: readonly Section[], decisive: readonly Decisive[]): Norm {
  const others = decisive.filter(({ section }) => section.norm === norm && sections.includes(section));
  const [first] = others;
  const isOne = others.every((other) => other.norm.modality === first?.norm.modality);
  return first === undefined || !isOne || first.norm.modality === norm.modality ? norm : first.norm;
}

/** What no clause says as the rules read it, each once. */
function unseen(kept: readonly Kept[], norms: readonly Norm[], lexicon: Lexicon): Norm[] {
  const found = kept.flatMap(({ proposal, composed, restated, sections, quote }) => {
    const norm = beyondRules(proposal, restated, composed, { sections, quote }, lexicon);
    return norm === null || norms.some((plain) => isSeen(norm, plain)) ? [] : [norm];
  });
  return found.filter((norm, at) => !found.slice(0, at).some((other) => isSeen(norm, other)));
}
