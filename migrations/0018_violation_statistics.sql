-- As for the other tables of the lore store: a planner that knows nothing of these two walks through a whole tenant.
SELECT set_config('loreguard.org_id', 'statistics', true);
INSERT INTO violation_sides (org_id, project, side_id, violation_id)
SELECT 'statistics', 'p', gen_random_uuid(), gen_random_uuid() FROM generate_series(1, 300);
INSERT INTO violations (org_id, project, id, kind, pair_key, severity, detected_at, sides)
SELECT 'statistics', 'p', violation_id, 'orphan', violation_id, 'warn', now(), ARRAY[side_id] FROM violation_sides
WHERE org_id = 'statistics';
ANALYZE violation_sides, violations;
DELETE FROM violations WHERE org_id = 'statistics';
DELETE FROM violation_sides WHERE org_id = 'statistics';
SELECT set_config('loreguard.org_id', '', true);
