-- The second edition of record_beside: it does not look up lives where nobody's are asked for, nor what is open where nothing
-- is named or disputed; and entities come as lists, with what they turned out to be only where one of them was merged.
-- Processes of the release before use the first one.

-- Of versions believed at `known`: the lives of `mortal` (relations of the types `life_from` from them and `life_to` to
-- them), the relations `changed` as they stand and what replaced them, names, sources, documents and passages of all of
-- that and of `ends`, `sources`, `documents` and `chunks`, and what is open against `named` and, of the relations
-- `disputed`, against the source at the same place of `disputed_sources`; and the open questions of the detective about
-- `claims`.
CREATE FUNCTION record_beside_2(
  org text, of_project text, known timestamptz, named uuid[], life_from text[], life_to text[], mortal uuid[],
  changed uuid[], ends uuid[], sources uuid[], documents uuid[], chunks uuid[], disputed uuid[], disputed_sources uuid[],
  claims uuid[]
) RETURNS json LANGUAGE plpgsql STABLE AS $$
DECLARE
  no_ids CONSTANT uuid[] := '{}';
  life_ends uuid[];
  life_sources uuid[];
  other_ends uuid[];
  other_sources uuid[];
  other_documents uuid[];
  other_chunks uuid[];
  lives json;
  others json;
  meant uuid[];
  told_entities json;
  told_meant json;
  told_sources json;
  told_documents json;
  told_passages json;
  open_sources uuid[];
  open_kinds text[];
  open_ids uuid[];
  open_news boolean[];
  unacknowledged int := 0;
  questions json;
  of_entities json;
  by_source json;
