/** Roles of an API key, from the least to the most that it may do. */
export const ROLES = ['reader', 'writer', 'curator', 'admin'] as const;

export type Role = (typeof ROLES)[number];

/** Who a request comes from. */
export interface Caller {
  role: Role;
  /** Who did it, on the record of what is done without a name in the body: the name of the key. */
  name: string;
  /** Id of the API key; null for the bootstrap key and where no key is asked for. */
  keyId: string | null;
  /** The organisation that the caller is held to; null for a server admin, who may name any. */
  orgId: string | null;
  /** Project of requests that name none. */
  project: string;
  /** The projects that the caller is held to; null for all of the organisation. */
  projects: readonly string[] | null;
  /** ISO 8601: when the key stops working; null never. */
  expiresAt: string | null;
}

/** Whether a project is there for a caller at all. */
export function maySee({ projects }: Pick<Caller, 'projects'>, project: string): boolean {
  return projects === null || projects.includes(project);
}

export function mayDo(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
