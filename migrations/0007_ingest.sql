-- Facts that come in bulk, under keys of their own, and claims whose words were erased.

CREATE TABLE natural_keys (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  claim_id uuid NOT NULL,
  PRIMARY KEY (org_id, project, key)
);
COMMENT ON TABLE natural_keys IS 'The claim of each ingested fact, by the SHA-256 of what names the fact at its source';

ALTER TABLE natural_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE natural_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON natural_keys USING (org_id = current_setting('loreguard.org_id', true));

ALTER TABLE claims DROP CONSTRAINT claims_status;
ALTER TABLE claims ADD CONSTRAINT claims_status CHECK (status IN ('active', 'superseded', 'cancelled', 'erased'));

-- The record by time, as a whole, of one person, of one kind and of one claim.
CREATE INDEX decisions_by_time ON decisions (org_id, project, made_at, id);
CREATE INDEX decisions_by_who ON decisions (org_id, project, who, made_at, id);
CREATE INDEX decisions_by_op ON decisions (org_id, project, op, made_at, id);
CREATE INDEX decisions_by_claim ON decisions (org_id, project, claim_id, made_at, id) WHERE claim_id IS NOT NULL;
CREATE INDEX actions_by_time ON actions (org_id, project, at, id);
CREATE INDEX actions_by_who ON actions (org_id, project, who, at, id);
CREATE INDEX actions_by_action ON actions (org_id, project, action, at, id);
CREATE INDEX actions_by_claim ON actions (org_id, project, claim_id, at, id) WHERE claim_id IS NOT NULL;
