import { Problem } from '../../core/errors.js';
import type { Tenant } from '../../core/scope.js';
import { dropProject, type RowLine, restoreRows, takeProject } from '../../store/queries/transfer/restore.js';
import { schemaName, transferShapes } from '../../store/queries/transfer/transfer.js';
import type { TransferredTable } from '../../store/queries/transfer/transfer-tables.js';
import type { Db } from '../../store/store.js';
import type { Deps } from '../deps.js';
import { linesOf } from './lines.js';
import { TransferReader } from './reader.js';

/** What was restored. */
export interface Imported {
  rows: number;
  /** Those that have rows, in their order. */
  tables: { name: string; rows: number }[];
}

/** Rows of one table that go to the database together: as many, or with so many characters. */
const ROWS_A_STEP = 200;
const CHARACTERS_A_STEP = 1_000_000;

/**
 * Restores an export into a project that is not there yet, in one transaction: all of it is stored or nothing. Every line
 * is looked at even when an earlier one is wrong, so that all that is wrong is told at once, up to a bound.
 * @throws Problem `project_not_empty`, `import_refused` with the wrong lines, `unavailable`
 */
export async function importProject(
  { store, contexts }: Pick<Deps, 'store' | 'contexts'>,
  tenant: Tenant,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Imported> {
  let isBegun = false;
  const imported = await store.transaction(tenant.orgId, async (db) => {
    // What was read of the request can't be read again.
    if (isBegun) throw new Problem('unavailable', 'Another write got in the way of the import; nothing is stored.');
    isBegun = true;
    if (!(await takeProject(db, tenant))) {
      throw new Problem('project_not_empty', `The project ${tenant.project} holds something already.`);
    }
    return restore(db, tenant, bytes);
  });
  contexts.forget(tenant);
  return imported;
}

async function restore(db: Db, tenant: Tenant, bytes: AsyncIterable<Uint8Array>): Promise<Imported> {
  const columns = new Map([...(await transferShapes(db))].map(([table, shape]) => [table, shape.columns]));
  const reader = new TransferReader({ columns, schema: await schemaName(db) });
  const step = new Step(db, tenant, reader);
  for await (const line of linesOf(bytes)) {
    const row = reader.read(line);
    if (row !== null) await step.add(row.table, { number: line.number, text: row.text });
  }
  await step.flush();
  const imported = reader.end();
  if (!imported.tables.some(({ name }) => name === 'projects')) await dropProject(db, tenant);
  return imported;
}

/** Rows on their way to the database, of one table at a time. */
class Step {
  #table: TransferredTable | null = null;
  #rows: RowLine[] = [];
  #characters = 0;

  constructor(
    readonly db: Db,
    readonly tenant: Tenant,
    readonly reader: TransferReader,
  ) {}

  async add(table: TransferredTable, row: RowLine): Promise<void> {
    if (table !== this.#table) await this.flush();
    this.#table = table;
    this.#rows.push(row);
    this.#characters += row.text.length;
    if (this.#rows.length >= ROWS_A_STEP || this.#characters >= CHARACTERS_A_STEP) await this.flush();
  }

  async flush(): Promise<void> {
    const [table, rows] = [this.#table, this.#rows];
    this.#rows = [];
    this.#characters = 0;
    // Once a line is wrong nothing is stored any more: the rest is only looked at.
    if (table === null || rows.length === 0 || this.reader.isRefused) return;
    const columns = this.reader.columnsOf(table);
    for (const { number, message } of await restoreRows(this.db, this.tenant, { table, columns }, rows)) {
      this.reader.refuse(number, message);
    }
  }
}
