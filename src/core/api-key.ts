import type { Role } from './role.js';
import { TENANT_NAME } from './scope.js';

/** An API key without its secret: what is shown of it. Times are ISO 8601. */
export interface ApiKey {
  id: string;
  name: string;
  role: Role;
  /** Project of requests that name none. */
  project: string;
  /** The projects that it is bound to; null: all of the organisation. */
  projects: string[] | null;
  createdAt: string;
  /** The key that made it; null for the bootstrap key. */
  createdBy: string | null;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
}

/** The three parts of a key as it is sent. */
export interface KeyParts {
  orgId: string;
  /** UUID with hyphens. */
  id: string;
  secret: string;
}

/** The last two parts have a fixed length, so an underscore in the name of the organisation does no harm. */
const FORM = /^lg_(.{1,64})_([0-9a-f]{32})_([0-9a-f]{64})$/;

/** `lg_<org>_<id>_<secret>`: the id without hyphens. */
export function formatKey({ orgId, id, secret }: KeyParts): string {
  return `lg_${orgId}_${id.replaceAll('-', '')}_${secret}`;
}

/** The parts of a key; null when the text has not the form of one. */
export function parseKey(text: string): KeyParts | null {
  const [, orgId, hex, secret] = FORM.exec(text) ?? [];
  if (orgId === undefined || hex === undefined || secret === undefined || !TENANT_NAME.test(orgId)) return null;
  return { orgId, id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), secret };
}

/** Whether the key opens anything at this time. */
export function isUsable({ revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, nowMs: number): boolean {
  return revokedAt === null && (expiresAt === null || nowMs < Date.parse(expiresAt));
}
