import type { TransferOptions } from './options.js';

/** The query that names the project; empty where none is named. */
export function tenantQuery({ orgId, project }: TransferOptions): string {
  const query = new URLSearchParams({
    ...(orgId !== undefined && { org_id: orgId }),
    ...(project !== undefined && { project }),
  });
  return query.size === 0 ? '' : `?${query}`;
}
