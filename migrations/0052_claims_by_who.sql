-- Claims by who said them, in the order of their pages: a page of what few say walks nothing of the others.

CREATE INDEX claims_by_who ON claims (org_id, project, who, id) WHERE system_until IS NULL;
