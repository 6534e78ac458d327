-- What is said of the world: relations as versions, and the sources, documents and passages that say it.

CREATE TABLE lore_sources (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  uri text COLLATE "C" NOT NULL,
  title text NOT NULL,
  kind text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  who text NOT NULL,
  PRIMARY KEY (org_id, project, id),
  CONSTRAINT lore_sources_kind CHECK (kind IN ('canonical', 'factional', 'rumor', 'dialogue', 'fanon', 'prophetic'))
);
COMMENT ON TABLE lore_sources IS 'kind says how reliable it is; a source is an entity of type LoreSource under the same id';
CREATE UNIQUE INDEX lore_sources_uri ON lore_sources (org_id, project, uri);

CREATE TABLE documents (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  path text COLLATE "C" NOT NULL,
  source_id uuid NOT NULL,
  title text NOT NULL,
  format text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL,
  ingested_at timestamptz NOT NULL,
  who text NOT NULL,
  PRIMARY KEY (org_id, project, id)
);
COMMENT ON TABLE documents IS 'hash is that of the text whose last relation is stored; empty while it is on its way';
CREATE UNIQUE INDEX documents_path ON documents (org_id, project, path);

CREATE TABLE chunks (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  document_id uuid NOT NULL,
  ordinal integer NOT NULL,
  starts integer NOT NULL,
  heading text,
  text text NOT NULL,
  words integer NOT NULL,
  system_from timestamptz NOT NULL,
  system_until timestamptz,
  PRIMARY KEY (org_id, project, id)
);
COMMENT ON TABLE chunks IS 'Passages; those of an earlier text of the document are closed, and still cited by what was said then';
CREATE INDEX chunks_by_document ON chunks (org_id, project, document_id, ordinal) WHERE system_until IS NULL;

CREATE TABLE chunk_words (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  word text COLLATE "C" NOT NULL,
  chunk_id uuid NOT NULL,
  hits integer NOT NULL,
  PRIMARY KEY (org_id, project, word, chunk_id)
);
COMMENT ON TABLE chunk_words IS 'Full-text index of open chunks: their word stems; derivable from chunks';

CREATE TABLE relations (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  system_from timestamptz NOT NULL,
  system_until timestamptz,
  status text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  from_id uuid NOT NULL,
  to_id uuid,
  value text,
  valid_from text,
  valid_until text,
  valid_certain int8range NOT NULL,
  valid_possible int8range NOT NULL,
  valid_tail bigint NOT NULL DEFAULT 0,
  extraction real NOT NULL,
  prophetic boolean NOT NULL,
  source_id uuid,
  document_id uuid,
  chunk_id uuid,
  span_start integer,
  span_end integer,
  said_key text COLLATE "C",
  claim_id uuid,
  is_disputed boolean NOT NULL DEFAULT false,
  disputed_with uuid[] NOT NULL DEFAULT '{}',
  superseded_by uuid,
  supersedes uuid[] NOT NULL DEFAULT '{}',
  properties json NOT NULL DEFAULT '{}',
  guarded boolean NOT NULL,
  who text NOT NULL,
  key_id uuid,
  PRIMARY KEY (org_id, project, id, system_from),
  CONSTRAINT relations_status CHECK (status IN ('active', 'superseded', 'retracted', 'withdrawn', 'erased')),
  CONSTRAINT relations_system_period CHECK (system_until > system_from),
  CONSTRAINT relations_end CHECK ((to_id IS NULL) <> (value IS NULL))
);
COMMENT ON TABLE relations IS 'A row is a version. The other end is an entity or a literal value. said_key names it within its document. retracted: by a curator; withdrawn: its document no longer says it';
CREATE UNIQUE INDEX relations_open_version ON relations (org_id, project, id) WHERE system_until IS NULL;
CREATE INDEX relations_from ON relations (org_id, project, from_id, type);
CREATE INDEX relations_to ON relations (org_id, project, to_id, type) WHERE to_id IS NOT NULL;
CREATE UNIQUE INDEX relations_said ON relations (org_id, project, document_id, said_key)
WHERE system_until IS NULL AND status <> 'withdrawn' AND document_id IS NOT NULL;
CREATE INDEX relations_by_claim ON relations (org_id, project, claim_id) WHERE claim_id IS NOT NULL;

ALTER TABLE lore_sources ENABLE ROW LEVEL SECURITY;
ALTER TABLE lore_sources FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON lore_sources USING (org_id = current_setting('loreguard.org_id', true));
ALTER TABLE documents ENABLE ROW LEVEL SECURITY;
ALTER TABLE documents FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON documents USING (org_id = current_setting('loreguard.org_id', true));
ALTER TABLE chunks ENABLE ROW LEVEL SECURITY;
ALTER TABLE chunks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON chunks USING (org_id = current_setting('loreguard.org_id', true));
ALTER TABLE chunk_words ENABLE ROW LEVEL SECURITY;
ALTER TABLE chunk_words FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON chunk_words USING (org_id = current_setting('loreguard.org_id', true));
ALTER TABLE relations ENABLE ROW LEVEL SECURITY;
ALTER TABLE relations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON relations USING (org_id = current_setting('loreguard.org_id', true));
