import type { Sources } from '../syntax.ts';

/** More records than this are not read by anybody: fold the superseded ones into those that hold. */
const maxRecords = 30;

const folder = 'docs/decisions/';
const parts = ['Context', 'Choice', 'Consequences', 'Alternatives'];

/** A decision record: its file, and the number that the file's name begins with. */
interface DecisionRecord {
  file: string;
  number: number;
  text: string;
}

/** What is wrong with the decision records and their index, a line each. */
export function recordViolations(sources: Sources): string[] {
  const records = recordsOf(sources);
  const index = sources.get(`${folder}README.md`) ?? '';
  const rows = records.map((record) => `| ${record.number} | [${titleOf(record)}](${record.file}) | `);
  const listed = index.split('\n').filter((line) => /^\| \d/.test(line));
  return [
    ...(records.length > maxRecords ? [`there are ${records.length} records, more than ${maxRecords}`] : []),
    ...records.flatMap((record) => formViolations(record).map((fault) => `${record.file} ${fault}`)),
    ...rows.filter((row) => !listed.some((line) => isRow(line, row))).map((row) => `the index lacks ${row}`),
    ...listed
      .filter((line) => !rows.some((row) => isRow(line, row)))
      .map((line) => `the index has ${line} without a record`),
  ];
}

/** Lines of pages below `docs/` that are too long to be read, but for tables, code and what is generated. */
export function longLines(sources: Sources): string[] {
  return [...sources]
    .filter(([path]) => path.startsWith('docs/') && path.endsWith('.md'))
    .flatMap(([path, text]) =>
      proseOf(text)
        .filter(({ line }) => line.length > maxLineLength)
        .map(({ number }) => `${path}:${number} is longer than ${maxLineLength} characters`),
    );
}

const maxLineLength = 120;

const recordsOf = (sources: Sources): DecisionRecord[] =>
  [...sources]
    .filter(([path]) => path.startsWith(folder) && path !== `${folder}README.md`)
    .map(([path, text]) => {
      const file = path.slice(folder.length);
      return { file, number: Number.parseInt(file, 10), text };
    });

const titleOf = ({ text }: DecisionRecord): string => /^# \d+\. (.+)/.exec(text)?.[1] ?? '';

/** Whether a line of the index is this row, with something said in its last cell. */
const isRow = (line: string, row: string): boolean => line.startsWith(row) && line.length > row.length + 2;

function formViolations({ file, number, text }: DecisionRecord): string[] {
  const [before = '', ...sections] = text.split(/^## /m);
  const headings = sections.map((section) => section.split('\n', 1)[0]);
  const isEmpty = sections.some((section) => section.split('\n').slice(1).join('').trim() === '');
  return [
    ...(/^\d{4}-[a-z0-9-]+\.md$/.test(file) ? [] : ['is not named NNNN-words.md']),
    ...(before.startsWith(`# ${number}. `) ? [] : ['does not begin with its number and title']),
    ...(/^Status: \S/m.test(before) ? [] : ['has no status']),
    ...(/^Date: \d{4}-\d\d-\d\d$/m.test(before) ? [] : ['has no date']),
    ...(headings.join() === parts.join() && !isEmpty ? [] : [`does not have the parts ${parts.join(', ')}`]),
  ];
}

/** The lines of a page that are text, with their numbers. */
function proseOf(page: string): { line: string; number: number }[] {
  let isCode = false;
  let isGenerated = false;
  return page
    .split('\n')
    .map((line, at) => ({ line, number: at + 1 }))
    .filter(({ line }) => {
      const isFence = /^\s*```/.test(line);
      if (isFence) isCode = !isCode;
      if (line.startsWith('<!-- Begin of ')) isGenerated = true;
      if (line.startsWith('<!-- End of ')) isGenerated = false;
      return !isFence && !isCode && !isGenerated && !line.startsWith('|');
    });
}
