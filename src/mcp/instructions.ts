import { harnessFor, harnessText } from '../tools/harness/text.js';
import type { Serving } from './serving.js';

/** What the server tells a model of itself as a memory: at most 300 tokens. */
export const INSTRUCTIONS = [
  "Loreguard is shared memory that can't contradict itself. What you write is compared with what is believed before it is stored.",
  'Ask before you decide: look for what is believed about your subject. Write down decisions, rules and facts with remember, what you read somewhere with learn and its source, one sentence each, with its reason.',
  'An answer with result "refused" is no error: nothing was stored. Read conflicts[] and why; then call one of ways[] with its arguments as they are and what fill names added, or leave what is stored. Never reword a statement to get it past the guard, and force an exception only if a person says so.',
  'An error has code, detail and what_to_do. Send the same call again only where it says so.',
  'Cite claims by id. What is not stored is unknown, not false. What is disputed must be told as disputed.',
  'Resources: loreguard://claims/{id}, its /history, loreguard://decisions/{id}, loreguard://contradictions, loreguard://calendar, loreguard://types, loreguard://harness, loreguard://problems/{code}.',
].join('\n');

/** What goes with the tools that are listed: of a memory how to write to it, of a world the contract of a reasoner. */
export function instructionsFor({ tools, toolsets, role }: Pick<Serving, 'tools' | 'toolsets' | 'role'>): string {
  if (!toolsets.includes('lore')) return INSTRUCTIONS;
  const contract = harnessText(harnessFor(tools, role, 'prompt'), 'prompt');
  const isAlone = toolsets.every((toolset) => toolset === 'lore');
  return isAlone ? contract : `${INSTRUCTIONS}\n\n${contract}`;
}
