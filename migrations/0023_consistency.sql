-- Runs of the consistency engine, what a curator is asked to look at, and violations of every kind in one list.

CREATE TABLE consistency_runs (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  mode text COLLATE "C" NOT NULL,
  scope text COLLATE "C" NOT NULL,
  scope_id uuid,
  due_key text COLLATE "C",
  status text COLLATE "C" NOT NULL,
  who text NOT NULL,
  key_id uuid,
  requested_at timestamptz NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  lease_until timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  steps_done integer NOT NULL DEFAULT 0,
  steps_total integer NOT NULL DEFAULT 0,
  rules_run integer NOT NULL DEFAULT 0,
  violations_found integer NOT NULL DEFAULT 0,
  anachronisms_found integer NOT NULL DEFAULT 0,
  orphans_found integer NOT NULL DEFAULT 0,
  errors json NOT NULL DEFAULT '[]',
  PRIMARY KEY (org_id, project, id),
  CONSTRAINT consistency_runs_mode CHECK (mode IN ('live', 'batch')),
  CONSTRAINT consistency_runs_scope CHECK (scope IN ('entity', 'era', 'full', 'write')),
  CONSTRAINT consistency_runs_status CHECK (status IN ('queued', 'running', 'finished', 'failed'))
);
COMMENT ON TABLE consistency_runs IS 'due_key names the time of the schedule that asked for it. Whoever does a run moves lease_until forward; one whose lease ended is dead';
CREATE UNIQUE INDEX consistency_runs_one ON consistency_runs (org_id, project) WHERE status = 'running';
CREATE UNIQUE INDEX consistency_runs_asked ON consistency_runs (org_id, project, scope, scope_id) NULLS NOT DISTINCT
WHERE status = 'queued';
CREATE UNIQUE INDEX consistency_runs_due ON consistency_runs (org_id, project, due_key) WHERE due_key IS NOT NULL;
CREATE INDEX consistency_runs_waiting ON consistency_runs (org_id, requested_at) WHERE status IN ('queued', 'running');
CREATE INDEX consistency_runs_latest ON consistency_runs (org_id, project, finished_at) WHERE status = 'finished';
CREATE INDEX consistency_runs_full ON consistency_runs (org_id, project, finished_at)
WHERE status = 'finished' AND scope = 'full';
CREATE INDEX consistency_runs_requested ON consistency_runs (org_id, project, requested_at);

CREATE TABLE reviews (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  about text COLLATE "C" NOT NULL,
  node_id uuid NOT NULL,
  reason text NOT NULL,
  who text NOT NULL,
  key_id uuid,
  created_at timestamptz NOT NULL,
  closed_at timestamptz,
  closed_by text,
  closing_reason text,
  PRIMARY KEY (org_id, project, id),
  CONSTRAINT reviews_about CHECK (about IN ('entity', 'relation', 'claim', 'violation'))
);
COMMENT ON TABLE reviews IS 'What somebody asks a curator to look at, and why';
CREATE INDEX reviews_open ON reviews (org_id, project, id) WHERE closed_at IS NULL;
CREATE INDEX reviews_by_node ON reviews (org_id, project, node_id, id);

ALTER TABLE consistency_runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE consistency_runs FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON consistency_runs USING (org_id = current_setting('loreguard.org_id', true));
ALTER TABLE reviews ENABLE ROW LEVEL SECURITY;
ALTER TABLE reviews FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON reviews USING (org_id = current_setting('loreguard.org_id', true));

ALTER TABLE violations DROP CONSTRAINT violations_status;
ALTER TABLE violations ADD CONSTRAINT violations_status CHECK (status IN ('open', 'resolved', 'dismissed', 'suspected'));
ALTER TABLE violations ADD COLUMN rule_id text COLLATE "C";
COMMENT ON COLUMN violations.rule_id IS 'The rule that it breaks; null of what was opened before that was kept';
ALTER TABLE violations ADD COLUMN acknowledged_at timestamptz;
COMMENT ON COLUMN violations.acknowledged_at IS 'When a curator last said that it is known and stays open; null: nobody did';

-- Under FORCE a migration sees the rows of no tenant. Severity is what a human says of it, and nobody said that any were an error.
ALTER TABLE violations NO FORCE ROW LEVEL SECURITY;
UPDATE violations SET rule_id = detail->>'code' WHERE detail->>'code' IS NOT NULL;
UPDATE violations SET severity = 'warn' WHERE severity = 'high';
ALTER TABLE violations FORCE ROW LEVEL SECURITY;

-- A page of one kind, of one rule, or of what is an error, without the others being walked through.
CREATE INDEX violations_open_kind ON violations (org_id, project, kind, id) WHERE status = 'open';
CREATE INDEX violations_open_rule ON violations (org_id, project, kind, rule_id, id) WHERE status = 'open';
CREATE INDEX violations_open_error ON violations (org_id, project, kind, id) WHERE status = 'open' AND severity = 'error';
CREATE INDEX violations_by_status ON violations (org_id, project, kind, status, id) WHERE status <> 'open';

-- Where the violations of an entity are looked for: few of the relations of a hub are disputed.
CREATE INDEX relations_disputed_from ON relations (org_id, project, from_id, id) WHERE system_until IS NULL AND is_disputed;
CREATE INDEX relations_disputed_to ON relations (org_id, project, to_id, id)
WHERE system_until IS NULL AND is_disputed AND to_id IS NOT NULL;
CREATE INDEX relations_disputed_source ON relations (org_id, project, source_id, id)
WHERE system_until IS NULL AND is_disputed AND source_id IS NOT NULL;
CREATE INDEX violations_by_run ON violations (org_id, project, run_id) WHERE run_id IS NOT NULL;

ALTER TABLE chunks ADD COLUMN line integer;
COMMENT ON COLUMN chunks.line IS 'Line of the document on which it begins, from 1; null of what was stored before that was kept';
