import type SqliteDatabase from 'better-sqlite3';
import type { Tables } from '../../../migrations/tables.ts';

/** The row before a change, or after it. */
type Row = 'old' | 'new';

export interface WatchedTable {
  table: keyof Tables;
  /** Columns whose changes do not matter. Changes of all others do, including columns that a later migration adds. */
  except?: readonly string[];
  /** Whom a row concerns, as SQL: an organization, and one of its persons, or `null` for everybody. */
  whose(row: Row): readonly [orgId: string, userId: string];
  /** What else is needed to find that out, as SQL: a table and its condition. */
  from?(row: Row): string;
}

/** Called with whom a changed row concerns. */
type Listener = (orgId: string, userId: string | null) => void;

/**
 * Reports changes of rows that somebody keeps in memory. Triggers that exist only on this process's own connection
 * report its changes row by row; a number that SQLite maintains tells that another process has committed something.
 */
export class RowWatch {
  readonly #sqlite: SqliteDatabase.Database;
  readonly #listeners: Listener[] = [];
  #version: SqliteDatabase.Statement<[], number> | null = null;

  constructor(sqlite: SqliteDatabase.Database) {
    this.#sqlite = sqlite;
  }

  /**
   * Calls `changed` within the transaction that changes a row, which may still be rolled back. The tables must exist.
   */
  watch(tables: readonly WatchedTable[], changed: Listener): void {
    const watch = this.#listeners.push(changed) - 1;
    if (watch === 0) this.#tell();
    for (const watched of tables)
      for (const trigger of triggersOf(watched, watch, this.#meaning(watched))) this.#sqlite.exec(trigger);
  }

  /**
   * A number that differs whenever another process has committed something. Null where that is not known: during a
   * transaction of this process, which does not see what others commit, and where the file can't be read.
   */
  version(): number | null {
    if (this.#sqlite.inTransaction) return null;
    try {
      this.#version ??= this.#sqlite.prepare<[], number>('pragma main.data_version').pluck();
      return this.#version.get() ?? null;
    } catch {
      // The caller then reads the row, and is told what is wrong.
      return null;
    }
  }

  #tell(): void {
    this.#sqlite.function('row_changed', (watch: number, orgId: string, userId: string | null) => {
      this.#listeners[watch]?.(orgId, userId);
      return null;
    });
  }

  #meaning({ table, except = [] }: WatchedTable): string[] {
    const columns = this.#sqlite.prepare<[string], string>('select name from pragma_table_info(?)').pluck();
    return columns.all(table).filter((name) => !except.includes(name));
  }
}

function triggersOf(watched: WatchedTable, watch: number, columns: readonly string[]): string[] {
  const { table } = watched;
  const differs = columns.map((name) => `old."${name}" is not new."${name}"`).join(' or ');
  const events: { event: string; rows: readonly Row[]; when: string }[] = [
    { event: 'insert', rows: ['new'], when: '' },
    { event: 'update', rows: ['old', 'new'], when: `when ${differs}` },
    { event: 'delete', rows: ['old'], when: '' },
  ];
  const told = (row: Row): string => {
    const from = watched.from === undefined ? '' : `from ${watched.from(row)}`;
    return `select row_changed(${watch}, ${watched.whose(row).join(', ')}) ${from};`;
  };
  return events.map(
    ({ event, rows, when }) =>
      `create temp trigger row_changed_${watch}_${table}_${event} after ${event} on main."${table}" ${when}
        begin ${rows.map(told).join(' ')} end`,
  );
}
