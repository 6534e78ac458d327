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
