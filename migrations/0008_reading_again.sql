-- Claims that nobody guarded, and claims that are read again.

ALTER TABLE claims ADD COLUMN unguarded text COLLATE "C";
COMMENT ON COLUMN claims.unguarded IS 'failed_open: nobody could read it; forced: stored in spite of a conflict; null for all others';

-- What was stored before this column. The policy would hide every row from an owner that it holds.
ALTER TABLE claims NO FORCE ROW LEVEL SECURITY;
UPDATE claims SET unguarded = CASE WHEN normalizer_state = 'failed_open' THEN 'failed_open' ELSE 'forced' END
WHERE NOT guarded AND decision_id IS NOT NULL;
ALTER TABLE claims FORCE ROW LEVEL SECURITY;

CREATE INDEX claims_unguarded ON claims (org_id, project, id)
WHERE system_until IS NULL AND status = 'active' AND unguarded IS NOT NULL;

CREATE TABLE rereads (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  norm_version integer NOT NULL,
  started_at timestamptz NOT NULL,
  leased_until timestamptz NOT NULL,
  cursor uuid NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (org_id, project, norm_version)
);
COMMENT ON TABLE rereads IS 'How far the claims of a project are read again by a newer normalizer; whoever goes on holds a lease';

ALTER TABLE rereads ENABLE ROW LEVEL SECURITY;
ALTER TABLE rereads FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON rereads USING (org_id = current_setting('loreguard.org_id', true));
