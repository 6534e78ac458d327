/** What earlier steps were answered, by their names. */
// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever shape its operation has
export type Told = (name: string) => any;

/** One request of the story that the examples of the API tell, and what it has to be answered. */
export interface Step {
  /** The operation; of several steps of one, the first that succeeds is what "Try it out" is filled with. */
  operation: string;
  /** Unique; later steps name it. */
  name: string;
  summary: string;
  status: number;
  params?: Record<string, string> | ((told: Told) => Record<string, string>);
  query?: Record<string, string> | ((told: Told) => Record<string, string>);
  body?: object | ((told: Told) => object);
  /** Of a body that is lines of JSON. */
  lines?: (told: Told) => readonly object[];
  headers?: Record<string, string>;
}

export const by = (who: string, reason: string) => ({ who, reason });
