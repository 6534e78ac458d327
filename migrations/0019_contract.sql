-- What is asked of decisions and claims, which projects a key is bound to, and a word of its own for a write that was forced.

-- Under FORCE a migration sees the rows of no tenant.
ALTER TABLE decisions NO FORCE ROW LEVEL SECURITY;
UPDATE decisions SET tier = 'forced' WHERE tier = 'block' AND result = 'stored';
ALTER TABLE decisions FORCE ROW LEVEL SECURITY;

-- Rare ones, which a walk by time would have to look for; a write that is stored without a warning pays for none of them.
CREATE INDEX decisions_refused ON decisions (org_id, project, made_at, id) WHERE result = 'conflict';
CREATE INDEX decisions_forced ON decisions (org_id, project, made_at, id) WHERE tier = 'forced';
CREATE INDEX decisions_warned ON decisions (org_id, project, made_at, id) WHERE tier = 'warn';

CREATE INDEX claims_disputed ON claims (org_id, project, id) WHERE system_until IS NULL AND is_disputed;
CREATE INDEX claims_closed ON claims (org_id, project, status, id) WHERE system_until IS NULL AND status <> 'active';
CREATE INDEX claims_by_entity ON claims (org_id, project, lower(entity), id) WHERE system_until IS NULL AND entity IS NOT NULL;
CREATE INDEX claims_by_source ON claims (org_id, project, source, id) WHERE system_until IS NULL AND source IS NOT NULL;

ALTER TABLE api_keys ADD COLUMN projects text[] COLLATE "C";
COMMENT ON COLUMN api_keys.projects IS 'The projects that it is bound to; null: all of the organisation';

CREATE OR REPLACE VIEW audit WITH (security_invoker = true) AS
SELECT d.org_id, d.project, d.id, d.made_at AS at, d.who, d.op AS action, d.result, d.claim_id,
  d.request->>'reason' AS reason, d.key_id, NULL::uuid AS node_id, d.tier, d.request->>'whyReplaced' AS why_replaced
FROM decisions d
UNION ALL
SELECT a.org_id, a.project, a.id, a.at, a.who, a.action, NULL::text AS result, a.claim_id, a.reason, a.key_id, a.node_id,
  NULL::text AS tier, NULL::text AS why_replaced
FROM actions a;
