-- Whoever takes jobs looks for those that are due in a whole organisation, and must not walk over those that are not.

CREATE INDEX jobs_due ON jobs (org_id, not_before, kind);
