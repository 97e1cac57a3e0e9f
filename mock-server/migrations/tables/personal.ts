/** How the rows of a table name a person, and what of them the person is told when they ask for their data. */
export interface Personal<Column extends string> {
  /** The column that names the person. */
  by: Column;
  /** The columns by which the rows about one person are ordered and told apart; none of them is ever null. */
  key: readonly Column[];
  /** `by` may hold the login name instead of the id. Such a table has a column `received`. */
  byName?: true;
  /** What of a row the person is told; no secret. */
  columns: readonly Column[];
}

/**
 * The tables of a file that name a person. `technical`: they do so only to carry out each write once and in order, or to
 * find rows of the audit log; what was written is in other tables.
 */
export type PersonalTables<Named> = {
  readonly [Name in keyof Named]?: Personal<keyof Named[Name] & string> | 'technical';
};
