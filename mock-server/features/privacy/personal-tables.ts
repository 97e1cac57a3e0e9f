import { personalTables, type Tables } from '../../migrations/tables.ts';

/** A table with rows about a person; the same as `Personal`, with the name of the table. */
export interface PersonalTable {
  table: keyof Tables;
  by: string;
  key: readonly string[];
  byName?: true;
  columns: readonly string[];
}

/** The names by which applications report a person: the id, or the login name, as it is or in lower case. */
export const listReportedNames = ({ id, user_id }: Pick<Tables['users'], 'id' | 'user_id'>): string[] => [
  ...new Set([id, user_id, user_id.toLowerCase()]),
];

/** The tables whose rows a person is shown when they ask for their data. */
export const exportedTables: readonly PersonalTable[] = Object.entries(personalTables).flatMap(
  ([table, personal]) => (personal === 'technical' ? [] : [{ table: table as keyof Tables, ...personal }]),
);
