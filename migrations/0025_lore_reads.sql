-- What the lore tools read beside single relations, and what a session of questions has been about.

-- Few of all relations: those that say when events took place.
CREATE INDEX relations_dating ON relations (org_id, project, type, id)
WHERE type IN ('OCCURRED_ON', 'OCCURRED_DURING');

CREATE TABLE lore_sessions (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  session text COLLATE "C" NOT NULL,
  caller text COLLATE "C" NOT NULL,
  started_at timestamptz NOT NULL,
  used_at timestamptz NOT NULL,
  entities uuid[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (org_id, project, session, caller)
);
COMMENT ON TABLE lore_sessions IS 'entities are those that its answers were about, latest first; caller is the API key, empty for the bootstrap key; deleted by age';
CREATE INDEX lore_sessions_age ON lore_sessions (org_id, project, used_at);

CREATE TABLE lore_calls (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  session text COLLATE "C" NOT NULL,
  caller text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  at timestamptz NOT NULL,
  tool text COLLATE "C" NOT NULL,
  query json NOT NULL DEFAULT '{}',
  status integer NOT NULL,
  entities uuid[] NOT NULL DEFAULT '{}',
  caveats text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (org_id, project, session, caller, id)
);
COMMENT ON TABLE lore_calls IS 'What a session asked and which caveats it was answered with, for review; deleted with it';

ALTER TABLE lore_sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE lore_sessions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON lore_sessions USING (org_id = current_setting('loreguard.org_id', true));
ALTER TABLE lore_calls ENABLE ROW LEVEL SECURITY;
ALTER TABLE lore_calls FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON lore_calls USING (org_id = current_setting('loreguard.org_id', true));
