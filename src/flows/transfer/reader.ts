import { createHash } from 'node:crypto';
import { type FieldError, fieldErrors, Problem } from '../../core/errors.js';
import {
  rowErrors,
  TRANSFER_FORMAT,
  type TransferHeader,
  TransferLine,
  type TransferRow,
  type TransferTrailer,
} from '../../core/transfer.js';
import type { TransferredTable } from '../../store/queries/transfer/transfer-tables.js';
import type { Line } from './lines.js';

/** What the database has: the columns of each table, and the last of its migrations. */
export interface Target {
  columns: ReadonlyMap<TransferredTable, readonly string[]>;
  schema: string;
}

/** Most wrong lines that are told. */
const ERRORS_MAX = 20;

/** Reads an export line by line: what may be stored of it, and all that is wrong with it. */
export class TransferReader {
  readonly #target: Target;
  readonly #digest = createHash('sha256');
  readonly #errors: FieldError[] = [];
  readonly #counts = new Map<string, number>();
  #header: TransferHeader | null = null;
  #trailer: TransferTrailer | null = null;
  #isIncomplete = false;
  #lines = 0;

  constructor(target: Target) {
    this.#target = target;
  }

  /** Whether something was wrong, so that nothing will be stored. */
  get isRefused(): boolean {
    return this.#errors.length > 0;
  }

  /** The columns that the rows of a table have, as the header says. */
  columnsOf(table: TransferredTable): readonly string[] {
    return this.#header?.tables.find(({ name }) => name === table)?.columns ?? [];
  }

  refuse(line: number, message: string): void {
    if (this.#errors.length < ERRORS_MAX) this.#errors.push({ path: `line ${line}`, message });
    else this.#isIncomplete = true;
  }

  /** The row of a line, as it may be stored; null where it is none. */
  read({ number, bytes, text }: Line): { table: TransferredTable; text: string } | null {
    this.#lines = number;
    if (this.#trailer !== null) {
      if (text !== '') this.refuse(number, 'stands behind the trailer');
      return null;
    }
    const line = text === null ? null : this.#parsed(number, text);
    if (text === null) this.refuse(number, 'is not UTF-8, or too long');
    const isTrailer = line?.line === 'trailer';
    if (isTrailer) this.#end(number, line);
    else this.#digest.update(bytes);
    if (line?.line === 'header') this.#begin(number, line);
    else if (number === 1) this.refuse(number, 'must be the header of an export');
    return line?.line === 'row' && this.#isGood(number, line)
      ? { table: line.table as TransferredTable, text: text ?? '' }
      : null;
  }

  /** @throws Problem `import_refused` */
  end(): { rows: number; tables: { name: string; rows: number }[] } {
    if (this.#trailer === null) this.refuse(this.#lines + 1, 'is missing: an export ends with a trailer, and was cut');
    for (const { name, rows } of this.#header?.tables ?? []) {
      const found = this.#counts.get(name) ?? 0;
      if (found !== rows) this.refuse(1, `says ${rows} rows of ${name}, and there are ${found}`);
    }
    if (this.isRefused) {
      const more = this.#isIncomplete ? ' There are more than are listed.' : '';
      throw new Problem('import_refused', `Nothing is stored.${more}`, this.#errors);
    }
    const tables = [...this.#counts].map(([name, rows]) => ({ name, rows }));
    return { rows: tables.reduce((sum, { rows }) => sum + rows, 0), tables };
  }

  #parsed(number: number, text: string): TransferLine | null {
    try {
      const parsed = TransferLine.safeParse(JSON.parse(text));
      if (parsed.success) return parsed.data;
      for (const { path, message } of parsed.error.issues.flatMap(fieldErrors))
        this.refuse(number, `${path} ${message}`);
    } catch {
      this.refuse(number, 'is not JSON');
    }
    return null;
  }

  #begin(number: number, header: TransferHeader): void {
    if (number !== 1) this.refuse(number, 'is a second header');
    this.#header ??= header;
    if (header.format !== TRANSFER_FORMAT) this.refuse(number, `format ${header.format} is not ${TRANSFER_FORMAT}`);
    if (header.schema > this.#target.schema) {
      this.refuse(
        number,
        `schema ${header.schema} is newer than ${this.#target.schema}, of this database: update it first`,
      );
    }
    for (const { name, columns } of header.tables) {
      const known = this.#target.columns.get(name as TransferredTable);
      const strange = columns.filter((column, at) => known?.includes(column) !== true || columns.indexOf(column) < at);
      if (known === undefined) this.refuse(number, `names a table that this version has not: ${name}`);
      else if (strange.length > 0)
        this.refuse(number, `names columns of ${name} that this version has not: ${strange}`);
    }
  }

  #end(number: number, trailer: TransferTrailer): void {
    this.#trailer = trailer;
    const rows = [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
    if (trailer.rows !== rows) this.refuse(number, `says ${trailer.rows} rows, and there are ${rows}`);
    if (trailer.sha256 !== this.#digest.digest('hex')) {
      this.refuse(number, 'sha256 is not that of the lines before: they were changed');
    }
  }

  #isGood(number: number, row: TransferRow): boolean {
    const columns = this.columnsOf(row.table as TransferredTable);
    this.#counts.set(row.table, (this.#counts.get(row.table) ?? 0) + 1);
    if (columns.length === 0) {
      this.refuse(number, `is of ${row.table}, which the header does not name`);
      return false;
    }
    const strange = Object.keys(row.row).filter((name) => !columns.includes(name));
    for (const name of strange) this.refuse(number, `row.${name} is not in the header`);
    const errors = rowErrors(row);
    for (const { path, message } of errors) this.refuse(number, `row.${path} ${message}`);
    return strange.length + errors.length === 0;
  }
}
