import { loadLexicon } from '../../src/start/lexicons.js';

/** The lexicons of the package, compiled once for all the tests of this process: nothing changes them. */
export const lexicon = loadLexicon();
