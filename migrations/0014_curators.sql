-- What curators do: violations between relations too, how each was settled, and the record by what it is about.

ALTER TABLE violations ADD COLUMN about text COLLATE "C" NOT NULL DEFAULT 'claim';
ALTER TABLE violations ADD CONSTRAINT violations_about CHECK (about IN ('claim', 'relation', 'entity'));
ALTER TABLE violations ADD COLUMN resolution text COLLATE "C";
ALTER TABLE violations ADD CONSTRAINT violations_resolution CHECK (resolution IN ('keep', 'merge', 'dismiss', 'gone'));
ALTER TABLE violations ADD COLUMN resolved_at timestamptz;
COMMENT ON COLUMN violations.about IS 'What sides names: claims, relations or entities';
COMMENT ON COLUMN violations.resolution IS 'gone: its cause is no longer there, and nobody decided; null while it is open';

ALTER TABLE actions ADD COLUMN node_id uuid;
COMMENT ON COLUMN actions.node_id IS 'The entity, relation, source or violation that it was about';
CREATE INDEX actions_by_node ON actions (org_id, project, node_id, at, id) WHERE node_id IS NOT NULL;

CREATE OR REPLACE VIEW audit WITH (security_invoker = true) AS
SELECT d.org_id, d.project, d.id, d.made_at AS at, d.who, d.op AS action, d.result, d.claim_id, NULL::text AS reason,
  d.key_id, NULL::uuid AS node_id
FROM decisions d
UNION ALL
SELECT a.org_id, a.project, a.id, a.at, a.who, a.action, NULL::text AS result, a.claim_id, a.reason, a.key_id, a.node_id
FROM actions a;

-- Without statistics the planner takes the organisation and the project for a narrow choice, and may walk through all rows
-- of a tenant for each row that it looks up, until the first ANALYZE of a table that fills quickly. So each table is
-- analysed here as it looks with one tenant; the rows go again, what was learnt of them stays until there are real ones.
SELECT set_config('loreguard.org_id', 'statistics', true);
INSERT INTO entities (org_id, project, id, identity, type, name, created_at, who)
SELECT 'statistics', 'p', gen_random_uuid(), n, 't', n, now(), 'w' FROM generate_series(1, 300) n;
INSERT INTO entity_names (org_id, project, key, entity_id, document_id, name, kind)
SELECT 'statistics', 'p', name, id, id, name, 'name' FROM entities WHERE org_id = 'statistics';
INSERT INTO entity_grams (org_id, project, gram, key)
SELECT 'statistics', 'p', g, n FROM generate_series(1, 20) n, generate_series(1, 15) g;
INSERT INTO entity_declarations (org_id, project, document_id, entity_id)
SELECT 'statistics', 'p', gen_random_uuid(), id FROM entities WHERE org_id = 'statistics';
INSERT INTO lore_sources (org_id, project, id, uri, title, kind, created_at, who)
SELECT 'statistics', 'p', id, name, name, 'fanon', now(), 'w' FROM entities WHERE org_id = 'statistics';
INSERT INTO documents (org_id, project, id, path, source_id, title, format, hash, ingested_at, who)
SELECT 'statistics', 'p', id, name, id, name, 'f', name, now(), 'w' FROM entities WHERE org_id = 'statistics';
INSERT INTO chunks (org_id, project, id, document_id, ordinal, starts, text, words, system_from)
SELECT 'statistics', 'p', gen_random_uuid(), id, 0, 0, 't', 1, now() FROM entities WHERE org_id = 'statistics';
INSERT INTO chunk_words (org_id, project, word, chunk_id, hits)
SELECT 'statistics', 'p', name, id, 1 FROM entities WHERE org_id = 'statistics';
INSERT INTO relations (org_id, project, id, system_from, status, type, from_id, to_id, valid_certain, valid_possible,
  extraction, prophetic, document_id, said_key, guarded, who)
SELECT 'statistics', 'p', gen_random_uuid(), now(), 'active', 't', id, id, '(,)', '(,)', 1, false, id, name, false, 'w'
FROM entities WHERE org_id = 'statistics';
ANALYZE entities, entity_names, entity_grams, entity_declarations, lore_sources, documents, chunks, chunk_words, relations;
DELETE FROM relations WHERE org_id = 'statistics';
DELETE FROM chunk_words WHERE org_id = 'statistics';
DELETE FROM chunks WHERE org_id = 'statistics';
DELETE FROM documents WHERE org_id = 'statistics';
DELETE FROM lore_sources WHERE org_id = 'statistics';
DELETE FROM entity_declarations WHERE org_id = 'statistics';
DELETE FROM entity_grams WHERE org_id = 'statistics';
DELETE FROM entity_names WHERE org_id = 'statistics';
DELETE FROM entities WHERE org_id = 'statistics';
SELECT set_config('loreguard.org_id', '', true);
