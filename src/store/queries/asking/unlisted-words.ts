import type { Claim, ClaimWords } from '../../../core/claim.js';
import type { Db } from '../../tenant.js';
import { toJson } from '../../text.js';

/** A version of a claim whose words nobody has listed: it was stored by an older release. */
export interface Unlisted extends Pick<Claim, 'id' | 'statement' | 'entity' | 'tags'> {
  project: string;
  /** As Postgres prints it. */
  from: string;
}

/** So many versions of claims without words, of any project of the organisation of the connection. */
export function findUnlisted(db: Db, limit: number): Promise<Unlisted[]> {
  return db.run<Unlisted>({
    name: 'find_unlisted',
    text: `SELECT project, id, system_from::text AS from, statement, entity, tags FROM claims
      WHERE org_id = current_setting('loreguard.org_id', true) AND words IS NULL LIMIT $1`,
    values: [limit],
  });
}

/** Not where the claim was erased, or listed by another server, meanwhile. */
const LIST = `
WITH item AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1::json) AS i (project text, id uuid, "from" timestamptz, words text[])
), listed AS (
  UPDATE claims c SET words = item.words FROM item
  WHERE c.org_id = current_setting('loreguard.org_id', true) AND c.project = item.project AND c.id = item.id
    AND c.system_from = item."from" AND c.words IS NULL
  RETURNING c.org_id, c.project, c.id, c.words, c.system_until IS NULL AND c.status = 'active' AS is_active
), active AS (
  INSERT INTO claim_words (org_id, project, word, claim_id)
  SELECT org_id, project, word, id FROM listed, unnest(words) AS word WHERE is_active ON CONFLICT DO NOTHING
)
INSERT INTO past_words (org_id, project, word, claim_id)
SELECT DISTINCT org_id, project, word, id FROM listed, unnest(words) AS word WHERE NOT is_active ON CONFLICT DO NOTHING`;

/** Lists claims under their words. No version of theirs is opened: nothing that is believed changes. */
export async function listWords(db: Db, items: readonly (Unlisted & { words: ClaimWords })[]): Promise<void> {
  const rows = items.map(({ project, id, from, words }) => ({
    project,
    id,
    from,
    words: words.all,
    listed: words.listed,
  }));
  await db.run({ text: LIST, values: [toJson(rows)] });
}
