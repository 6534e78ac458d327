-- What of a document becomes claims, and which sentence of it makes which claim.

ALTER TABLE documents ADD COLUMN claims text COLLATE "C" NOT NULL DEFAULT 'none';
ALTER TABLE documents ADD CONSTRAINT documents_claims CHECK (claims IN ('none', 'rules', 'all'));
COMMENT ON COLUMN documents.claims IS 'Which of its sentences are claims; of a document from before there were any, none until asked';
ALTER TABLE documents ADD COLUMN properties json NOT NULL DEFAULT '{}';
COMMENT ON COLUMN documents.properties IS 'What its front matter says that is no field of lore';

CREATE TABLE document_claims (
  org_id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  document_id uuid NOT NULL,
  key text COLLATE "C" NOT NULL,
  heading_key text COLLATE "C" NOT NULL,
  text_key text COLLATE "C" NOT NULL,
  claim_id uuid NOT NULL,
  is_said boolean NOT NULL,
  line integer NOT NULL,
  starts integer NOT NULL,
  ends integer NOT NULL,
  PRIMARY KEY (org_id, project, document_id, key)
);
COMMENT ON TABLE document_claims IS 'The claim of each sentence, by hashes of its headings and its folded text, and where it stands; not is_said: the document says it no longer, and has closed its claim';
CREATE INDEX document_claims_by_claim ON document_claims (org_id, project, claim_id);

ALTER TABLE document_claims ENABLE ROW LEVEL SECURITY;
ALTER TABLE document_claims FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON document_claims USING (org_id = current_setting('loreguard.org_id', true));

COMMENT ON COLUMN claims.unguarded IS 'failed_open: nobody could read it; forced: stored in spite of a conflict; advisory: a document says it that nobody vouches for, so it only warns; null for all others';
