import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { DEFAULT_CONTEXT } from '../src/core/context.js';
import type { Lexicon } from '../src/core/lexicon.js';
import { EVERYWHERE } from '../src/core/scope.js';
import { wordsOfClaim } from '../src/flows/search-text.js';
import { lockKeys, recallKeys } from '../src/guard/keys.js';
import { read } from '../src/guard/pipeline.js';
import { statementOf } from './statements.js';

const BATCH = 2000;
export const PROJECT = 'bench';

const INSERT = `
WITH rows AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1)
    AS r (id uuid, statement text, reading jsonb, norm_version int, lock_keys text[], recall_keys text[], words text[], listed text[])
), claims AS (
  INSERT INTO claims (org_id, project, id, system_from, statement, kind, status, who, reason, valid_certain,
    valid_possible, reading, norm_version, normalizer_state, lock_keys, recall_keys, words, said_at)
  SELECT 'default', '${PROJECT}', id, clock_timestamp(), statement, 'decision', 'active', 'bench', 'To fill',
    '(,)', '(,)', reading, norm_version, 'read', lock_keys, recall_keys, words,
    clock_timestamp() FROM rows
), keys AS (
  INSERT INTO recall_keys (org_id, project, key, claim_id, size)
  SELECT DISTINCT 'default', '${PROJECT}', key, id, octet_length(statement) FROM rows, unnest(lock_keys || recall_keys) AS key
), words AS (
  INSERT INTO claim_words (org_id, project, word, claim_id)
  SELECT 'default', '${PROJECT}', word, id FROM rows, unnest(listed) AS word
)
INSERT INTO guard_head (org_id, project, key, version, changed_at)
SELECT DISTINCT 'default', '${PROJECT}', key, 1, clock_timestamp() FROM rows, unnest(lock_keys) AS key
ON CONFLICT DO NOTHING`;

/** Stores the first `size` statements as active claims of one project, past the API but with the same rows. */
export async function fill(
  url: string,
  lexicon: Lexicon,
  size: number,
  statements: (index: number) => string = statementOf,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("SET synchronous_commit = off; SELECT set_config('loreguard.org_id', 'default', false)");
  for (let start = 0; start < size; start += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, size - start) }, (_, n) => rowOf(statements(start + n), lexicon));
    await client.query(INSERT, [JSON.stringify(rows)]);
  }
  await client.query('VACUUM ANALYZE');
  await client.end();
}

function wordsIn(statement: string, lexicon: Lexicon): object {
  const { all, listed } = wordsOfClaim({ statement, entity: null, tags: [] }, lexicon);
  return { words: all, listed };
}

function rowOf(statement: string, lexicon: Lexicon): object {
  const input = { statement, scope: EVERYWHERE, from: null, until: null };
  const reading = read(input, DEFAULT_CONTEXT, lexicon, 0);
  const locks = lockKeys(reading);
  return {
    id: uuidv7(),
    statement,
    reading,
    norm_version: reading.normVersion,
    lock_keys: locks,
    recall_keys: recallKeys(reading).filter((key) => !locks.includes(key)),
    ...wordsIn(statement, lexicon),
  };
}

/** Bytes of a claim in such a database: of the claim itself, its keys and its heads, and of its words, indexes included. */
export async function bytesAClaim(url: string, size: number): Promise<{ guarded: number; words: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ guarded: string; words: string }>(
    `SELECT pg_total_relation_size('claims') + pg_total_relation_size('recall_keys') + pg_total_relation_size('guard_head') AS guarded,
      pg_total_relation_size('claim_words') AS words`,
  );
  await client.end();
  return { guarded: Number(rows[0]?.guarded) / size, words: Number(rows[0]?.words) / size };
}
