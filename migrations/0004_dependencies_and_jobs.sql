-- What a claim depends on, and work that a write leaves for later.

ALTER TABLE claims ADD COLUMN depends_on uuid[] NOT NULL DEFAULT '{}';

CREATE TABLE dependencies (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  depends_on uuid NOT NULL,
  claim_id uuid NOT NULL,
  PRIMARY KEY (org_id, project, depends_on, claim_id)
);
COMMENT ON TABLE dependencies IS 'Index of active claims by what they depend on; derivable from claims';

CREATE TABLE jobs (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  claim_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  not_before timestamptz NOT NULL,
  PRIMARY KEY (org_id, project, kind, claim_id)
);
COMMENT ON TABLE jobs IS 'Work still to be done; whoever takes a job moves not_before forward as a lease';

ALTER TABLE dependencies ENABLE ROW LEVEL SECURITY;
ALTER TABLE dependencies FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON dependencies USING (org_id = current_setting('loreguard.org_id', true));
ALTER TABLE jobs ENABLE ROW LEVEL SECURITY;
ALTER TABLE jobs FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON jobs USING (org_id = current_setting('loreguard.org_id', true));
