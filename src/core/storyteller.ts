/** How sentences are built. chronicle: the time first. plain: the time last. */
export const STYLES = ['chronicle', 'plain'] as const;
export type Style = (typeof STYLES)[number];

/** Why what a model wrote is not used. */
export const WORDING_FAULTS = ['dropped', 'uncited', 'invented', 'unreserved', 'unsupported', 'failed'] as const;
export type WordingFault = (typeof WORDING_FAULTS)[number];

/** Words sentences anew by asking elsewhere. Nothing of it is believed: it is held to the sentences that it was given. */
export interface Storyteller {
  /** Who answers, as it stands in the answer: `llm:<model>`. */
  readonly name: string;
  /**
   * Rejects when there is no answer in time, or none that can be used.
   * @param sentences in their order; `from` of what comes back counts them from 1
   */
  tell(sentences: readonly string[], style: string): Promise<{ text: string; from: number[] }[]>;
}
