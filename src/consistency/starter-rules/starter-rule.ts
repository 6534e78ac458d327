import type { BuiltInRule } from '../plan.js';

/** A rule that comes with the program, on until a project says otherwise. */
export interface StarterRule {
  /**
   * The built-in rule that says the same and knows more: deaths that end a reign, provisional namesakes, what the project
   * allows. While that holds, and nobody made an error of this one, what this one finds beyond it is none.
   */
  restates?: BuiltInRule;
  id: string;
  description: string;
  cypher: string;
}
