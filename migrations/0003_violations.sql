-- One family of violations with one lifecycle; later kinds join here, never in a table of their own.

CREATE TABLE violations (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL,
  pair_key text COLLATE "C" NOT NULL,
  severity text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'open',
  flagged boolean NOT NULL DEFAULT false,
  run_id uuid,
  detected_at timestamptz NOT NULL,
  sides uuid[] NOT NULL,
  detail json NOT NULL DEFAULT '{}',
  PRIMARY KEY (org_id, project, id),
  CONSTRAINT violations_kind CHECK (kind IN ('contradiction', 'anachronism', 'ontology_violation', 'orphan')),
  CONSTRAINT violations_status CHECK (status IN ('open', 'resolved', 'dismissed'))
);
COMMENT ON TABLE violations IS 'pair_key names the unordered pair of what the violation is between';
CREATE UNIQUE INDEX violations_pair ON violations (org_id, project, kind, pair_key);
CREATE INDEX violations_open ON violations (org_id, project, id) WHERE status = 'open';

ALTER TABLE violations ENABLE ROW LEVEL SECURITY;
ALTER TABLE violations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON violations USING (org_id = current_setting('loreguard.org_id', true));
