import type { Lexicon } from '../core/lexicon.js';
import type { Norm } from '../core/norm.js';

/** "See X", "please visit Y"; not "read X before you …" */
export function isPointing({ predicate, modality }: Norm, statement: string, lexicon: Lexicon): boolean {
  return modality === 'must' && predicate !== null && isReferring(predicate, statement, lexicon);
}

function isReferring(verb: string, statement: string, { documents: { pointing, consulting } }: Lexicon): boolean {
  return pointing.has(verb) && !(consulting.has(verb) && IN_TIME.test(statement));
}

const IN_TIME = /\b(?:before|first|prior to)\b/i;

/** "See the guide", "`a.conf` is a template", "`npm test` — all tests": what only points somewhere, or says what a file or a command is. */
export function isReference(statement: string, lexicon: Lexicon): boolean {
  const [verb = ''] = /^[a-z]+(?= )/.exec(statement.toLowerCase()) ?? [];
  return isReferring(verb, statement, lexicon) || DEFINING.test(statement) || isCommand(statement);
}

const DEFINING = /^`[^`]*` (?:is|are|contains?|defines?|handles?|holds?|provides?) /;
/** A command or a path, and what it is: unlike the kind of a commit or a branch, "`fix:`", "`feature/`". */
function isCommand(statement: string): boolean {
  const [, code = ''] = EXPLAINED_CODE.exec(statement) ?? [];
  return /^[\w$./@~-].*[ /.:][^ /.:]/.test(code);
}

const EXPLAINED_CODE = /^`([^`]*)`(?: [—–-] |: | \()/;

/** "To start it, …", "for builds on Windows, …": how to do something; not "for every change, …". */
export function isPurpose(statement: string, { documents: { purposes } }: Lexicon): boolean {
  const text = statement.toLowerCase();
  return purposes.some((words) => text.startsWith(`${words} `)) && !UNIVERSAL.test(text);
}

const UNIVERSAL = /^for (?:all|any|each|every|new)\b/;
