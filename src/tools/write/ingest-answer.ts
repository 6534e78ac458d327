import { Problem } from '../../core/errors.js';
import { type Became, becameOf } from '../../flows/documents/became.js';
import type { DocumentOutcome } from '../../flows/documents/ingest-documents.js';
import type { IngestedLore } from '../../flows/documents/ingest-lore.js';
import { inTurns } from '../../flows/in-turns.js';
import type { FactOutcome, Ingested } from '../../flows/ingest.js';
import type { Turns } from '../../flows/turns.js';
import { factErrors, type parseFact } from './facts.js';
import { type DocumentItem, documentErrors, itemError, type parseDocument } from './lore-input.js';

/** What was sent, and what came of it. */
interface Told {
  facts: readonly ReturnType<typeof parseFact>[];
  ingested: Ingested;
  documents: readonly ReturnType<typeof parseDocument>[];
  lore: IngestedLore;
}

/** The body of the answer to an ingest, in camelCase; a document may have tens of thousands of sentences. */
export async function answer({ facts, ingested, documents, lore }: Told, turns: Turns) {
  const { runId, compared, toCompare, contradictions } = ingested;
  const ofFacts = answerFacts(facts, ingested);
  const ofDocuments = await answerDocuments(documents, lore, turns);
  const counts = { ...ofFacts.counts, compared, toCompare };
  const errors = [...ofFacts.errors, ...ofDocuments.errors, ...lore.errors.map(itemError)];
  const disputed = [...contradictions, ...lore.contradictions].map((found) => ({ ...found, kind: 'contradiction' }));
  const violations = [...disputed, ...lore.violations];
  return {
    runId,
    counts,
    lore: ofDocuments.counts,
    claims: lore.claims,
    ...ofDocuments.told,
    facts: ofFacts.facts,
    documents: ofDocuments.documents,
    errors,
    violations,
    repetitions: lore.repetitions,
  };
}

function answerFacts(parsed: Told['facts'], { outcomes }: Ingested) {
  const wrong = parsed.flatMap((fact) => ('errors' in fact ? fact.errors : []));
  const inOrder = [...outcomes].sort(([a], [b]) => a - b);
  const facts = inOrder.flatMap(([index, outcome]) => (outcome instanceof Problem ? [] : [{ index, ...outcome }]));
  const refused = inOrder.flatMap(([index, outcome]) => (outcome instanceof Problem ? factErrors(index, outcome) : []));
  const countOf = (result: Exclude<FactOutcome, Problem>['result']) =>
    facts.filter((fact) => fact.result === result).length;
  const counts = {
    ...{ stored: countOf('stored'), updated: countOf('updated'), unchanged: countOf('unchanged') },
    failed: parsed.length - facts.length,
  };
  return { facts, counts, errors: [...wrong, ...refused].sort((a, b) => a.index - b.index) };
}

async function answerDocuments(parsed: Told['documents'], lore: IngestedLore, turns: Turns) {
  const good = parsed.flatMap((one) => ('raw' in one ? [one] : []));
  const read = good.flatMap((item, at): [DocumentItem, DocumentOutcome][] => {
    const outcome = lore.documents[at];
    return outcome === undefined ? [] : [[item, outcome]];
  });
  const shown = new ShownSentences();
  const documents = [];
  for (const [{ index, raw }, outcome] of read) {
    const warnings = 'warnings' in outcome ? outcome.warnings : [];
    const claims = 'mode' in outcome ? outcome.mode : null;
    const counts = { claim: 0, relation: 0, passage: 0, skipped: 0 };
    await inTurns(turns, becameOf(outcome), (one) => {
      counts[one.became] += 1;
      shown.add({ document: index, ...one });
    });
    const { claim, relation, passage, skipped } = counts;
    const sentences = { claims: claim, relations: relation, passagesOnly: passage, skipped };
    const documentId = documentIdOf(outcome);
    documents.push({ index, path: raw.uri, result: outcome.result, documentId, claims, sentences, warnings });
  }
  const wrong = parsed.flatMap((one) => ('errors' in one ? one.errors : []));
  const errors = [...wrong, ...read.flatMap(([item, outcome]) => documentErrors(item, outcome))];
  const counts = { ...lore.counts, failed: lore.counts.failed + parsed.length - good.length };
  return { documents, counts, told: shown.all(), errors: errors.sort((a, b) => a.index - b.index) };
}

function documentIdOf(outcome: DocumentOutcome): string | null {
  if ('stored' in outcome) return outcome.stored.documentId;
  return outcome.result === 'unchanged' ? outcome.documentId : null;
}

/** Sentences that an answer shows. */
const SENTENCES_MAX = 200;

type ShownSentence = Became & { document: number };

/** What says most first: what became a claim or a relation, or was skipped, before what is only told. */
class ShownSentences {
  readonly #telling: ShownSentence[] = [];
  readonly #passages: ShownSentence[] = [];
  #total = 0;

  add(one: ShownSentence): void {
    const list = one.became === 'passage' ? this.#passages : this.#telling;
    if (list.length < SENTENCES_MAX) list.push(one);
    this.#total += 1;
  }

  all() {
    const sentences = [...this.#telling, ...this.#passages].slice(0, SENTENCES_MAX);
    return { sentences, sentencesLeftOut: this.#total - sentences.length };
  }
}
