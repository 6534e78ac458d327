/** A claim as lists and refusals show it: some of its fields may be missing in a short answer. */
interface ShownClaim {
  id?: string;
  statement?: string;
  who?: string;
  kind?: string;
  status?: string;
  is_disputed?: boolean;
  source?: string | null;
}

/** `0190… "Deploys must use a blue canary" (decision, alice)` */
export function describeClaim(claim: object): string {
  const { id = '', statement = '', who, kind, status, is_disputed, source } = claim as ShownClaim;
  const notes = [
    kind,
    who,
    status === 'active' ? undefined : status,
    is_disputed ? 'disputed' : undefined,
    source ?? undefined,
  ].filter((note) => note !== undefined);
  return `${id}  "${statement}"${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
}
