/** A parameter, as the drivers of SQLite and PostgreSQL write it, and as it is written here. */
const parameter = '?';

/** Brackets, perhaps with brackets within them, that are repeated after commas: rows, and lists of values. */
const repeated = /(\((?:[^()]|\([^()]*\))*\)|cast\(\? as \w+\)|\?)(?:, ?\1)+/g;

/** A condition that is repeated for other values: for several kinds, or for several search words. */
const repeatedCondition = /( (?:and|or) (?:"[\w".]+" = \?|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)))\1+/g;

/** `create database` and the like, which the tests do with the server; they are not what is tested. */
const ofTheServer = /^(create|drop) database\b/;
const ofTransactions = /^(begin|start transaction|commit|rollback|savepoint|release)\b/i;

const update = /^update (\S+) set (.+?)( where .*)?$/;
const insert = /^insert into (\S+) \(([^()]*)\) values \(\?\)(.*)$/;
const plainColumn = /^"\w+" = \?$/;

/**
 * The forms of a statement: its text without the number of its values. A statement that writes plain values into
 * several columns has a form for each column, because databases treat columns that are written together like each one
 * alone.
 */
export function formsOf(text: string): string[] {
  const form = shapeOf(text);
  if (ofTheServer.test(form) || ofTransactions.test(form)) return [];
  const updated = update.exec(form);
  if (updated !== null) {
    const [, table = '', sets = '', where = ''] = updated;
    return columnsIn(sets).map((column) => `update ${table} set ${column}${where}`);
  }
  const inserted = insert.exec(form);
  if (inserted !== null) {
    const [, table = '', columns = '', rest = ''] = inserted;
    return columnsIn(columns).map((column) => `insert into ${table} (${column})${conflictOf(rest)}`);
  }
  return [form];
}

function shapeOf(text: string): string {
  const plain = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\$\d+/g, parameter)
    .replace(/\blimit \d+/g, `limit ${parameter}`);
  // First repeated rows, then the repeated values in the remaining row.
  return plain.replaceAll(repeated, '$1').replaceAll(repeated, '$1').replaceAll(repeatedCondition, '$1');
}

/** Splits at the commas that are not in brackets. */
function columnsIn(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let begin = 0;
  for (const [at, letter] of [...list].entries()) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter !== ',' || depth > 0) continue;
    parts.push(list.slice(begin, at).trim());
    begin = at + 1;
  }
  return [...parts, list.slice(begin).trim()];
}

/** The part for a row that exists already, without the plain columns, which are those of the insert. */
function conflictOf(rest: string): string {
  const [before = '', sets] = rest.split(/ do update set /);
  if (sets === undefined) return rest;
  const other = columnsIn(sets).filter((column) => !plainColumn.test(column));
  return `${before} do update set ${other.join(', ')}`;
}
