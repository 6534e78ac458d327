-- The things of a world, what they are called, and the kinds of things that a project declares itself.
-- Every look-up is an equality on a btree index. Row-level security lets only leakproof operators into an index scan, and
-- those of trigrams, full text and ranges are none; so what finds a misspelt name, or a passage, is stored as rows too.

CREATE TABLE entities (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  identity text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  name text NOT NULL,
  lore_verified boolean NOT NULL DEFAULT false,
  verified_by text,
  verified_at timestamptz,
  properties json NOT NULL DEFAULT '{}',
  merged_into uuid,
  created_at timestamptz NOT NULL,
  who text NOT NULL,
  key_id uuid,
  PRIMARY KEY (org_id, project, id)
);
COMMENT ON TABLE entities IS 'identity tells two things apart: type, name key, and what tells namesakes apart. merged_into is the last of a chain';
CREATE UNIQUE INDEX entities_identity ON entities (org_id, project, identity);
CREATE INDEX entities_by_type ON entities (org_id, project, type, id) WHERE merged_into IS NULL;
CREATE INDEX entities_provisional ON entities (org_id, project, id) WHERE merged_into IS NULL AND NOT lore_verified;
CREATE INDEX entities_merged ON entities (org_id, project, merged_into) WHERE merged_into IS NOT NULL;

CREATE TABLE entity_names (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  entity_id uuid NOT NULL,
  document_id uuid NOT NULL,
  name text NOT NULL,
  kind text COLLATE "C" NOT NULL,
  PRIMARY KEY (org_id, project, key, entity_id, document_id),
  CONSTRAINT entity_names_kind CHECK (kind IN ('name', 'alias', 'ref'))
);
COMMENT ON TABLE entity_names IS 'What a document calls an entity; the nil UUID stands for those who use the API';
CREATE INDEX entity_names_by_entity ON entity_names (org_id, project, entity_id);

CREATE TABLE entity_grams (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  gram text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  PRIMARY KEY (org_id, project, gram, key)
);
COMMENT ON TABLE entity_grams IS 'The trigrams of each name key, by which a misspelt name is found; derivable from entity_names';

CREATE TABLE entity_declarations (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  document_id uuid NOT NULL,
  entity_id uuid NOT NULL,
  properties json NOT NULL DEFAULT '{}',
  PRIMARY KEY (org_id, project, document_id, entity_id)
);
COMMENT ON TABLE entity_declarations IS 'What a document says of an entity beside its names and relations';
CREATE INDEX entity_declarations_by_entity ON entity_declarations (org_id, project, entity_id);

CREATE TABLE type_templates (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  template json NOT NULL,
  updated_at timestamptz NOT NULL,
  who text NOT NULL,
  PRIMARY KEY (org_id, project, type)
);
COMMENT ON TABLE type_templates IS 'Types of entities and their attributes, beside the built-in ones';

ALTER TABLE entities ENABLE ROW LEVEL SECURITY;
ALTER TABLE entities FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON entities USING (org_id = current_setting('loreguard.org_id', true));
ALTER TABLE entity_names ENABLE ROW LEVEL SECURITY;
ALTER TABLE entity_names FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON entity_names USING (org_id = current_setting('loreguard.org_id', true));
ALTER TABLE entity_grams ENABLE ROW LEVEL SECURITY;
ALTER TABLE entity_grams FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON entity_grams USING (org_id = current_setting('loreguard.org_id', true));
ALTER TABLE entity_declarations ENABLE ROW LEVEL SECURITY;
ALTER TABLE entity_declarations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON entity_declarations USING (org_id = current_setting('loreguard.org_id', true));
ALTER TABLE type_templates ENABLE ROW LEVEL SECURITY;
ALTER TABLE type_templates FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON type_templates USING (org_id = current_setting('loreguard.org_id', true));
