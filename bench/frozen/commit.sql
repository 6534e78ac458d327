-- The statement by which release 0.6 stored a claim beside others. Frozen: the reference of the benchmark runs it. Do not edit.
WITH wanted AS MATERIALIZED (
  SELECT key COLLATE "C" AS key, seen FROM unnest($3::text[], $4::int8[]) AS w (key, seen)
), heads AS (
  INSERT INTO guard_head AS h (org_id, project, key, version, changed_at)
  SELECT $1, $2, key, 1, clock_timestamp() FROM wanted ORDER BY key
  ON CONFLICT (org_id, project, key) DO UPDATE
  SET version = h.version + 1, changed_at = greatest(clock_timestamp(), h.changed_at + interval '1 microsecond')
  WHERE NOT EXISTS (SELECT FROM wanted w WHERE w.key = h.key AND w.seen <> h.version)
  RETURNING changed_at
), go AS MATERIALIZED (
  SELECT coalesce(max(changed_at), clock_timestamp()) AS at FROM heads HAVING count(*) = cardinality($3::text[])
), org AS (
  INSERT INTO orgs (org_id) SELECT $1 FROM go ON CONFLICT DO NOTHING
), tenant AS (
  INSERT INTO projects (org_id, project) SELECT $1, $2 FROM go ON CONFLICT DO NOTHING
), claim AS (
  INSERT INTO claims (org_id, project, id, system_from, statement, kind, status, who, reason, source, entity, tags, env,
    team, valid_from, valid_until, valid_certain, valid_possible, valid_tail, reading, norm_version, normalizer_state,
    lock_keys, recall_keys, is_disputed, disputed_with, supersedes, guarded, said_at, decision_id, depends_on, key_id,
    unguarded)
  SELECT $1, $2, $5, go.at, $6, $7, 'active', $8, $9, $10, $11, $12::text[], $13, $14, $15, $16, $17::int8range,
    $18::int8range, $19, $20::json, $21, $22, $3::text[], $23::text[], $24, $25::uuid[], $26::uuid[], $27,
    coalesce($28::timestamptz, go.at), $29, $35::uuid[], $37::uuid, $38
  FROM go
), keys AS (
  INSERT INTO recall_keys (org_id, project, key, claim_id, size)
  SELECT $1, $2, key, $5, octet_length($6) FROM go, unnest($3::text[] || $23::text[]) AS key
), dependency AS (
  INSERT INTO dependencies (org_id, project, depends_on, claim_id)
  SELECT $1, $2, id, $5 FROM go, unnest($35::uuid[]) AS id
), job AS (
  INSERT INTO jobs (org_id, project, kind, claim_id, created_at, not_before)
  SELECT $1, $2, $36, $5, clock_timestamp(), clock_timestamp() FROM go WHERE $36::text IS NOT NULL
), decision AS (
  INSERT INTO decisions (org_id, project, id, made_at, op, who, statement, result, tier, claim_id, claim_system_from,
    record, request, timings, key_id)
  SELECT $1, $2, $29, go.at, $30, $8, $6, 'stored', $31, $5, go.at, $32::json, $33::json, $34::json, $37::uuid FROM go
)
SELECT at::text AS system_from FROM go
