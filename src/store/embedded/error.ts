/** Why the embedded database can't be used, in words for the operator. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError';
}

/** What every message ends with: the way around the embedded database. */
export const WAY_OUT = 'Or set DATABASE_URL to a Postgres of your own (version 15 or later).';
