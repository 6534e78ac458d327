-- The length of a statement beside each of its keys, so that candidates are ranked without a look at the claims themselves.

ALTER TABLE recall_keys ADD COLUMN size smallint NOT NULL DEFAULT 0;
COMMENT ON COLUMN recall_keys.size IS 'Bytes of the statement: what says little beside what is shared comes first';
ALTER TABLE recall_keys NO FORCE ROW LEVEL SECURITY;
ALTER TABLE claims NO FORCE ROW LEVEL SECURITY;
UPDATE recall_keys r SET size = octet_length(c.statement) FROM claims c
WHERE c.org_id = r.org_id AND c.project = r.project AND c.id = r.claim_id AND c.system_until IS NULL;
ALTER TABLE recall_keys FORCE ROW LEVEL SECURITY;
ALTER TABLE claims FORCE ROW LEVEL SECURITY;
ALTER TABLE recall_keys ALTER COLUMN size DROP DEFAULT;
ALTER TABLE recall_keys DROP CONSTRAINT recall_keys_pkey;
ALTER TABLE recall_keys ADD PRIMARY KEY (org_id, project, key, claim_id) INCLUDE (size);
