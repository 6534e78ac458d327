-- What the guard decided and what curators did, both append-only, and one view over the two.

CREATE TABLE decisions (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  made_at timestamptz NOT NULL,
  op text COLLATE "C" NOT NULL,
  who text NOT NULL,
  statement text NOT NULL,
  result text COLLATE "C" NOT NULL,
  tier text COLLATE "C" NOT NULL,
  claim_id uuid,
  claim_system_from timestamptz,
  record json NOT NULL,
  request json NOT NULL,
  timings json NOT NULL,
  PRIMARY KEY (org_id, project, id),
  CONSTRAINT decisions_result CHECK (result IN ('stored', 'unchanged', 'conflict'))
);
COMMENT ON TABLE decisions IS 'Every decision of the guard, refusals included; cites the claim version (id, system_from)';

CREATE TABLE actions (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  at timestamptz NOT NULL,
  who text NOT NULL,
  action text COLLATE "C" NOT NULL,
  claim_id uuid,
  reason text,
  detail jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (org_id, project, id)
);
COMMENT ON TABLE actions IS 'What people did on the record without a decision of the guard: cancel, curator actions';

ALTER TABLE decisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE decisions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON decisions USING (org_id = current_setting('loreguard.org_id', true));
ALTER TABLE actions ENABLE ROW LEVEL SECURITY;
ALTER TABLE actions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON actions USING (org_id = current_setting('loreguard.org_id', true));

-- security_invoker: else the view would read with the rights of its owner, past row-level security.
CREATE VIEW audit WITH (security_invoker = true) AS
SELECT d.org_id, d.project, d.id, d.made_at AS at, d.who, d.op AS action, d.result, d.claim_id, NULL::text AS reason
FROM decisions d
UNION ALL
SELECT a.org_id, a.project, a.id, a.at, a.who, a.action, NULL::text AS result, a.claim_id, a.reason
FROM actions a;
