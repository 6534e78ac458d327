import type { FindingKind } from './finding.js';

/** A line of a story that a model reads. */
export interface StoryLine {
  /** Short, and of this story only: s1, s2 … */
  id: string;
  /** ISO 8601, to the minute. */
  at: string;
  /** "production / infra"; null: everywhere. */
  scope: string | null;
  statement: string;
}

/** What a model finds: lines of the story, and what a person is to be asked. */
export interface StoryFinding {
  lineIds: string[];
  kind: FindingKind;
  question: string;
}

/** What asking cost, by what the endpoint says; 0 where it says nothing. */
export interface AskingCost {
  requests: number;
  promptTokens: number;
  completionTokens: number;
}

/** A language model that reads stories. */
export interface StoryReader {
  /** `llm:<model>` */
  readonly name: string;
  /** What confuses in the story. Rejects when the endpoint failed, or its answer can't be used. */
  read(lines: readonly StoryLine[]): Promise<{ found: StoryFinding[]; cost: AskingCost }>;
}
