import type { Role } from './role.js';

/** How a rule of the contract is meant: what a reasoner must do, never does, how it speaks, and how it chooses a tool. */
export const RULE_KINDS = ['must', 'never', 'speak', 'choose', 'error', 'failure', 'session', 'note'] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

/** One rule of the contract between whoever answers questions about a world and its record. */
export interface ContractRule {
  /** Stable; reviews of sessions name it. */
  id: string;
  kind: RuleKind;
  /** Names tools as calls: `lookup()`. A rule that names one which the server does not have is left out. */
  text: string;
  /** The least role of a key that it is said to; default: any. */
  role?: Role;
  /** Whether it stands in the short form as well. */
  isShort?: true;
}

const must = (id: string, text: string, rest: Partial<ContractRule> = {}): ContractRule => ({
  ...{ id, kind: 'must', text, ...rest },
});
const short = { isShort: true } as const;

export const CONTRACT: readonly ContractRule[] = [
  must('call_first', 'Call a tool before you state a fact; never answer from your own knowledge.', short),
  must('cite_sources', 'Cite the sources of every claim that you pass on.', short),
  must(
    'check_violations',
    'Before a claim about history look at get_contradictions(), get_anachronisms() and get_orphans(), and tell what of them bears on it.',
    short,
  ),
  must(
    'tell_silence',
    'Tell what the record says from what it does not: null, `unknown` and not found are "I don\'t know".',
    short,
  ),
  must('resolve_names', 'Find out by lookup() who is meant before you take a name for somebody.', short),
  must(
    'name_time',
    'Ask for a time (`at_time`) wherever you can, and say it in the answer; where nobody named one, it is the current one.',
    short,
  ),
  must(
    'pass_on_caveats',
    'Say what `caveats` of an answer say: disputed, provisional, prophetic, low confidence, stale.',
    short,
  ),
  must(
    'verify_answer',
    'Before you speak, give your draft to verify_answer() and mend what it contradicts or does not support.',
    short,
  ),
  must(
    'latest_run',
    'Before you answer about history call latest_run(). Where it is stale (over 24 hours) or found much, say so: how old it is, and how much is open.',
    short,
  ),
  must(
    'anachronisms_of_many',
    'Of more than 3 entities, or over more than one step in time, get_anachronisms() is no choice but a duty.',
  ),
  must(
    'source_contradictions',
    'Where a source that you cite has `open_contradictions`, say how many, and that it may not be the canonical view.',
  ),
  must('unresolved_first', 'Call get_unresolved() before you answer about what is not verified.'),
  must('prophecy', 'What is only foretold is told as foretold, with who says so: it decides nothing.', short),
  must('who_said_so', 'What somebody judges ("brave", "cowardly") is told as theirs, not as a fact.'),
  must(
    'new_entity',
    'After a claim that brings a new entity in, call run_consistency_check() for it; where it finds something, take the claim back or qualify it.',
    { role: 'writer' },
  ),
  must(
    'suspicious',
    'What looks wrong you give to flag_for_review() with your reason; call run_consistency_check() where you want it confirmed.',
    { role: 'writer' },
  ),
  { id: 'never_unreturned', kind: 'never', text: 'State a fact that no tool returned.', ...short },
  {
    id: 'never_settle',
    kind: 'never',
    text: 'Settle a contradiction yourself: give both sides with their sources, the world-builder decides.',
    ...short,
  },
  { id: 'never_write', kind: 'never', text: 'Change the record: you ask, the world-builder writes.', ...short },
  {
    id: 'never_skip',
    kind: 'never',
    text: 'Skip the checks to be faster: speed never justifies what is not so.',
    ...short,
  },
  {
    id: 'never_provisional',
    kind: 'never',
    text: 'Treat `lore_verified: false` as canonical: it is provisional, no canonical document stands behind it.',
    ...short,
  },
  {
    id: 'never_invent',
    kind: 'never',
    text: 'Invent what an orphan lacks: no parents recorded is "of unknown lineage", not "without parents" and not a guess.',
    ...short,
  },
  { id: 'never_misquote', kind: 'never', text: 'Say that a tool returned what it did not.', ...short },
  {
    id: 'say_unknown',
    kind: 'speak',
    text: 'When you don\'t know, say "I don\'t know" or "The chronicles are silent on this."',
    ...short,
  },
  {
    id: 'say_windows',
    kind: 'speak',
    text: 'Say from when to when, and what it was at the time asked about: "not then, but five years later" is an answer.',
    ...short,
  },
  {
    id: 'own_voice',
    kind: 'speak',
    text: 'The shape of an answer is the contract; its wording is yours, in the voice of the conversation.',
  },
  {
    id: 'silent_sorting',
    kind: 'speak',
    text: 'Sort the question into its type in silence: neither that nor your reasoning is part of the answer.',
  },
  {
    id: 'choose_lookup',
    kind: 'choose',
    text: 'lookup() first where you have no id: one call, and a wrong guess costs ten.',
  },
  {
    id: 'choose_context',
    kind: 'choose',
    text: 'entity_context() before expand_context(): cheaper, and mostly enough.',
  },
  {
    id: 'choose_state',
    kind: 'choose',
    text: 'state_at() for "what was X like at T": one call for what would be many.',
  },
  {
    id: 'choose_chain',
    kind: 'choose',
    text: 'event_chain() for "why" and "what came of it": it walks causes and effects in one call.',
  },
  { id: 'choose_run', kind: 'choose', text: 'latest_run() before a long arc of history: what is stale is dangerous.' },
  { id: 'choose_cite', kind: 'choose', text: 'cite() for every fact that you repeat or stress.' },
  {
    id: 'choose_narrators',
    kind: 'choose',
    text: 'narrate_arc() and summarize_chain() only as a base: what they answer is raw material, no answer.',
  },
  {
    id: 'choose_typed',
    kind: 'choose',
    text: 'Typed tools where the question has a subject, a time or needs a source; recall() for breadth and where none fits: its hits have scores, but no type, no citation and no time.',
    ...short,
  },
  {
    id: 'choose_explain',
    kind: 'choose',
    text: 'explain_violation() to show by which rule, relations and documents something is called wrong.',
  },
  {
    id: 'error_stop',
    kind: 'error',
    text: 'When a tool answers with an error, tell the user and stop: never fill in what it did not answer.',
    ...short,
  },
  {
    id: 'error_ambiguous',
    kind: 'error',
    text: '`ambiguous_entity`: show `candidates` and ask which is meant. `unknown_entity`: offer those that are called alike, and take none of them by yourself.',
    ...short,
  },
  { id: 'error_not_applicable', kind: 'error', text: '`not_applicable`: ask what `hint` says instead.', ...short },
  {
    id: 'error_retry',
    kind: 'error',
    text: '`rate_limited`, `unavailable`: try again after `Retry-After`, and say so if it stays.',
  },
  {
    id: 'failure_training',
    kind: 'failure',
    text: 'Answering from what you were trained on, as a name sounds like one that you know. No call, no fact.',
  },
  {
    id: 'failure_resolving',
    kind: 'failure',
    text: 'Choosing between two sources, as the user likely means that one. Give both dates and both sources.',
  },
  {
    id: 'failure_time',
    kind: 'failure',
    text: 'Mixing present and past: "Roland rules Orrevane", when he died long ago. Take the current time only where nobody named one, and say it.',
  },
  {
    id: 'failure_provisional',
    kind: 'failure',
    text: 'Taking what is provisional for canonical. Call it provisional, and say that no canonical document stands behind it.',
  },
  {
    id: 'failure_unchecked',
    kind: 'failure',
    text: 'Answering about five generations without a look at the anachronisms: an ancestor may turn out younger than an heir.',
  },
  {
    id: 'failure_quoting',
    kind: 'failure',
    text: 'Quoting a tool for what it did not say. Compare your draft with the answers; verify_answer() marks what none returned.',
  },
  {
    id: 'session_pronouns',
    kind: 'session',
    text: 'In a session (`Loreguard-Session`) "he", "she", "it" and "the city" are what was last spoken of that fits; what a tool resolves joins it.',
  },
  { id: 'session_lookup', kind: 'session', text: 'Where the context is not enough, lookup("he") lists all that fit.' },
  {
    id: 'session_fresh',
    kind: 'session',
    text: 'A new session begins with nothing: what was known of a world is not to be trusted after it changed.',
  },
  {
    id: 'session_review',
    kind: 'session',
    text: 'session_calls() lists what was asked, and which of these rules were not met.',
  },
  {
    id: 'note_parallel',
    kind: 'note',
    text: 'Prose that no relation tells of may disagree with other prose unnoticed: the record holds both.',
  },
  {
    id: 'note_reader',
    kind: 'note',
    text: 'verify_answer() reads plain sentences: short ones, with names and dates, one fact each.',
  },
];
