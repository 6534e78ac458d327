-- Which registered source says a claim, where its `source` names one.

ALTER TABLE claims ADD COLUMN source_id uuid;
COMMENT ON COLUMN claims.source_id IS 'The lore source that source names; null: it names none that is registered. How reliable it is, and whether it is a prophet, stands there';

-- Most claims name none: these cost nothing here.
CREATE INDEX claims_by_lore_source ON claims (org_id, project, source_id, id)
WHERE system_until IS NULL AND source_id IS NOT NULL;
