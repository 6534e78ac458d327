import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Catalogue } from './catalogue.js';
import { readResource } from './resources.js';

type Given = Readonly<Record<string, string>>;

interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: readonly { name: string; description: string; required: boolean }[];
  /** What the user says by it. */
  text(given: Given): string;
  /** Address of what goes with it. */
  resource?: (given: Given) => string;
}

const PROMPTS: readonly Prompt[] = [
  {
    name: 'resolve_conflict',
    title: 'Resolve a conflict',
    description: 'Find the right way out of a write that was refused.',
    arguments: [{ name: 'decision_id', description: 'decision_id of the refusal.', required: true }],
    resource: ({ decision_id }) => `loreguard://decisions/${decision_id}`,
    text: () =>
      [
        'A write was refused, as it contradicts what is believed. The decision is attached.',
        '1. Tell me in a sentence or two what each side says, who says so and why.',
        '2. Find out which of these it is. The world changed: supersede with reason_kind update. The stored claim was wrong: supersede with reason_kind revision, or cancel it. Both are right, in other places or at other times: write the new one again with its scope or dates. The stored claim is right: leave it.',
        '3. Say which way you would go, and wait for my answer before you supersede, cancel or force anything.',
        '4. Make the call, with the true reason, and tell me what was answered.',
      ].join('\n'),
  },
  {
    name: 'record_decision',
    title: 'Record a decision',
    description: 'Put what was decided into memory, so that it can be checked later.',
    arguments: [
      { name: 'decision', description: 'What was decided.', required: true },
      { name: 'reason', description: 'Why.', required: false },
    ],
    text: ({ decision, reason }) =>
      [
        `Record this decision: ${decision}`,
        reason === undefined ? 'Ask me for the reason if you do not know it.' : `The reason: ${reason}`,
        'Make one statement of each thing that is decided: who or what must, must not or may do what, with its values, and without "we" or "it". Give each its reason, and its scope and dates where it does not hold everywhere and always.',
        'Call check first. Where it would be refused, show me what it contradicts and the ways out, and write nothing until I choose. Else call remember, and give me the ids.',
      ].join('\n'),
  },
  {
    name: 'work_queue',
    title: 'Work the queue',
    description: 'Go through what waits for a curator.',
    arguments: [],
    resource: () => 'loreguard://contradictions',
    text: () =>
      [
        'Go through the open contradictions with me; the first page is attached, and get_contradictions has the others. They are settled with the tools of the toolset curate.',
        'For each: read it with get_contradiction, tell me both sides with who says so and why, and say what you would do and why: keep one, merge them, or dismiss it because both can stand.',
        'Settle it with resolve_contradiction only when I have said so, with my reason. Then go on with list_unguarded, for claims that nobody vouched for, and get_unresolved, for entities that nobody verified.',
      ].join('\n'),
  },
  {
    name: 'answer_about_world',
    title: 'Answer about the world',
    description: 'Answer a question from what is stored, with its sources.',
    arguments: [{ name: 'question', description: 'What is asked.', required: true }],
    text: ({ question }) =>
      [
        `Answer this from what is stored: ${question}`,
        'Use the tools; what you know from elsewhere does not count. Find out first who or what is meant, with lookup where you have it; where a name is ambiguous, ask me.',
        'Say at which time it holds. Where something is disputed, give both sides and do not choose. Where nothing is stored, say that it is unknown, not that it is not so. What comes from a doubtful or unverified source, call that.',
        'Cite the id of each claim or relation behind what it supports.',
      ].join('\n'),
  },
];

/** As clients list them. */
export function listPrompts() {
  return PROMPTS.map(({ name, title, description, arguments: wanted }) => ({
    ...{ name, title, description },
    ...(wanted.length > 0 && { arguments: [...wanted] }),
  }));
}

/** @throws ProtocolError for a name that none has, an argument that is missing, and an attachment that isn't there */
export async function getPrompt(catalogue: Catalogue, name: string, given: Given) {
  const prompt = PROMPTS.find((one) => one.name === name);
  if (prompt === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such prompt.');
  for (const { name: wanted, required } of prompt.arguments) {
    if (!required || given[wanted]?.trim()) continue;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${wanted} is required.`);
  }
  const role = 'user' as const;
  const text = { role, content: { type: 'text' as const, text: prompt.text(given) } };
  const uri = prompt.resource?.(given);
  if (uri === undefined) return { description: prompt.description, messages: [text] };
  const resource = await readResource(catalogue, uri);
  return {
    description: prompt.description,
    messages: [text, { role, content: { type: 'resource' as const, resource } }],
  };
}
