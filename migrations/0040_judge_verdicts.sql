-- What a judge said of pairs of claims that the rules left open, and of which write each verdict is.

CREATE TABLE judge_verdicts (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  incoming_id uuid NOT NULL,
  stored_id uuid NOT NULL,
  key text COLLATE "C" NOT NULL,
  decision_id uuid,
  judge text COLLATE "C" NOT NULL,
  model text NOT NULL,
  prompt_hash text COLLATE "C" NOT NULL,
  answer text COLLATE "C",
  fault text COLLATE "C",
  certainty double precision,
  quotes json,
  why text NOT NULL,
  judged_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, project, incoming_id, stored_id, key),
  CONSTRAINT judge_verdicts_said CHECK ((answer IS NULL) <> (fault IS NULL))
);
COMMENT ON TABLE judge_verdicts IS 'key is the hash of both texts with scopes and periods, of the prompt and of the model; quotes are places in the statements, not words';
CREATE INDEX judge_verdicts_key ON judge_verdicts (org_id, project, key);
CREATE INDEX judge_verdicts_stored ON judge_verdicts (org_id, project, stored_id);

ALTER TABLE judge_verdicts ENABLE ROW LEVEL SECURITY;
ALTER TABLE judge_verdicts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON judge_verdicts USING (org_id = current_setting('loreguard.org_id', true));