BEGIN
  IF cardinality(changed) > 0 THEN
    WITH stand AS MATERIALIZED (
      SELECT o.* FROM (SELECT DISTINCT unnest(changed)) w (id) CROSS JOIN LATERAL (
        SELECT * FROM relations r
        WHERE r.org_id = org AND r.project = of_project AND r.id = w.id AND r.system_until IS NULL LIMIT 1
      ) o
    ), replaced AS (
      SELECT superseded_by AS id FROM stand WHERE superseded_by IS NOT NULL EXCEPT SELECT id FROM stand
    ), every AS (
      SELECT * FROM stand
      UNION ALL
      SELECT o.* FROM replaced w CROSS JOIN LATERAL (
        SELECT * FROM relations r
        WHERE r.org_id = org AND r.project = of_project AND r.id = w.id AND r.system_until IS NULL LIMIT 1
      ) o
    )
    SELECT json_agg(relation_fields(ROW(e.*)::relations) ORDER BY e.id), array_agg(e.from_id) || array_agg(e.to_id),
      array_agg(e.source_id), array_agg(e.document_id), array_agg(e.chunk_id)
    INTO others, other_ends, other_sources, other_documents, other_chunks FROM every e;
  END IF;

  IF cardinality(mortal) > 0 THEN
    SELECT json_agg(relation_fields(l) ORDER BY l.id), array_agg(l.to_id), array_agg(l.source_id)
    INTO lives, life_ends, life_sources
    FROM (SELECT DISTINCT unnest(mortal)) m (id) CROSS JOIN LATERAL (
      (SELECT * FROM relations r
      WHERE r.org_id = org AND r.project = of_project AND r.from_id = m.id AND r.type = ANY (life_from)
        AND coalesce(r.system_from <= known, false) AND (r.system_until IS NULL OR r.system_until > known)
        AND r.status = 'active' LIMIT 400)
      UNION ALL
      (SELECT * FROM relations r
      WHERE r.org_id = org AND r.project = of_project AND r.to_id = m.id AND r.type = ANY (life_to)
        AND coalesce(r.system_from <= known, false) AND (r.system_until IS NULL OR r.system_until > known)
        AND r.status = 'active' LIMIT 400)
    ) l;
  END IF;

  sources := sources || coalesce(other_sources, no_ids) || coalesce(life_sources, no_ids);
  IF num_nonnulls(VARIADIC sources) > 0 THEN
    SELECT json_agg(json_build_object('id', s.id, 'uri', s.uri, 'title', s.title, 'kind', s.kind)) INTO told_sources
    FROM (SELECT DISTINCT unnest(sources)) x (id) CROSS JOIN LATERAL (
      SELECT * FROM lore_sources s WHERE s.org_id = org AND s.project = of_project AND s.id = x.id LIMIT 1
    ) s;
  END IF;
  documents := documents || coalesce(other_documents, no_ids);
  IF num_nonnulls(VARIADIC documents) > 0 THEN
    SELECT json_object_agg(d.id, d.path) INTO told_documents
    FROM (SELECT DISTINCT unnest(documents)) x (id) CROSS JOIN LATERAL (
      SELECT * FROM documents d WHERE d.org_id = org AND d.project = of_project AND d.id = x.id LIMIT 1
    ) d;
  END IF;
  chunks := chunks || coalesce(other_chunks, no_ids);
  IF num_nonnulls(VARIADIC chunks) > 0 THEN
    SELECT json_object_agg(c.id, json_build_object('heading', c.heading, 'line', c.line)) INTO told_passages
    FROM (SELECT DISTINCT unnest(chunks)) x (id) CROSS JOIN LATERAL (
      SELECT * FROM chunks c WHERE c.org_id = org AND c.project = of_project AND c.id = x.id LIMIT 1
    ) c;
  END IF;

  -- The one place that counts what is open against entities and sources, of any kind, about claims, relations or
  -- entities; a thousand of one side are counted.
  IF cardinality(named) > 0 OR cardinality(disputed) > 0 THEN
    SELECT array_agg(side.source), array_agg(v.kind), array_agg(v.id), array_agg(v.acknowledged_at IS NULL)
    INTO open_sources, open_kinds, open_ids, open_news FROM (
      SELECT NULL::uuid AS source, r.id FROM unnest(named) t (id) CROSS JOIN LATERAL (
        (SELECT r.id FROM relations r
        WHERE r.org_id = org AND r.project = of_project AND r.from_id = t.id AND r.system_until IS NULL AND r.is_disputed
        LIMIT 1000)
        UNION
        (SELECT r.id FROM relations r
        WHERE r.org_id = org AND r.project = of_project AND r.to_id = t.id AND r.to_id IS NOT NULL
          AND r.system_until IS NULL AND r.is_disputed LIMIT 1000)
        UNION
        SELECT t.id
      ) r
      UNION ALL
      SELECT * FROM unnest(disputed_sources, disputed)
    ) side CROSS JOIN LATERAL (
      SELECT s.violation_id FROM violation_sides s
      WHERE s.org_id = org AND s.project = of_project AND s.side_id = side.id LIMIT 1000
    ) s CROSS JOIN LATERAL (
      SELECT v.id, v.kind, v.status, v.acknowledged_at FROM violations v
      WHERE v.org_id = org AND v.project = of_project AND v.id = s.violation_id LIMIT 1
    ) v WHERE v.status = 'open';
  END IF;
  IF open_ids IS NOT NULL THEN
    SELECT json_object_agg(k.kind, k.n) INTO of_entities FROM (
      SELECT o.kind, count(DISTINCT o.id)::int AS n FROM unnest(open_sources, open_kinds, open_ids) o (source, kind, id)
      WHERE o.source IS NULL GROUP BY o.kind
    ) k;
    SELECT count(DISTINCT o.id)::int INTO unacknowledged
    FROM unnest(open_sources, open_kinds, open_ids, open_news) o (source, kind, id, is_new)
    WHERE o.source IS NULL AND o.kind <> 'orphan' AND o.is_new;
    SELECT json_object_agg(k.source, k.n) INTO by_source FROM (
      SELECT o.source, count(DISTINCT o.id)::int AS n
      FROM unnest(open_sources, open_kinds, open_ids) o (source, kind, id)
      WHERE o.source IS NOT NULL AND o.kind = 'contradiction' GROUP BY o.source
    ) k;
  END IF;

  IF num_nonnulls(VARIADIC claims) > 0 THEN
    SELECT json_agg(json_build_object('id', q.id, 'question', q.question) ORDER BY q.id) INTO questions FROM (
      SELECT f.id, f.question FROM (
        SELECT DISTINCT s.finding_id AS id FROM (SELECT DISTINCT unnest(claims)) c (id) CROSS JOIN LATERAL (
          SELECT s.finding_id FROM finding_claims s
          WHERE s.org_id = org AND s.project = of_project AND s.claim_id = c.id LIMIT 20
        ) s
      ) i CROSS JOIN LATERAL (
        SELECT f.id, f.question, f.status FROM findings f
        WHERE f.org_id = org AND f.project = of_project AND f.id = i.id LIMIT 1
      ) f WHERE f.status = 'open' ORDER BY f.id LIMIT 20
    ) q;
  END IF;

  SELECT json_agg(json_build_array(e.id, e.merged_into, e.name, e.type, e.lore_verified)), array_agg(e.merged_into)
  INTO told_entities, meant
  FROM (
    SELECT DISTINCT unnest(ends || mortal || coalesce(life_ends, no_ids) || coalesce(other_ends, no_ids))
  ) x (id) CROSS JOIN LATERAL (
    SELECT * FROM entities e WHERE e.org_id = org AND e.project = of_project AND e.id = x.id LIMIT 1
  ) e;
  IF num_nonnulls(VARIADIC meant) > 0 THEN
    SELECT json_agg(json_build_array(e.id, e.merged_into, e.name, e.type, e.lore_verified)) INTO told_meant
    FROM (SELECT DISTINCT unnest(meant)) x (id) CROSS JOIN LATERAL (
      SELECT * FROM entities e WHERE e.org_id = org AND e.project = of_project AND e.id = x.id LIMIT 1
    ) e;
  END IF;

  RETURN json_build_object('lives', lives, 'others', others, 'entities', told_entities, 'meant', told_meant, 'sources', told_sources, 'documents', told_documents, 'passages', told_passages, 'open', json_build_object(
    'ofEntities', of_entities, 'unacknowledged', unacknowledged, 'bySource', by_source, 'questions', questions,
    'lastRunAgeS', (
      SELECT extract(epoch FROM clock_timestamp() - r.finished_at)::float8 FROM consistency_runs r
      WHERE r.org_id = org AND r.project = of_project AND r.status = 'finished' AND r.scope = 'full'
      ORDER BY r.finished_at DESC LIMIT 1
    )
  ));
END
$$;
