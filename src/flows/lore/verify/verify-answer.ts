import type { TextSpan } from '../../../core/document.js';
import { withoutCitations, withoutLead } from '../../../guard/asserted/plain.js';
import { sentencesOf } from '../../../lore/ingest/prose/split.js';
import { type AskedTime, askedTime } from '../read/asked-time.js';
import { type Asker, openQuestion, type Question } from '../read/question.js';
import { heldAgainst, type SessionMarks } from './delivered.js';
import { namesIn } from './names.js';
import { checkSentence } from './sentence.js';
import type { SentenceVerdict } from './verdict.js';

/** Sentences of one answer that are looked at, and characters of one of them. */
export const SENTENCES_MAX = 30;
export const SENTENCE_MAX = 600;

export interface AnswerToCheck {
  text: string;
  atTime?: string | null | undefined;
  knownAt?: string | null | undefined;
}

/** A sentence of the answer, and what the record says of it. */
export interface CheckedSentence extends SentenceVerdict {
  text: string;
  span: TextSpan;
  /** Ids of what it names. */
  entities: readonly string[];
  /** Whether a call of the session returned what decides; null without a session, and where no relation is read. */
  wasReturned: boolean | null;
}

export interface CheckedAnswer {
  sentences: CheckedSentence[];
  /** Sentences that were not looked at, as there are too many or they are too long. */
  skipped: TextSpan[];
  atTime: AskedTime | null;
  knownAt: string;
  /** Caveats that the session was answered with and that the draft does not say; null without a session. */
  unsaid: readonly string[] | null;
}

/**
 * Says of each sentence of a draft whether the record supports it, contradicts it or tells nothing of it. Writes nothing.
 * @throws Problem `invalid_date` or `ambiguous_entity` for the time of the answer
 */
export async function verifyAnswer(asker: Asker, { text, atTime, knownAt }: AnswerToCheck): Promise<CheckedAnswer> {
  const question = await openQuestion(asker, knownAt);
  const asked = atTime == null ? null : await askedTime(asker, question, 'at_time', atTime);
  const { sentences, skipped } = await checkText(asker, question, text, asked);
  const marks: SessionMarks = await heldAgainst(asker, text, sentences);
  return {
    sentences: sentences.map((one, at) => ({ ...one, wasReturned: marks.returned[at] ?? null })),
    ...{ skipped, atTime: asked, knownAt: question.knownAt ?? question.askedAt, unsaid: marks.unsaid },
  };
}

/** The sentences of a text, each held against the record, whatever a session was answered. */
export async function checkText(
  asker: Asker,
  question: Question,
  text: string,
  atTime: AskedTime | null,
): Promise<Pick<CheckedAnswer, 'sentences' | 'skipped'>> {
  const now = await askedTime(asker, question, 'at_time', null);
  const { answers } = asker.deps.lexicon;
  // Where a citation stood there are blanks, so that offsets are those of the draft.
  const bare = withoutCitations(text, answers);
  const spans = sentencesOf(bare);
  const isShort = ({ start, end }: TextSpan) => end - start <= SENTENCE_MAX;
  const checked = spans.filter(isShort).slice(0, SENTENCES_MAX);
  const texts = checked.map(({ start, end }) => text.slice(start, end));
  const statements = checked.map(({ start, end }) => plain(withoutLead(bare.slice(start, end), answers)));
  const named = await namesIn(asker, question, statements);
  const sentences: CheckedSentence[] = [];
  for (const [at, span] of checked.entries()) {
    const names = named[at] ?? [];
    const said = { statement: statements[at] ?? '', named: names, times: { atTime, now } };
    const verdict = await checkSentence(asker, question, said);
    const entities = [...new Set(names.flatMap(({ candidates }) => candidates.map(({ id }) => id)))];
    sentences.push({ text: texts[at] ?? '', span, entities, ...verdict, wasReturned: null });
  }
  return { sentences, skipped: spans.filter((span) => !checked.includes(span)) };
}

/** With single blanks, and none before the mark at the end. */
function plain(sentence: string): string {
  return sentence
    .split(/\s+/)
    .join(' ')
    .replace(/ ([.!?])$/, '$1');
}
