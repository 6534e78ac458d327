import { describe, expect, it } from 'vitest';
import { DEFAULT_CONTEXT } from '../../../src/core/context.js';
import { EVERYWHERE } from '../../../src/core/scope.js';
import { read } from '../../../src/guard/pipeline.js';
import { loadLexicon } from '../../../src/start/lexicons.js';

const lexicon = loadLexicon();
const NOW = 1_767_225_600;

/** Of each clause its mood and its verb. */
function clausesOf(statement: string): string[] {
  const input = { statement, scope: EVERYWHERE, from: null, until: null };
  return read(input, DEFAULT_CONTEXT, lexicon, NOW).norms.map(
    ({ modality, tokens }) => `${modality} ${tokens.find(({ role }) => role === 'verb')?.stem ?? '-'}`,
  );
}

describe('the verb of a clause', () => {
  it.each([
    // A relative clause without a pronoun, and with one.
    ['The nginx image we bought runs as root.', ['is run']],
    ['The valves that we must inspect belong to the mill.', ['is own']],
    ['Rows which fail the check remain in the attic.', ['is remain']],
    ['We read the book that they wrote.', ['is read']],
    // A participle inside the subject.
    ['A baker named Odo holds the ferry rights.', ['is hold']],
    ['A job owned by the harbour office counts the barges.', ['is count']],
    ['The council named a new warden.', ['is name']],
    // "Get" with a participle.
    ['Wages get counted on Friday.', ['is count']],
    // Names that are verbs elsewhere, and verbs that are names elsewhere.
    ["May's outage was caused by a storm.", ['is cause']],
    ['Mark carries the lamp.', ['is carry']],
    ['Mark stones as heavy.', ['must mark']],
    ['Clients MAY retry.', ['may retry']],
    ['Version 4 arrives in May.', ['is arrive']],
    // Whom it is like.
    ['Like all other birds, the wrens of Orl arrive at dusk.', ['is arrive']],
    // The base form after many or several.
    ['Vases that stand in the hall belong to the abbot.', ['is own']],
    // What something is for.
    ['We pin versions so that builds can be repeated.', ['is pin']],
    ['The worker must not sleep so that the queue can drain.', ['must_not sleep']],
    // A condition without "if".
    ['Should the primary fail, promote the replica by hand.', ['must promote']],
    ['Were the gate open, the wolves would enter.', ['is enter']],
    // A subject behind its auxiliary, and a quantifier that floats.
    ['Never may a prince set foot here.', ['must_not set']],
    ['Only then does the worker answer the call.', ['is answer']],
    ['Guests must all sign the book.', ['must sign']],
    // What stands right before an object, where no verb is known.
    ['The copper moon silvers the lake.', ['is silver']],
    ['The old queen outlawed the dance.', ['is outlaw']],
    // Nobody.
    ['No one ever opened the crypt.', ['is_not open']],
  ])('of %j', (statement, clauses) => {
    expect(clausesOf(statement)).toEqual(clauses);
  });
});

describe('verbs that share a subject', () => {
  it.each([
    ['The proxy strips cookies, rewrites the header and forwards the rest.', ['is strip', 'is rewrite', 'is forward']],
    ['Sort the letters and burn the envelopes.', ['must sort', 'must burn']],
    ['The pump burns oil and is not exposed to the yard.', ['is burn', 'is_not expose']],
    ['Letters are stored sealed and never leave the abbey.', ['is store', 'is_not leave']],
    ['You are welcome to copy the map, but do not sell the copies.', ['may copy', 'must_not sell']],
    // What is denied behind another verb is not denied of the first.
    ['The gate that leads to the yard opens at dawn and is not painted.', ['is open']],
    // Two nouns are no verbs; an order of steps stays whole.
    ['The archive keeps maps and charts.', ['is keep']],
    ['Pack the cups first and wash the plates afterwards.', ['must pack']],
  ])('in %j', (statement, clauses) => {
    expect(clausesOf(statement)).toEqual(clauses);
  });
});
