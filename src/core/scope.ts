/** Where a claim holds inside its project; null means everywhere and overlaps all. */
export interface Scope {
  env: string | null;
  team: string | null;
}

/** What an organisation and a project may be called. The names stand in keys, addresses and rows as they are. */
export const TENANT_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Organisation and project that a claim belongs to. Nothing is ever compared across tenants. */
export interface Tenant {
  orgId: string;
  project: string;
}

export const EVERYWHERE: Scope = { env: null, team: null };

export function scopesOverlap(a: Scope, b: Scope): boolean {
  return overlapsOn(a.env, b.env) && overlapsOn(a.team, b.team);
}

/** The part of the scope that two overlapping scopes have in common. */
export function sharedScope(a: Scope, b: Scope): Scope {
  return { env: a.env ?? b.env, team: a.team ?? b.team };
}

export function sameScope(a: Scope, b: Scope): boolean {
  return a.env === b.env && a.team === b.team;
}

function overlapsOn(a: string | null, b: string | null): boolean {
  return a === null || b === null || a === b;
}
