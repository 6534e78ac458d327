import type { Tenant } from '../../core/scope.js';
import type { StoryTerms } from '../../detective/story.js';
import type { Deps } from '../deps.js';

const MINUTE_MS = 60_000;

/** By what the stories of a project are read: the words of the lexicon, and what the project has set. */
export async function termsOf(
  { contexts, lexicon }: Pick<Deps, 'contexts' | 'lexicon'>,
  tenant: Tenant,
): Promise<StoryTerms> {
  const { detective } = await contexts.of(tenant);
  return { words: lexicon.stories, sessionMs: detective.sessionWindowMinutes * MINUTE_MS };
}
