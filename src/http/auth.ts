import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../core/errors.js';
import { type Caller, maySee } from '../core/role.js';
import type { Tenant } from '../core/scope.js';
import type { KeyRing } from '../flows/key-ring.js';

const DEFAULT_ORG = 'default';
const DEFAULT_PROJECT = 'default';

/** Decides who a request comes from. */
export interface Authenticator {
  /**
   * @param beforeAsking done before the database is asked about a key that this process never saw; what it throws is
   * the answer
   * @throws Problem `unauthorized`
   */
  authenticate(request: FastifyRequest, beforeAsking: () => Promise<void>): Promise<Caller>;
}

/** May do everything, in any organisation. */
const SERVER_ADMIN: Caller = {
  role: 'admin',
  name: 'server admin',
  keyId: null,
  orgId: null,
  project: DEFAULT_PROJECT,
  projects: null,
  expiresAt: null,
};

/** Lets everybody in; the configuration allows it on a loopback address only. */
export const openDoor: Authenticator = { authenticate: async () => SERVER_ADMIN };

/** The bootstrap key is the server admin's; every other key is looked up. What is wrong with a key is not told. */
export function keyAuth(bootstrapKey: string, keys: KeyRing): Authenticator {
  const expected = digest(bootstrapKey);
  return {
    async authenticate(request, beforeAsking) {
      const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
      if (given === undefined) throw new Problem('unauthorized', 'The request carries no API key.');
      if (timingSafeEqual(digest(given), expected)) return SERVER_ADMIN;
      const caller = await keys.callerOf(given, beforeAsking);
      if (caller === null) throw new Problem('unauthorized', 'The API key is not valid.');
      return caller;
    },
  };
}

/**
 * The tenant that a request is about.
 * @throws Problem `not_found` when it names an organisation that its key does not belong to, or a project that its key is
 * not bound to: for the key there is none
 */
export function tenantOf(input: { orgId?: string | null; project?: string | null }, caller: Caller): Tenant {
  const orgId = input.orgId ?? caller.orgId ?? DEFAULT_ORG;
  if (caller.orgId !== null && caller.orgId !== orgId) {
    throw new Problem('not_found', `There is no organisation ${orgId} for this API key.`);
  }
  const project = input.project ?? caller.project;
  if (!maySee(caller, project)) throw new Problem('not_found', `There is no project ${project} for this API key.`);
  return { orgId, project };
}

/** Equal lengths for the comparison, whatever was sent. */
function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
