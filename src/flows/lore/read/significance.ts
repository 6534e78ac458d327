import type { Candidate } from '../../../core/resolution.js';
import { Recorded } from '../../../lore/recorded.js';
import { readSignificance, type Significance } from '../../../store/queries/records/significance-record.js';
import { type Envelope, envelope } from './envelope.js';
import { type ShownFact, showFact } from './fact.js';
import { readOneNamed } from './named.js';
import { type Asker, openQuestion } from './question.js';

export interface SignificanceAnswer extends Envelope, Significance {
  entity: Candidate;
  /** The first of what it caused, and of what it took part in. */
  causes: ShownFact[];
  tookPart: ShownFact[];
}

/**
 * Why an entity matters: how much it has to do with others, what it caused, and what came of that.
 * @throws Problem `unknown_entity` or `ambiguous_entity`
 */
export async function significanceOf(
  asker: Asker,
  asked: { entity: string; knownAt?: string | null | undefined },
): Promise<SignificanceAnswer> {
  const question = await openQuestion(asker, asked.knownAt);
  const mention = { path: 'entity', name: asked.entity };
  const { entity, record, significance } = await readOneNamed(asker, question, mention, readSignificance);
  const recorded = new Recorded(record, question.types.relations, question.calendar);
  const facts = record.facts.map((relation) => showFact(relation, recorded, question, null));
  return {
    ...envelope({ question, recorded, session: asker.session, time: null, named: [entity.id], used: record.facts }),
    ...{ entity, ...significance },
    causes: facts.filter(({ type }) => type === 'CAUSED'),
    tookPart: facts.filter(({ type }) => type !== 'CAUSED'),
  };
}
