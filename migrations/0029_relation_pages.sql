-- The relations of an entity in the order of their pages, so that a page of a hub is read and not sorted.
CREATE INDEX relations_from_page ON relations (org_id, project, from_id, id)
  WHERE system_until IS NULL AND status = 'active';
CREATE INDEX relations_to_page ON relations (org_id, project, to_id, id)
  WHERE system_until IS NULL AND status = 'active' AND to_id IS NOT NULL;
