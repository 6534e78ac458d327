import type { Modality } from './modality.js';

/** Slots that take one filler, under the names by which sources outside of the guard tell of them. */
export const PROPOSED_SLOTS = [
  ...['owner', 'ruler', 'leader', 'manager', 'author', 'spouse', 'mother', 'father', 'employer', 'name', 'title'],
  ...['number', 'location', 'residence', 'origin', 'destination', 'time', 'date', 'start', 'end', 'birth'],
  ...['death', 'duration', 'interval', 'retention', 'deadline', 'timeout', 'limit', 'minimum', 'maximum'],
  ...['size', 'length', 'height', 'weight', 'speed', 'price', 'age', 'version', 'port', 'format', 'encoding'],
  ...['language', 'library', 'framework', 'database', 'tool', 'store', 'host', 'provider', 'platform'],
  ...['protocol', 'style', 'colour', 'material', 'unit', 'default', 'mode', 'status', 'plan', 'standard'],
  ...['licence', 'order', 'source', 'target', 'cause', 'method'],
] as const;

/** States that a thing is in or not, under the names by which sources outside of the guard tell of them. */
export const PROPOSED_STATES = [
  ...['existing', 'alive', 'married', 'present', 'available', 'known', 'used', 'needed', 'allowed', 'possible'],
  ...['supported', 'enabled', 'applied', 'started', 'finished', 'running', 'working', 'open', 'visible', 'public'],
  ...['shared', 'unique', 'separate', 'stored', 'kept', 'logged', 'cached', 'encrypted', 'checked', 'tested'],
  ...['approved', 'automatic', 'changeable', 'limited', 'permanent', 'stable', 'safe', 'independent', 'free', 'empty'],
] as const;

/** Those who have no name of their own. */
export const PROPOSED_PRONOUNS = ['everybody', 'everything', 'nobody', 'nothing'] as const;

/** Where a proposition holds for nothing else. */
export const PROPOSED_ONLY = ['none', 'subject', 'filler'] as const;

/** What takes something from what is said. */
export const PROPOSED_HEDGES = [
  'usual',
  'some',
  'one_time',
  'possible',
  'opinion',
  'reported',
  'past',
  'future',
] as const;
export type ProposedHedge = (typeof PROPOSED_HEDGES)[number];

/** Whether a statement says it in so many words, or it only follows. */
export const PROPOSED_GIVEN = ['said', 'implied'] as const;

/**
 * One proposition that a source outside of the guard reads in a statement. Nothing of it is believed: each part stands in
 * the statement word for word or is of a list above, or the proposition counts for nothing. Of `slot`, `state` and `verb`
 * one is filled; what is empty is not said.
 */
export interface Proposal {
  /** The part of the statement that it is read from, word for word. */
  quote: string;
  given: (typeof PROPOSED_GIVEN)[number];
  /** What or whom it is about: words of the statement, or one of the pronouns. */
  subject: string;
  /** One of the slots, of which the subject has one. */
  slot: string;
  /** One of the states, or an adjective or participle of the statement. */
  state: string;
  /** A verb of the statement. */
  verb: string;
  /** What fills the slot, or completes the state or the verb: words of the statement, or one of the pronouns. */
  filler: string;
  modality: Modality;
  /** The words of the statement that carry the modality, word for word. */
  modalityQuote: string;
  only: (typeof PROPOSED_ONLY)[number];
  /** When it holds, in words of the statement. */
  condition: string;
  hedges: readonly ProposedHedge[];
}

/** Reads the propositions of statements by asking elsewhere. */
export interface StatementReader {
  /** Who answers, as it stands on the record: `llm:<model>`. */
  readonly name: string;
  /** Rejects when there is no answer in time, or none that can be used. */
  read(statement: string): Promise<Proposal[]>;
}
