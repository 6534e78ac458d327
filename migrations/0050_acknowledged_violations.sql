-- Open violations that a curator acknowledged, which are few: with them all that is open is counted by those that nobody did.

CREATE INDEX violations_acknowledged ON violations (org_id, project, kind) WHERE status = 'open' AND acknowledged_at IS NOT NULL;
