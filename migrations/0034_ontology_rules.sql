-- Rules of a world that somebody wrote: what they are, what they came to when they were last run, and windows between two times.

CREATE TABLE ontology_rules (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  cypher text,
  description text,
  parameters json NOT NULL DEFAULT '{}',
  severity text COLLATE "C" NOT NULL,
  enabled boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  who text NOT NULL,
  key_id uuid,
  PRIMARY KEY (org_id, project, id),
  CONSTRAINT ontology_rules_severity CHECK (severity IN ('warn', 'error'))
);
COMMENT ON TABLE ontology_rules IS 'Without a text it is a rule that comes with the program, of which the project sets whether it holds and how severe it is';

CREATE TABLE ontology_rule_runs (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  rule_id text COLLATE "C" NOT NULL,
  run_id uuid NOT NULL,
  at timestamptz NOT NULL,
  duration_ms double precision NOT NULL,
  found integer NOT NULL,
  is_cut boolean NOT NULL,
  error text,
  PRIMARY KEY (org_id, project, rule_id)
);
COMMENT ON TABLE ontology_rule_runs IS 'What each rule came to when it was last run; derivable by a run';

ALTER TABLE ontology_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE ontology_rules FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ontology_rules USING (org_id = current_setting('loreguard.org_id', true));
ALTER TABLE ontology_rule_runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE ontology_rule_runs FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ontology_rule_runs USING (org_id = current_setting('loreguard.org_id', true));

ALTER TABLE violations ADD COLUMN also_rule_ids text[] COLLATE "C" NOT NULL DEFAULT '{}';
COMMENT ON COLUMN violations.also_rule_ids IS 'Rules that somebody wrote and that find the same; they raise nothing of their own';

-- Where the relations of a type are, for rules that begin at no entity.
CREATE INDEX relations_by_type ON relations (org_id, project, type, id) WHERE system_until IS NULL;

-- The period between two bounds, as `period` of src/core/period.ts builds it. Of a bound: where its first unit begins,
-- where its last one does, and where that ends; null is open.
CREATE FUNCTION window_possible(from_lo bigint, until_last bigint, until_hi bigint) RETURNS int8range
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN from_lo >= until_hi THEN 'empty'::int8range
    WHEN from_lo >= until_last THEN int8range(from_lo, until_hi)
    ELSE int8range(from_lo, until_last)
  END
$$;
CREATE FUNCTION window_certain(from_lo bigint, from_last bigint, until_lo bigint, until_last bigint) RETURNS int8range
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN from_lo >= until_last OR from_last >= until_lo THEN 'empty'::int8range ELSE int8range(from_last, until_lo) END
$$;
CREATE FUNCTION window_tail(from_lo bigint, until_last bigint, until_hi bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN from_lo >= until_last THEN 0 ELSE coalesce(until_hi - until_last, 0) END
$$;
