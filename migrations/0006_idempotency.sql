-- Answers to requests that came with an Idempotency-Key, so that a retry gets the same one. Kept for a day.

CREATE TABLE idempotency (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  caller text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  fingerprint text COLLATE "C" NOT NULL,
  holder uuid NOT NULL,
  claimed_at timestamptz NOT NULL,
  leased_until timestamptz NOT NULL,
  status integer,
  content_type text,
  body text,
  PRIMARY KEY (org_id, project, caller, key)
);
COMMENT ON TABLE idempotency IS 'Whoever holds a key does its request and stores the answer; deleted by age';
CREATE INDEX idempotency_age ON idempotency (org_id, project, claimed_at);

ALTER TABLE idempotency ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON idempotency USING (org_id = current_setting('loreguard.org_id', true));
