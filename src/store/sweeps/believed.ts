/** What a sweep goes over, as `r`: every relation that is believed, but for prophecies, which clash with nothing. $1 and $2 are the tenant. */
export const BELIEVED = `r.org_id = $1 AND r.project = $2 AND r.system_until IS NULL AND r.status = 'active' AND NOT r.prophetic`;

/** Whether it states a bound that somebody knows. */
export const IS_STATED =
  "(coalesce(r.valid_from, 'unknown') <> 'unknown' OR coalesce(r.valid_until, 'unknown') <> 'unknown')";
