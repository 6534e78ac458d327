import { fileURLToPath } from 'node:url';
import type { LoreDeps } from '../flows/documents/lore-deps.js';
import type { SweepDeps } from '../flows/sweep.js';
import { ingestFolder, readFolder } from './folder.js';

const PACKAGED = fileURLToPath(new URL('../../examples/lantern-coast', import.meta.url));

/** Where the example world is kept: a project of its own. */
export const EXAMPLE = { orgId: 'default', project: 'lantern-coast' };

/**
 * Sees to it that the example world is there.
 * @throws Error that names the first document that can't be stored
 */
export async function loadExample(deps: LoreDeps & SweepDeps, report: (error: unknown) => void): Promise<void> {
  const world = await readFolder(PACKAGED);
  const run = { tenant: EXAMPLE, author: { who: 'example', keyId: null }, runId: deps.ids.next() };
  const { documents } = await ingestFolder(deps, world, run, report);
  for (const [at, outcome] of documents.entries()) {
    if (outcome.result !== 'failed') continue;
    const [error] = outcome.errors;
    throw new Error(
      `The example world can't be loaded: ${world.documents[at]?.uri}:${error?.line}: ${error?.path} ${error?.message}`,
    );
  }
}
