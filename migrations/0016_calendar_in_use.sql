-- A calendar whose dates are stored may only be extended. The flag is taken before the first of them is stored, on the row
-- that a change of the calendar locks: so of the two that race one sees the other.

ALTER TABLE projects ADD COLUMN is_dated boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN projects.is_dated IS 'Dates read by the calendar are stored, or about to be: it may only be extended';

-- What was stored before this column. The policies would hide every row from an owner that they hold.
ALTER TABLE projects NO FORCE ROW LEVEL SECURITY;
ALTER TABLE claims NO FORCE ROW LEVEL SECURITY;
ALTER TABLE relations NO FORCE ROW LEVEL SECURITY;
UPDATE projects p SET is_dated = true
WHERE EXISTS (SELECT FROM claims c WHERE c.org_id = p.org_id AND c.project = p.project)
  OR EXISTS (
    SELECT FROM relations r WHERE r.org_id = p.org_id AND r.project = p.project
      AND (r.valid_from IS NOT NULL OR r.valid_until IS NOT NULL)
  );
ALTER TABLE relations FORCE ROW LEVEL SECURITY;
ALTER TABLE claims FORCE ROW LEVEL SECURITY;
ALTER TABLE projects FORCE ROW LEVEL SECURITY;
