-- Claims, what finds them, and what serialises writes to them.
-- The tenant (org_id, project) leads every key. There are no foreign keys: a shared parent row would be a hot spot
-- of the write path. Text keys collate by byte, so that no library of the machine changes the order of an index.
-- Documents that are read whole are json, not jsonb: quicker both ways, and the order of their fields is kept.

CREATE TABLE orgs (
  org_id text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id)
);
COMMENT ON TABLE orgs IS 'Registry of organisations, outside row-level security, so that workers can loop over tenants';

CREATE TABLE projects (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  context_version bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, project)
);
COMMENT ON TABLE projects IS 'A project comes into being with its first write';

CREATE TABLE claims (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  system_from timestamptz NOT NULL,
  system_until timestamptz,
  statement text NOT NULL,
  kind text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  who text NOT NULL,
  reason text,
  source text,
  entity text,
  tags text[] NOT NULL DEFAULT '{}',
  env text COLLATE "C",
  team text COLLATE "C",
  valid_from text,
  valid_until text,
  valid_certain int8range NOT NULL,
  valid_possible int8range NOT NULL,
  valid_tail bigint NOT NULL DEFAULT 0,
  reading json NOT NULL,
  norm_version integer NOT NULL,
  normalizer_state text COLLATE "C" NOT NULL,
  lock_keys text[] COLLATE "C" NOT NULL,
  recall_keys text[] COLLATE "C" NOT NULL,
  is_disputed boolean NOT NULL DEFAULT false,
  disputed_with uuid[] NOT NULL DEFAULT '{}',
  superseded_by uuid,
  supersedes uuid[] NOT NULL DEFAULT '{}',
  guarded boolean NOT NULL DEFAULT true,
  said_at timestamptz NOT NULL,
  decision_id uuid,
  PRIMARY KEY (org_id, project, id, system_from),
  CONSTRAINT claims_status CHECK (status IN ('active', 'superseded', 'cancelled')),
  CONSTRAINT claims_system_period CHECK (system_until > system_from)
);
COMMENT ON TABLE claims IS 'A row is a version: any change of status, period or dispute closes it and opens the next';
CREATE UNIQUE INDEX claims_open_version ON claims (org_id, project, id) WHERE system_until IS NULL;
CREATE INDEX claims_active ON claims (org_id, project, id) WHERE system_until IS NULL AND status = 'active';

CREATE TABLE recall_keys (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  claim_id uuid NOT NULL,
  PRIMARY KEY (org_id, project, key, claim_id)
);
COMMENT ON TABLE recall_keys IS 'Index of active claims by their lock and recall keys; derivable from claims';

CREATE TABLE guard_head (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, project, key)
) WITH (fillfactor = 70);
COMMENT ON TABLE guard_head IS 'One row a lock key: a write is stored only if the versions that it saw still stand';

ALTER TABLE projects ENABLE ROW LEVEL SECURITY;
ALTER TABLE projects FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON projects USING (org_id = current_setting('loreguard.org_id', true));
ALTER TABLE claims ENABLE ROW LEVEL SECURITY;
ALTER TABLE claims FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON claims USING (org_id = current_setting('loreguard.org_id', true));
ALTER TABLE recall_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE recall_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON recall_keys USING (org_id = current_setting('loreguard.org_id', true));
ALTER TABLE guard_head ENABLE ROW LEVEL SECURITY;
ALTER TABLE guard_head FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON guard_head USING (org_id = current_setting('loreguard.org_id', true));
