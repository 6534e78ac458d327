import type { Modality } from './modality.js';

/**
 * One clause of a statement as a source outside of the guard reads it. Nothing of it is believed: the guard keeps only
 * what the words of the statement bear out.
 */
export interface ProposedClause {
  /** The part of the statement that it restates, word for word. */
  quote: string;
  /** The same in one plain sentence, with "must", "should" or "may" where it is a rule. */
  text: string;
  modality: Modality;
  /** The words of the statement that carry the modality, word for word; empty where none do. */
  modalityQuote: string;
}

/** Reads statements into clauses by asking elsewhere. */
export interface ClauseReader {
  /** Who answers, as it stands on the record: `llm:<model>`. */
  readonly name: string;
  /** Rejects when there is no answer in time, or none that can be used. */
  read(statement: string): Promise<ProposedClause[]>;
}
