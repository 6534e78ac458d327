-- API keys, what a project sets for itself, and which key wrote what.
-- A key belongs to an organisation and names it, so it is found without any other table.

CREATE TABLE api_keys (
  org_id text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  role text COLLATE "C" NOT NULL,
  secret_hash text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  created_by uuid,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  PRIMARY KEY (org_id, id),
  CONSTRAINT api_keys_role CHECK (role IN ('reader', 'writer', 'curator', 'admin'))
);
COMMENT ON TABLE api_keys IS 'secret_hash is the SHA-256 of 256 random bits; created_by is null for the bootstrap key';

ALTER TABLE projects ADD COLUMN settings json NOT NULL DEFAULT '{}';
COMMENT ON COLUMN projects.settings IS 'What differs from the defaults; every change raises context_version';

ALTER TABLE claims ADD COLUMN key_id uuid;
COMMENT ON COLUMN claims.key_id IS 'The API key that wrote it; null for the bootstrap key';
ALTER TABLE decisions ADD COLUMN key_id uuid;
ALTER TABLE actions ADD COLUMN key_id uuid;

ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON api_keys USING (org_id = current_setting('loreguard.org_id', true));

CREATE OR REPLACE VIEW audit WITH (security_invoker = true) AS
SELECT d.org_id, d.project, d.id, d.made_at AS at, d.who, d.op AS action, d.result, d.claim_id, NULL::text AS reason,
  d.key_id
FROM decisions d
UNION ALL
SELECT a.org_id, a.project, a.id, a.at, a.who, a.action, NULL::text AS result, a.claim_id, a.reason, a.key_id
FROM actions a;
