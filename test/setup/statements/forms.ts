/** A parameter, as SQLite's driver and PostgreSQL's write it, and here. */
const parameter = '?';

/** What is in brackets, which may hold brackets once more, and is there again behind a comma: rows, and lists of values. */
const repeated = /(\((?:[^()]|\([^()]*\))*\)|cast\(\? as \w+\)|\?)(?:, ?\1)+/g;

/** The same condition again, of another value: of several kinds, or several words that are searched for. */
const repeatedCondition = /( (?:and|or) (?:"[\w".]+" = \?|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)))\1+/g;

/** `create database` and the like: what the tests do with the server, not what is tested. */
const ofTheServer = /^(create|drop) database\b/;
const ofTransactions = /^(begin|start transaction|commit|rollback|savepoint|release)\b/i;

const update = /^update (\S+) set (.+?)( where .*)?$/;
const insert = /^insert into (\S+) \(([^()]*)\) values \(\?\)(.*)$/;
const plainColumn = /^"\w+" = \?$/;

/**
 * The forms of a statement: its text, however many values it has. One that writes plain values into several columns has a form for each
 * column, since no database treats two columns that are written together differently from each alone.
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
  // First rows, then the values in the one that is left.
  return plain.replaceAll(repeated, '$1').replaceAll(repeated, '$1').replaceAll(repeatedCondition, '$1');
}

/** Splits at the commas that stand in no brackets. */
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

/** What happens when the row is there already; the columns that it then writes are those of the insert. */
function conflictOf(rest: string): string {
  const [before = '', sets] = rest.split(/ do update set /);
  if (sets === undefined) return rest;
  const other = columnsIn(sets).filter((column) => !plainColumn.test(column));
  return `${before} do update set ${other.join(', ')}`;
}
