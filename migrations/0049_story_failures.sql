-- Claims of which the detective could not read the story around, so that one of them never keeps it from the others.

CREATE TABLE story_failures (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  claim_id uuid NOT NULL,
  system_from timestamptz NOT NULL,
  attempts integer NOT NULL,
  not_before timestamptz,
  PRIMARY KEY (org_id, project, claim_id)
);
COMMENT ON TABLE story_failures IS 'The version of each claim that could not be read, or is being read with care; it is tried again at not_before, NULL: no more';
ALTER TABLE story_failures ENABLE ROW LEVEL SECURITY;
ALTER TABLE story_failures FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON story_failures USING (org_id = current_setting('loreguard.org_id', true));
