-- The calendar of a project, and the one place in SQL that compares times.
-- A period is what it certainly holds, what it possibly holds, and the rest of its last unit (see src/core/period.ts,
-- which says the same in TypeScript: one table of cases and a property test hold the two together). An answer is true,
-- false, or null where it is unsure.

ALTER TABLE projects ADD COLUMN calendar json;
COMMENT ON COLUMN projects.calendar IS 'Definition of a fictional calendar; null is iso. Every change raises context_version';

-- Whether two periods share a tick. Of a period without a certain part it is sure that it lies somewhere in its possible
-- one; in the very unit in which another begins it may come before that one.
CREATE FUNCTION time_windows_overlap(
  a_certain int8range, a_possible int8range, a_tail bigint, b_certain int8range, b_possible int8range, b_tail bigint
) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN a_certain && b_certain THEN true
    WHEN isempty(a_certain) AND NOT isempty(a_possible) AND int8range(lower(a_possible), upper(a_possible) + a_tail) <@ b_certain
      AND (lower_inf(b_certain) OR lower(a_possible) <> lower(b_certain)) THEN true
    WHEN isempty(b_certain) AND NOT isempty(b_possible) AND int8range(lower(b_possible), upper(b_possible) + b_tail) <@ a_certain
      AND (lower_inf(a_certain) OR lower(b_possible) <> lower(a_certain)) THEN true
    WHEN a_possible && b_possible THEN NULL
    ELSE false
  END
$$;

-- Whether a period holds at some point of the ticks asked about or, where one moment somewhere in them is meant, at it.
CREATE FUNCTION time_in_window(
  asked int8range, is_point boolean, certain int8range, possible int8range, tail bigint
) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN NOT isempty(certain) AND asked <@ int8range(lower(certain), upper(certain) + tail) THEN true
    WHEN NOT is_point AND NOT isempty(certain) AND asked && int8range(lower(certain), upper(certain) + tail) THEN true
    WHEN isempty(possible) THEN false
    WHEN NOT is_point AND int8range(lower(possible), upper(possible) + tail) <@ asked THEN true
    WHEN int8range(lower(possible), upper(possible) + tail) && asked THEN NULL
    ELSE false
  END
$$;
