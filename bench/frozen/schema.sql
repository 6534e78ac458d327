-- The tables that a write of release 0.6 touches, with their indexes and policies, as its migrations made them.
-- Frozen: the reference of the benchmark writes into these. Do not edit.

CREATE TABLE orgs (
  org_id text COLLATE "C" NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT orgs_pkey PRIMARY KEY (org_id)
);

CREATE TABLE projects (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  context_version bigint DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  settings json DEFAULT '{}'::json NOT NULL,
  calendar json,
  is_dated boolean DEFAULT false NOT NULL,
  CONSTRAINT projects_pkey PRIMARY KEY (org_id, project)
);

CREATE TABLE claims (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  system_from timestamp with time zone NOT NULL,
  system_until timestamp with time zone,
  statement text NOT NULL,
  kind text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  who text NOT NULL,
  reason text,
  source text,
  entity text,
  tags text[] DEFAULT '{}'::text[] NOT NULL,
  env text COLLATE "C",
  team text COLLATE "C",
  valid_from text,
  valid_until text,
  valid_certain int8range NOT NULL,
  valid_possible int8range NOT NULL,
  valid_tail bigint DEFAULT 0 NOT NULL,
  reading json NOT NULL,
  norm_version integer NOT NULL,
  normalizer_state text COLLATE "C" NOT NULL,
  lock_keys text[] COLLATE "C" NOT NULL,
  recall_keys text[] COLLATE "C" NOT NULL,
  is_disputed boolean DEFAULT false NOT NULL,
  disputed_with uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  superseded_by uuid,
  supersedes uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  guarded boolean DEFAULT true NOT NULL,
  said_at timestamp with time zone NOT NULL,
  decision_id uuid,
  depends_on uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  key_id uuid,
  unguarded text COLLATE "C",
  CONSTRAINT claims_pkey PRIMARY KEY (org_id, project, id, system_from),
  CONSTRAINT claims_status CHECK ((status = ANY (ARRAY['active'::text, 'superseded'::text, 'cancelled'::text, 'erased'::text]))),
  CONSTRAINT claims_system_period CHECK ((system_until > system_from))
);

CREATE TABLE recall_keys (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  claim_id uuid NOT NULL,
  size smallint NOT NULL,
  CONSTRAINT recall_keys_pkey PRIMARY KEY (org_id, project, key, claim_id) INCLUDE (size)
);

CREATE TABLE guard_head (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT guard_head_pkey PRIMARY KEY (org_id, project, key)
) WITH (fillfactor=70);

CREATE TABLE decisions (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  made_at timestamp with time zone NOT NULL,
  op text COLLATE "C" NOT NULL,
  who text NOT NULL,
  statement text NOT NULL,
  result text COLLATE "C" NOT NULL,
  tier text COLLATE "C" NOT NULL,
  claim_id uuid,
  claim_system_from timestamp with time zone,
  record json NOT NULL,
  request json NOT NULL,
  timings json NOT NULL,
  key_id uuid,
  CONSTRAINT decisions_pkey PRIMARY KEY (org_id, project, id),
  CONSTRAINT decisions_result CHECK ((result = ANY (ARRAY['stored'::text, 'unchanged'::text, 'conflict'::text])))
);

CREATE TABLE jobs (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  claim_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  not_before timestamp with time zone NOT NULL,
  CONSTRAINT jobs_pkey PRIMARY KEY (org_id, project, kind, claim_id)
);

CREATE TABLE dependencies (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  depends_on uuid NOT NULL,
  claim_id uuid NOT NULL,
  CONSTRAINT dependencies_pkey PRIMARY KEY (org_id, project, depends_on, claim_id)
);

CREATE INDEX claims_active ON claims USING btree (org_id, project, id) WHERE ((system_until IS NULL) AND (status = 'active'::text));
CREATE UNIQUE INDEX claims_open_version ON claims USING btree (org_id, project, id) WHERE (system_until IS NULL);
CREATE INDEX claims_unguarded ON claims USING btree (org_id, project, id) WHERE ((system_until IS NULL) AND (status = 'active'::text) AND (unguarded IS NOT NULL));
CREATE INDEX decisions_by_claim ON decisions USING btree (org_id, project, claim_id, made_at, id) WHERE (claim_id IS NOT NULL);
CREATE INDEX decisions_by_op ON decisions USING btree (org_id, project, op, made_at, id);
CREATE INDEX decisions_by_time ON decisions USING btree (org_id, project, made_at, id);
CREATE INDEX decisions_by_who ON decisions USING btree (org_id, project, who, made_at, id);
CREATE INDEX jobs_due ON jobs USING btree (org_id, not_before, kind);

ALTER TABLE claims ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON claims USING ((org_id = current_setting('loreguard.org_id'::text, true)));
ALTER TABLE decisions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON decisions USING ((org_id = current_setting('loreguard.org_id'::text, true)));
ALTER TABLE dependencies ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON dependencies USING ((org_id = current_setting('loreguard.org_id'::text, true)));
ALTER TABLE guard_head ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON guard_head USING ((org_id = current_setting('loreguard.org_id'::text, true)));
ALTER TABLE jobs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON jobs USING ((org_id = current_setting('loreguard.org_id'::text, true)));
ALTER TABLE projects ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON projects USING ((org_id = current_setting('loreguard.org_id'::text, true)));
ALTER TABLE recall_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON recall_keys USING ((org_id = current_setting('loreguard.org_id'::text, true)));
