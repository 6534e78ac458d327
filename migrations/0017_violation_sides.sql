-- Which violations a claim or a relation is a side of: what follows when it stands no longer has to find them.

CREATE TABLE violation_sides (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  side_id uuid NOT NULL,
  violation_id uuid NOT NULL,
  PRIMARY KEY (org_id, project, side_id, violation_id)
);
COMMENT ON TABLE violation_sides IS 'Index of violations by what they are between; derivable from violations';
COMMENT ON TABLE violations IS 'pair_key names what the violation was first found between; sides are all that say so by now';
COMMENT ON COLUMN jobs.claim_id IS 'What the work is about: a claim; of recheck_relation, a relation';

ALTER TABLE violation_sides ENABLE ROW LEVEL SECURITY;
ALTER TABLE violation_sides FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON violation_sides USING (org_id = current_setting('loreguard.org_id', true));

-- Row-level security may hold whoever migrates, so each organisation is entered.
DO $$
DECLARE org text;
BEGIN
  FOR org IN SELECT org_id FROM orgs LOOP
    PERFORM set_config('loreguard.org_id', org, true);
    INSERT INTO violation_sides (org_id, project, side_id, violation_id)
    SELECT DISTINCT v.org_id, v.project, side, v.id FROM violations v, unnest(v.sides) AS side WHERE v.org_id = org;
  END LOOP;
END $$;
