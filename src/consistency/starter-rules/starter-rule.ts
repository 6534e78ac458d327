/** A rule that comes with the program, on until a project says otherwise. */
export interface StarterRule {
  id: string;
  description: string;
  cypher: string;
}
