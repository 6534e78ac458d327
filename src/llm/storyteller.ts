import type { Storyteller } from '../core/storyteller.js';
import { type ModelOptions, openModel } from './model.js';
import { STORY_PROMPT, storyMessage } from './prompts/story.js';
import { readTold, toldSchema } from './told.js';

/** A storyteller that asks a model behind an OpenAI-compatible endpoint. */
export async function openStoryteller(options: ModelOptions): Promise<Storyteller> {
  const model = await openModel(options, { name: 'story', schema: toldSchema() });
  return {
    name: `llm:${options.model}`,
    tell: (sentences, style) =>
      model.ask({ system: STORY_PROMPT, user: storyMessage(sentences, style), read: readTold }),
  };
}
