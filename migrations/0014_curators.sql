-- What curators do: violations between relations too, how each was settled, and the record by what it is about.

ALTER TABLE violations ADD COLUMN about text COLLATE "C" NOT NULL DEFAULT 'claim';
ALTER TABLE violations ADD CONSTRAINT violations_about CHECK (about IN ('claim', 'relation', 'entity'));
ALTER TABLE violations ADD COLUMN resolution text COLLATE "C";
ALTER TABLE violations ADD CONSTRAINT violations_resolution CHECK (resolution IN ('keep', 'merge', 'dismiss', 'gone'));
ALTER TABLE violations ADD COLUMN resolved_at timestamptz;
COMMENT ON COLUMN violations.about IS 'What sides names: claims, relations or entities';
COMMENT ON COLUMN violations.resolution IS 'gone: its cause is no longer there, and nobody decided; null while it is open';

ALTER TABLE actions ADD COLUMN node_id uuid;
COMMENT ON COLUMN actions.node_id IS 'The entity, relation, source or violation that it was about';
CREATE INDEX actions_by_node ON actions (org_id, project, node_id, at, id) WHERE node_id IS NOT NULL;

CREATE OR REPLACE VIEW audit WITH (security_invoker = true) AS
SELECT d.org_id, d.project, d.id, d.made_at AS at, d.who, d.op AS action, d.result, d.claim_id, NULL::text AS reason,
  d.key_id, NULL::uuid AS node_id
FROM decisions d
UNION ALL
SELECT a.org_id, a.project, a.id, a.at, a.who, a.action, NULL::text AS result, a.claim_id, a.reason, a.key_id, a.node_id
FROM actions a;
