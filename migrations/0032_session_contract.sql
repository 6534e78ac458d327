-- What a session was answered with, and what of the reasoner's contract a call of it did not meet.

ALTER TABLE lore_calls ADD COLUMN relations uuid[] NOT NULL DEFAULT '{}';
ALTER TABLE lore_calls ADD COLUMN unmet text[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN lore_calls.relations IS 'what the answer rested on, the first of it';
COMMENT ON COLUMN lore_calls.unmet IS 'rules of the contract that verify_answer found not to be met by what it was given';
