import type { ProjectContext } from '../../../core/context.js';
import type { Lexicon } from '../../../core/lexicon.js';
import type { Norm, Reading } from '../../../core/norm.js';
import type { ProposedClause } from '../../../core/proposal.js';
import { unknownNorm } from '../empty-norm.js';
import { normalize, unknownReading } from '../normalize.js';
import type { ReadInput } from '../read-input.js';
import { formsOf, type Grounded, ground, isBorneOut, modalitySpans } from './grounding.js';
import { type Section, sectionsOf, touched } from './sections.js';

/**
 * The reading that proposed clauses amount to. Each is read by the same rules as any statement, and kept only if every
 * word of it stands in the statement. It may decide only if it leaves nothing out, adds nothing and turns nothing round;
 * else its norm is undecided, like one whose subject can not be told. A part of the statement that no clause speaks for
 * has an unknown norm. Where nothing at all is left, the reading failed.
 */
export function readFromSource(
  proposed: readonly ProposedClause[],
  name: string,
  input: ReadInput,
  context: ProjectContext,
  lexicon: Lexicon,
  now: number,
): Reading {
  const plain = normalize(input, context, lexicon, now);
  const sections = sectionsOf(input.statement, plain, lexicon);
  const forms = formsOf(sections, lexicon);
  const kept = proposed.flatMap((clause) => {
    const nowhere = { scope: { env: null, team: null }, from: null, until: null };
    const restated = normalize({ statement: clause.text, ...nowhere }, context, lexicon, now);
    const grounded = ground(restated, touched(sections, clause.quote, lexicon), forms);
    return grounded === null ? [] : [{ clause, grounded }];
  });
  const isSaid = (section: Section) => section.norm.tokens.length > 0;
  if (kept.length === 0 && sections.some(isSaid)) return { ...unknownReading(input, lexicon), source: name };
  const read = kept.map(({ clause, grounded }) => {
    const isAlone = kept.every((other) => other.grounded === grounded || !sharesSection(other.grounded, grounded));
    const spans = [...grounded.norm.spans, ...modalitySpans(grounded, clause.modalityQuote, lexicon)];
    return { ...settled(grounded, isAlone && hasModality(clause, grounded, lexicon)), spans };
  });
  const unread = sections.filter(
    (section) => isSaid(section) && !kept.some(({ grounded }) => grounded.sections.includes(section)),
  );
  const norms = [...read, ...unread.map(({ norm }) => unknownNorm(norm))];
  const left = (plain.unread ?? 0) + unread.length;
  return {
    ...plain,
    ...(left === 0 ? {} : { unread: left }),
    ...{ norms: norms.length > 0 ? norms : plain.norms, source: name },
  };
}

function sharesSection(a: Grounded, b: Grounded): boolean {
  return a.sections.some((section) => b.sections.includes(section));
}

/** Whether text and modality of a clause agree, and the statement is behind them. */
function hasModality({ modality, modalityQuote }: ProposedClause, grounded: Grounded, lexicon: Lexicon): boolean {
  if (grounded.norm.modality !== modality) return false;
  return isBorneOut(grounded, modalityQuote, lexicon);
}

/**
 * Scope, period and relation are those that the rules read in the statement; what may not decide is left undecided, and
 * without a relation, which would be compared by its names alone.
 */
function settled({ norm, sections }: Grounded, mayDecide: boolean): Norm {
  const { isPast: _isPast, relation: _relation, ...rest } = norm;
  const [section] = sections;
  if (section === undefined) return norm;
  const { scope, period, isPast, relation } = section.norm;
  const subjectKind = mayDecide || norm.subjectKind === 'MISSING' ? norm.subjectKind : 'FUZZY';
  return {
    ...rest,
    ...(isPast === undefined ? {} : { isPast }),
    ...(relation === undefined || !mayDecide ? {} : { relation }),
    ...{ scope, period, subjectKind },
  };
}
