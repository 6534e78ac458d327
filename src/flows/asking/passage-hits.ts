import type { Lexicon } from '../../core/lexicon.js';
import type { Tenant } from '../../core/scope.js';
import { passageStems } from '../../lore/ingest/words.js';
import { pathsOf } from '../../store/queries/documents/documents.js';
import { searchChunks } from '../../store/queries/documents/search-chunks.js';
import type { Db } from '../../store/store.js';
import type { Hit, MatchedField } from './hit.js';
import { ASKED_MAX } from './question.js';
import { fitOf, meet, type Weighed } from './weighed.js';

/** Passages that are looked at more closely. */
const PASSAGES_MAX = 20;

/** The passages of documents as they are now that fit a question, unless they were stored after a time. */
export async function passageHits(
  db: Db,
  tenant: Tenant,
  { question, text, lexicon, knownAt }: { question: Weighed; text: string; lexicon: Lexicon; knownAt: string | null },
): Promise<Hit[]> {
  const stems = [...passageStems(text, lexicon).keys()].slice(0, ASKED_MAX);
  const chunks = await searchChunks(db, tenant, stems, PASSAGES_MAX, knownAt);
  const paths = await pathsOf(db, tenant, [...new Set(chunks.map(({ documentId }) => documentId))]);
  return chunks.map((chunk): Hit => {
    const { score } = fitOf(question, `${chunk.heading ?? ''}\n${chunk.text}`, lexicon);
    const texts: [MatchedField, string | null][] = [
      ['text', chunk.text],
      ['heading', chunk.heading],
    ];
    const { fields, words } = meet(question, texts, lexicon);
    const matched: MatchedField[] = fields.includes('heading') ? ['text', 'heading'] : ['text'];
    return {
      ...{ kind: 'passage', id: chunk.id, score, matched, words, marks: [], holds: null, supersededByHit: null },
      passage: { ...chunk, path: paths.get(chunk.documentId) ?? '' },
    };
  });
}
