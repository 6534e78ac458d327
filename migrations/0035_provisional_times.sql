-- When entities were provisional, so that it can be asked what nobody vouched for at an earlier time.

ALTER TABLE entities ADD COLUMN provisional_since timestamptz;
ALTER TABLE entities ADD COLUMN was_provisional tstzmultirange;
COMMENT ON COLUMN entities.provisional_since IS 'Since when it is provisional again, or was last; null: since it was named';
COMMENT ON COLUMN entities.was_provisional IS 'When it was provisional and no longer is; null: never. Kept from migration 0035 on';

ALTER TABLE entities NO FORCE ROW LEVEL SECURITY;
UPDATE entities e SET was_provisional = tstzmultirange(tstzrange(e.created_at, e.verified_at))
WHERE e.lore_verified AND e.created_at < e.verified_at AND NOT EXISTS (
  SELECT FROM entity_declarations d WHERE d.org_id = e.org_id AND d.project = e.project AND d.entity_id = e.id
);
ALTER TABLE entities FORCE ROW LEVEL SECURITY;

CREATE INDEX entities_once_provisional ON entities (org_id, project, id) WHERE was_provisional IS NOT NULL;
