-- What a session came to know or wrote of claims, so that its questions find those first; and relations by when they changed.

ALTER TABLE lore_sessions ADD COLUMN claims uuid[] NOT NULL DEFAULT '{}';
COMMENT ON TABLE lore_sessions IS 'entities are those that its answers were about, claims those that they showed or stored, latest first; caller is the API key, empty for the bootstrap key; deleted by age';
