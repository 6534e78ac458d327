import type { Tenant } from '../../core/scope.js';
import { withoutStatements } from '../../lore/ingest/prose/erase.js';
import { countPassageWords, passageStems } from '../../lore/ingest/words.js';
import { type Chunk, listChunkVersions, replaceChunks } from '../../store/queries/documents/chunks.js';
import { eraseHeading, placesOfClaim } from '../../store/queries/documents/document-claims.js';
import type { Deps } from '../deps.js';
import { inTurns } from '../in-turns.js';
import { Turns } from '../turns.js';

/**
 * Takes the words of a claim out of the passages of the documents that say or said it, those of earlier texts too, and out
 * of the titles and headings that they are.
 */
export async function eraseFromPassages(
  deps: Pick<Deps, 'store' | 'clock' | 'lexicon'>,
  tenant: Tenant,
  claimId: string,
  statements: readonly string[],
): Promise<void> {
  const stemsOf = (text: string) => passageStems(text, deps.lexicon);
  await deps.store.tenant(tenant.orgId, async (db) => {
    for (const { documentId, starts, ends } of await placesOfClaim(db, tenant, claimId)) {
      const span = { start: starts, end: ends };
      const chunks = await listChunkVersions(db, tenant, documentId);
      const erased = await inTurns(new Turns(deps.clock), chunks, (chunk) =>
        withoutStatements(chunk, statements, [span]),
      );
      const changed = erased.flatMap((now, at): { before: Chunk; now: Chunk }[] => {
        const before = chunks[at];
        const isSame = before === undefined || (before.text === now.text && before.heading === now.heading);
        return isSame ? [] : [{ before, now: { ...now, words: countPassageWords(now.text) } }];
      });
      await replaceChunks(db, tenant, changed, stemsOf);
      for (const statement of statements) await eraseHeading(db, tenant, documentId, statement);
    }
  });
}
