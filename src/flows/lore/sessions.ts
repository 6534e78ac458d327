import { mayStandFor, type Reference, type Spoken } from '../../core/reference.js';
import type { Candidate } from '../../core/resolution.js';
import type { Tenant } from '../../core/scope.js';
import type { TypeTemplate } from '../../core/type-template.js';
import {
  contextOfSession,
  recordCall,
  recordTouched,
  type SessionCall,
  type SessionKey,
  type Touched,
  touchedBy,
} from '../../store/queries/lore/sessions.js';
import type { Db, Store } from '../../store/store.js';

/** A session, and what one request of it was about so far. */
export class SessionUse implements SessionKey {
  readonly tenant: Tenant;
  readonly id: string;
  readonly caller: string;
  readonly #entities = new Set<string>();
  readonly #claims = new Set<string>();
  readonly #caveats = new Set<string>();
  readonly #relations = new Set<string>();
  readonly #unmet = new Set<string>();

  constructor({ tenant, id, caller }: SessionKey) {
    this.tenant = tenant;
    this.id = id;
    this.caller = caller;
  }

  /** What the request was about, in the order in which it was found. */
  get entities(): readonly string[] {
    return [...this.#entities];
  }

  /** Claims that the request showed or stored, in the order in which it did. */
  get claims(): readonly string[] {
    return [...this.#claims];
  }

  get caveats(): readonly string[] {
    return [...this.#caveats];
  }

  /** Ids of what the answer rests on. */
  get relations(): readonly string[] {
    return [...this.#relations];
  }

  /** Rules of the contract that a draft did not meet. */
  get unmet(): readonly string[] {
    return [...this.#unmet];
  }

  speakOf(entityId: string): void {
    this.#entities.add(entityId);
  }

  touch(claimIds: Iterable<string>): void {
    for (const id of claimIds) this.#claims.add(id);
  }

  warn(caveat: string): void {
    this.#caveats.add(caveat);
  }

  restOn(relationId: string): void {
    this.#relations.add(relationId);
  }

  miss(rule: string): void {
    this.#unmet.add(rule);
  }
}

/** The sessions of this process: what they ask is written down after they are answered. */
export class Sessions {
  readonly #store: Store;
  /** Writes on their way, by session: what asks for its context waits for them. */
  readonly #writing = new Map<string, Promise<void>>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Writes down a call; the answer does not wait for it. A fault is told, and nothing else comes of it. */
  record(use: SessionUse, call: SessionCall, report: (error: unknown) => void): void {
    this.#write(use, (db) => recordCall(db, use, call), report);
  }

  /** The same of a write, which is no question. */
  keep(use: SessionUse, report: (error: unknown) => void): void {
    const { entities, claims } = use;
    if (entities.length + claims.length === 0) return;
    this.#write(use, (db) => recordTouched(db, use, { entities, claims }), report);
  }

  #write(use: SessionUse, work: (db: Db) => Promise<void>, report: (error: unknown) => void): void {
    const name = nameOf(use);
    const write = async () => {
      await this.#writing.get(name);
      await this.#store.tenant(use.tenant.orgId, work).catch(report);
    };
    const written = write().finally(() => {
      if (this.#writing.get(name) === written) this.#writing.delete(name);
    });
    this.#writing.set(name, written);
  }

  /** Until what the session asked before is written down. */
  async settled(session: SessionKey): Promise<void> {
    await this.#writing.get(nameOf(session));
  }

  /** Until everything is written down. */
  async close(): Promise<void> {
    await Promise.all(this.#writing.values());
  }

  /** What a session came to know so far. */
  async touched(session: SessionKey): Promise<Touched> {
    await this.settled(session);
    return this.#store.tenant(session.tenant.orgId, (db) => touchedBy(db, session));
  }

  /**
   * All that a word may stand for in a session, latest first.
   * @throws Problem `unavailable`
   */
  async meant(
    session: SessionKey,
    reference: Reference,
    templates: readonly TypeTemplate[],
  ): Promise<(Candidate & { by: 'session' })[]> {
    await this.settled(session);
    const spoken = await this.#store.tenant(session.tenant.orgId, (db) => contextOfSession(db, session));
    const kinds = (type: string): Spoken['types'] => {
      const kindOf = templates.find((template) => template.type === type)?.kind_of;
      return kindOf === undefined ? [type] : [type, kindOf];
    };
    return spoken
      .filter(({ type, gender }) => mayStandFor(reference, { types: kinds(type), gender }))
      .map(({ id, name, type, loreVerified }) => ({ id, name, type, loreVerified, by: 'session', score: 1 }));
  }
}

function nameOf({ tenant, id, caller }: SessionKey): string {
  return JSON.stringify([tenant.orgId, tenant.project, id, caller]);
}
