-- What the detective has read of each project, by what it finds what belongs together, and what it found.

CREATE TABLE story_walks (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  seen_until timestamptz NOT NULL,
  seen_id uuid NOT NULL,
  settled_until timestamptz NOT NULL,
  late_at timestamptz,
  not_before timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  claims_read bigint NOT NULL DEFAULT 0,
  pairs_examined bigint NOT NULL DEFAULT 0,
  pairs_left_out bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (org_id, project)
);
COMMENT ON TABLE story_walks IS 'How far the versions of claims are read, in the order of their system time; whoever reads on moves not_before forward as a lease. What may have been stored late lies after settled_until';

CREATE TABLE story_reads (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  claim_id uuid NOT NULL,
  system_from timestamptz NOT NULL,
  PRIMARY KEY (org_id, project, claim_id)
);
COMMENT ON TABLE story_reads IS 'The last version of each claim that the detective has read';

CREATE TABLE story_keys (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  claim_id uuid NOT NULL,
  PRIMARY KEY (org_id, project, key, claim_id)
);
COMMENT ON TABLE story_keys IS 'Index of claims, active or not, by what they are about and the classes of their values; derivable from claims';
CREATE INDEX story_keys_of_claim ON story_keys (org_id, project, claim_id);

CREATE TABLE findings (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  claims_key text COLLATE "C" NOT NULL,
  claim_ids uuid[] NOT NULL,
  question text NOT NULL,
  detail json NOT NULL DEFAULT '{"asked":null,"against":null}',
  reader text COLLATE "C" NOT NULL,
  contradiction_id uuid,
  found_at timestamptz NOT NULL,
  settled_at timestamptz,
  settled_by text,
  settled_reason text,
  answer text COLLATE "C",
  key_id uuid,
  PRIMARY KEY (org_id, project, id),
  CONSTRAINT findings_kind CHECK (kind IN ('reversal', 'ambiguity', 'stale')),
  CONSTRAINT findings_status CHECK (status IN ('open', 'linked', 'answered', 'dismissed', 'gone')),
  CONSTRAINT findings_answer CHECK (answer IN ('yes', 'no'))
);
COMMENT ON TABLE findings IS 'claims_key names the set of claims, sorted; linked: the claims are the sides of a contradiction, which tells of it';
CREATE UNIQUE INDEX findings_claims ON findings (org_id, project, claims_key);
CREATE INDEX findings_by_status ON findings (org_id, project, status, id);

CREATE TABLE finding_claims (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  claim_id uuid NOT NULL,
  finding_id uuid NOT NULL,
  PRIMARY KEY (org_id, project, claim_id, finding_id)
);
COMMENT ON TABLE finding_claims IS 'Index of findings by the claims that they are about; derivable from findings';

ALTER TABLE story_walks ENABLE ROW LEVEL SECURITY;
ALTER TABLE story_walks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON story_walks USING (org_id = current_setting('loreguard.org_id', true));
ALTER TABLE story_reads ENABLE ROW LEVEL SECURITY;
ALTER TABLE story_reads FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON story_reads USING (org_id = current_setting('loreguard.org_id', true));
ALTER TABLE story_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE story_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON story_keys USING (org_id = current_setting('loreguard.org_id', true));
ALTER TABLE findings ENABLE ROW LEVEL SECURITY;
ALTER TABLE findings FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON findings USING (org_id = current_setting('loreguard.org_id', true));
ALTER TABLE finding_claims ENABLE ROW LEVEL SECURITY;
ALTER TABLE finding_claims FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON finding_claims USING (org_id = current_setting('loreguard.org_id', true));
