-- What a question finds claims by: the words of each, as rows, for the reason that 0012 gives.

ALTER TABLE claims ADD COLUMN words text[] COLLATE "C";
COMMENT ON COLUMN claims.words IS 'The words that it is found by, in the order of the text; null: nobody has listed them yet';
CREATE INDEX claims_without_words ON claims (org_id, project, id) WHERE words IS NULL;

CREATE TABLE claim_words (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  word text COLLATE "C" NOT NULL,
  claim_id uuid NOT NULL,
  PRIMARY KEY (org_id, project, word, claim_id)
);
COMMENT ON TABLE claim_words IS 'Index of active claims by their words; derivable from claims';

CREATE TABLE past_words (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  word text COLLATE "C" NOT NULL,
  claim_id uuid NOT NULL,
  PRIMARY KEY (org_id, project, word, claim_id)
);
COMMENT ON TABLE past_words IS 'The same for versions that are closed, so that what was believed then is found; erased with their words';

ALTER TABLE claim_words ENABLE ROW LEVEL SECURITY;
ALTER TABLE claim_words FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON claim_words USING (org_id = current_setting('loreguard.org_id', true));
ALTER TABLE past_words ENABLE ROW LEVEL SECURITY;
ALTER TABLE past_words FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON past_words USING (org_id = current_setting('loreguard.org_id', true));

-- What was forced or could not be read, as it was at a time.
CREATE INDEX claims_ever_unguarded ON claims (org_id, project, id) WHERE unguarded IS NOT NULL;

CREATE TABLE past_dependencies (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  depends_on uuid NOT NULL,
  claim_id uuid NOT NULL,
  PRIMARY KEY (org_id, project, depends_on, claim_id)
);
COMMENT ON TABLE past_dependencies IS 'Index of closed claims by what they depend on; derivable from claims';
-- Under FORCE a migration sees the rows of no tenant.
ALTER TABLE claims NO FORCE ROW LEVEL SECURITY;
INSERT INTO past_dependencies (org_id, project, depends_on, claim_id)
SELECT DISTINCT org_id, project, unnest(depends_on), id FROM claims
WHERE system_until IS NULL AND status IN ('superseded', 'cancelled') AND depends_on <> '{}';
ALTER TABLE claims FORCE ROW LEVEL SECURITY;

ALTER TABLE past_dependencies ENABLE ROW LEVEL SECURITY;
ALTER TABLE past_dependencies FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON past_dependencies USING (org_id = current_setting('loreguard.org_id', true));

-- What changed between two system times.
CREATE INDEX claims_by_system_time ON claims (org_id, project, system_from, id);
