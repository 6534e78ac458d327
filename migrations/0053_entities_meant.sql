-- Names are resolved within the statement that reads what is asked of them, so that a question about a world is one statement.

-- Who is meant by names: `names` has of each its key, and its id where it has the form of one, or null. Of each, the one
-- that is read, as it is found best (by id, by name, by alias), and those that may be meant, best first: id, name, type,
-- whether somebody vouches for it, and how it was found (0, 1, 2). Where several are found as well, the caller asks back.
CREATE FUNCTION entities_meant(
  org text, of_project text, names text[], of_type text, OUT meant uuid[], OUT candidates json[]
) LANGUAGE plpgsql STABLE AS $$
DECLARE
  wanted text COLLATE "C";
  wanted_id uuid;
  one entities;
  best uuid;
  listed json;
BEGIN
  FOR n IN 1 .. cardinality(names) / 2 LOOP
    wanted := names[n * 2 - 1];
    wanted_id := names[n * 2]::uuid;
    best := NULL;
    listed := NULL;
    IF wanted_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM entity_names s WHERE s.org_id = org AND s.project = of_project AND s.key = wanted
    ) THEN
      -- An id that nothing is named by, as most are: two look-ups, without the frame of the search below.
      SELECT * INTO one FROM entities e WHERE e.org_id = org AND e.project = of_project AND e.id = wanted_id LIMIT 1;
      IF one.merged_into IS NOT NULL THEN
        SELECT * INTO one FROM entities e
        WHERE e.org_id = org AND e.project = of_project AND e.id = one.merged_into LIMIT 1;
      END IF;
      IF of_type IS NULL OR one.type = of_type THEN
        best := one.id;
      END IF;
      IF best IS NOT NULL THEN
        listed := json_build_array(json_build_array(one.id, one.name, one.type, one.lore_verified, 0));
      END IF;
    ELSE
      SELECT (array_agg(c.id ORDER BY c.way, c.id))[1],
        json_agg(json_build_array(c.id, c.name, c.type, c.lore_verified, c.way) ORDER BY c.way, c.id)
      INTO best, listed FROM (
        SELECT e.id, e.name, e.type, e.lore_verified, f.way FROM (
          SELECT s.entity_id, CASE WHEN s.kind = 'name' THEN 1 ELSE 2 END AS way FROM entity_names s
          WHERE s.org_id = org AND s.project = of_project AND s.key = wanted
          UNION ALL
          SELECT wanted_id, 0 WHERE wanted_id IS NOT NULL
        ) f CROSS JOIN LATERAL (
          SELECT coalesce(e.merged_into, e.id) AS id FROM entities e
          WHERE e.org_id = org AND e.project = of_project AND e.id = f.entity_id LIMIT 1
        ) met CROSS JOIN LATERAL (
          SELECT e.id, e.name, e.type, e.lore_verified FROM entities e
          WHERE e.org_id = org AND e.project = of_project AND e.id = met.id LIMIT 1
        ) e WHERE of_type IS NULL OR e.type = of_type
        LIMIT 1000
      ) c;
    END IF;
    meant := meant || best;
    candidates := candidates || coalesce(listed, '[]'::json);
  END LOOP;
END
$$;
