-- What a session came to know or wrote of claims, so that its questions find those first; and relations by when they changed.

ALTER TABLE lore_sessions ADD COLUMN claims uuid[] NOT NULL DEFAULT '{}';
COMMENT ON TABLE lore_sessions IS 'entities are those that its answers were about, claims those that they showed or stored, latest first; caller is the API key, empty for the bootstrap key; deleted by age';

-- What changed between two system times is read in its order.
CREATE INDEX relations_by_system_time ON relations (org_id, project, system_from, id);
CREATE INDEX entities_by_time ON entities (org_id, project, created_at, id);
