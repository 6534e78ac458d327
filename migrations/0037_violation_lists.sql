-- What lists of violations are narrowed by, whatever their status, and what every answer about a world counts.
CREATE INDEX violations_error ON violations (org_id, project, kind, id) WHERE severity = 'error';
CREATE INDEX violations_new ON violations (org_id, project, kind) WHERE status = 'open' AND acknowledged_at IS NULL;
