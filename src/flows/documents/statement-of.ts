import type { Sentence } from '../../core/document.js';
import type { Modality } from '../../core/modality.js';
import { isOrderOf, type Rule } from '../../guard/pipeline.js';
import { type Label, labelOf } from '../../lore/ingest/prose/label.js';
import { isChecklist, isForbidden, isPlaceName, type Manner, SETTLED } from '../../lore/ingest/prose/manner.js';
import { forbidden, led, ordered } from '../../lore/ingest/prose/statement.js';
import { type DocumentReader, type Said, said } from './said.js';

/** What is so of each thing by itself. */
export const ITEMS: ReadonlySet<Sentence['form']> = new Set(['item', 'step', 'row']);

/**
 * A sentence by itself, or with what leads to its list where that ends in the words of a rule: "Services must:"; an item of what is
 * not to be as its prohibition; a row of two cells as a whole where it is a setting.
 */
export function statementOf(sentence: Sentence, manner: Manner, reader: DocumentReader): Said {
  const { text, leadIn, leads, form, list } = sentence;
  if (form === 'row') {
    // "Do" and "Don't" name what stands under them, rather than something that has a value.
    const isOfRow = leadIn !== null && SETTLED.has(manner) && !isPlaceName(list ?? '', reader.lexicon);
    return isOfRow ? said(ordered(leadIn, text), reader) : unlessForbidden(sentence, reader);
  }
  const isLed = leadIn !== null && leadsToRules(leadIn, reader);
  const alone = isLed ? said(led(leadIn, text), reader) : unlessForbidden(sentence, reader);
  return { ...alone, isOpenEnded: leads && said(text.replace(/:$/, ''), reader).isOpenEnded };
}

function leadsToRules(leadIn: string, reader: DocumentReader): boolean {
  return FUTURE.test(leadIn) || said(leadIn, reader).isOpenEnded;
}

/** "We will": what follows is no order, however it begins. */
const FUTURE = /\bwill$/i;

/** An item under "Do not", or with a sign or a label that says so, says what is not to be, unless it says so itself. */
function unlessForbidden(sentence: Sentence, reader: DocumentReader): Said {
  const label = labelOf(sentence.text, reader.lexicon);
  if (label !== null) return labelled(label, reader);
  const alone = said(sentence.text, reader);
  const isItem = ITEMS.has(sentence.form) && sentence.isFirst && isForbidden(sentence, reader.lexicon);
  if ((!isItem && sentence.sign !== 'denied') || isDenied(alone)) return alone;
  return said(forbidden(sentence.text, isOrderOf(alone.text, alone.reading.norms, reader.lexicon)), reader);
}

/** "Don't: commit secrets", "Always: run the tests" as the orders that they are. */
function labelled({ isForbidding, adverb, rest }: Label, reader: DocumentReader): Said {
  if (!isForbidding) return said(adverb === null ? rest : led(adverb, rest), reader);
  const alone = said(rest, reader);
  return isDenied(alone) ? alone : said(forbidden(rest, isOrderOf(rest, alone.reading.norms, reader.lexicon)), reader);
}

const DENYING: ReadonlySet<Modality> = new Set<Modality>(['must_not', 'should_not', 'may_not', 'is_not']);
const WITHOUT = /^(?:no|not|never|nothing|without)\b/i;

/** Whether a text says itself that something is not to be: "Never use `any`", "No tests". */
function isDenied({ text, reading }: Said): boolean {
  return WITHOUT.test(text) || reading.norms.some(({ modality }) => modality !== null && DENYING.has(modality));
}

/**
 * Whether the sign that denies an item forbids nothing: "❌ Windows support" tells what there is not, "❌ Move the ledger" outside of
 * rules what was not done, and "❌ No tests" may mean either.
 */
export function isOnlyMarked(sentence: Sentence, manner: Manner, reader: DocumentReader): boolean {
  if (sentence.sign !== 'denied') return false;
  if (NONE.test(sentence.text)) return true;
  const alone = said(sentence.text, reader);
  if (isDenied(alone) || isForbidden(sentence, reader.lexicon) || SETTLED.has(manner)) return false;
  return manner !== 'rules' || !isOrderOf(alone.text, alone.reading.norms, reader.lexicon);
}

const NONE = /^(?:lack of|missing|no|without)\b/i;

/**
 * Whether a sentence is a task, ticked off or not, rather than a rule: "[ ] Write the runbook" is over once it is done, unless a
 * checklist asks it of everybody; "[x] Decision: …" and "[ ] Logs must be kept" say what is so.
 */
export function isTask(sentence: Sentence, rule: Rule | null, path: string, reader: DocumentReader): boolean {
  if (sentence.box === null || rule?.kind === 'decision') return false;
  const { text, reading } = said(sentence.text, reader);
  if (rule?.isExplicit === true && !isOrderOf(text, reading.norms, reader.lexicon)) return false;
  return sentence.box === 'done' || !isChecklist(sentence, path, reader.lexicon);
}
