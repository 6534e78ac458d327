/** Names of sessions, as clients make them up. */
export const SESSION_NAME = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/;

/** What is told of a name that is none. */
export const SESSION_NAME_RULE = 'must be 1 to 100 letters, digits, dots, colons, hyphens or underscores';
