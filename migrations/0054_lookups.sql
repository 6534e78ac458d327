-- What reads of names and of settled contradictions look up, and nothing else.

-- Contradictions between claims, so that those about a subject are found without a look at those between relations.
CREATE INDEX violations_of_claims ON violations (org_id, project, id) WHERE about = 'claim';

-- All that `lookup` answers of what is called so, in one statement: a function, as it goes on only where something is.
-- Of those that a name may mean (`name` is its key, and its id where it has the form of one), at most twenty: who they are,
-- their other names, what tells when they were by relations of the types `dating` as it was believed at `known`, and
-- what stands beside an answer that names them.
CREATE FUNCTION entity_looked_up(
  org text, of_project text, known timestamptz, name text[], of_type text, dating text[]
) RETURNS json LANGUAGE plpgsql STABLE AS $$
DECLARE
  no_ids CONSTANT uuid[] := '{}';
  called json;
  ids uuid[];
  names json;
  dates json;
BEGIN
  SELECT w.candidates[1] INTO called FROM entities_meant(org, of_project, name, of_type) w;
  SELECT array_agg(c.id) INTO ids FROM (
    SELECT (one->>0)::uuid AS id FROM json_array_elements(called) WITH ORDINALITY AS e (one, place)
    GROUP BY one->>0 ORDER BY min(place) LIMIT 20
  ) c;
  IF ids IS NULL THEN
    RETURN json_build_object('called', called);
  END IF;
  SELECT json_agg(json_build_array(n.entity_id, n.name) ORDER BY n.name) INTO names
  FROM unnest(ids) i (id) CROSS JOIN LATERAL (
    SELECT DISTINCT n.entity_id, n.name FROM entity_names n
    WHERE n.org_id = org AND n.project = of_project AND n.entity_id = i.id AND n.kind <> 'ref'
  ) n;
  SELECT json_agg(json_build_array(r.from_id, r.type, r.valid_certain, r.valid_possible, r.valid_tail, r.extraction,
    r.prophetic, r.is_disputed, r.kind) ORDER BY r.id) INTO dates
  FROM (
    SELECT r.*, s.kind FROM unnest(ids) i (id) CROSS JOIN LATERAL (
      SELECT * FROM relations r WHERE r.org_id = org AND r.project = of_project AND r.from_id = i.id
        AND r.type = ANY (dating) AND coalesce(r.system_from <= known, false)
        AND (r.system_until IS NULL OR r.system_until > known) AND r.status = 'active' LIMIT 100000
    ) r LEFT JOIN LATERAL (
      SELECT s.kind FROM lore_sources s
      WHERE s.org_id = org AND s.project = of_project AND s.id = r.source_id LIMIT 1
    ) s ON true
  ) r;
  RETURN json_build_object('called', called, 'names', names, 'dates', dates, 'beside', record_beside_2(
    org, of_project, known, ids, '{}', '{}', no_ids, no_ids, ids, no_ids, no_ids, no_ids, no_ids, no_ids, no_ids
  ));
END
$$;
