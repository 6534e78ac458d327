/** Commands of the API as plain data: made from the tool table when the package is built, read at every start. */

/** How the value of a field is written on a command line. */
export type FieldKind = 'text' | 'number' | 'flag' | 'list' | 'json';

/** One field of a request, and the option that fills it. */
export interface ApiField {
  /** Its way in the request: `['scope', 'env']`. */
  path: readonly string[];
  place: 'path' | 'query' | 'body';
  /** Without dashes: `valid-from`. */
  option: string;
  kind: FieldKind;
  choices: readonly string[];
  /** Sent where nothing is said; null: nothing is. */
  fallback: string | null;
  isRequired: boolean;
  description: string;
}

export interface ApiCommand {
  /** With dashes: `list-claims`. */
  name: string;
  /** operationId: `list_claims`, which is understood too. */
  operation: string;
  method: string;
  path: string;
  tag: string;
  /** Whether what it asks or writes may belong to a session. */
  takesSession: boolean;
  summary: string;
  description: string;
  /** The field that is written without an option; null: there is none. */
  argument: ApiField | null;
  fields: readonly ApiField[];
}
