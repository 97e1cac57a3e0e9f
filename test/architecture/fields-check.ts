import { type ESTree, Visitor } from 'vite';
import { parse, type Sources, testNames } from './syntax.ts';

/** Elements in which a person types or chooses: those of the design system, and the browser's own. */
const fields = new Set(
  'input textarea select TextField TextArea PasswordField SearchField Checkbox Select ChipChoice ChipSelect ChipToggle Thumbs'.split(
    ' ',
  ),
);

/** The fields that a file of a screen draws, by name, as often as it does. */
function fieldsIn(path: string, text: string): string[] {
  const found: string[] = [];
  const nameOf = ({ name }: ESTree.JSXOpeningElement): string =>
    name.type === 'JSXIdentifier' ? name.name : '';
  new Visitor({
    JSXOpeningElement: (element) => {
      if (fields.has(nameOf(element))) found.push(nameOf(element));
    },
  }).visit(parse(path, text).program);
  return found.toSorted();
}

/** The rows of the table of fields: which fields of which file, and the tests that show that their content survives. */
const rowsOf = (page: string): string[][] =>
  (/\| input \|.*\n\|[-|]+\n((?:\|.*\n)+)/.exec(page)?.[1] ?? '')
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

/**
 * What the table of docs/offline.md and the fields of the screens do not have in common, a line each: a field that nobody has said of where
 * what is typed there is kept, one that is not there any more, and tests that are not there.
 */
export function fieldViolations(sources: Sources, page: string): string[] {
  const drawn = [...sources]
    .filter(([path]) => /^src\/(app|features)\/.*\.tsx$/.test(path))
    .flatMap(([path, text]) => fieldsIn(path, text).map((name) => `${name} of ${path}`));
  const rows = rowsOf(page);
  const reported = rows.flatMap(([, , where = '']) =>
    where.split(' · ').flatMap((place) => {
      const [path = '', ...names] = [...place.matchAll(/`([^`]+)`/g)].flatMap(([, word = '']) => word);
      return names.map((name) => `${name} of ${path}`);
    }),
  );
  const lines = [
    ...without(drawn, reported).map(
      (field) => `docs/offline.md does not say where ${field} keeps what is typed`,
    ),
    ...without(reported, drawn).map((field) => `there is no ${field}`),
  ];
  const tests = [...sources].filter(([path]) => /^test\/.*\.test\.tsx?$/.test(path));
  const isTest = (name: string): boolean =>
    tests.some(([path, text]) => text.includes(name) && testNames(path, text).has(name));
  for (const name of rows.flatMap(([, , , named = '']) => named.split(' · ')))
    if (name !== '' && !isTest(name)) lines.push(`there is no test "${name}"`);
  return lines;
}

/** What one list has more often than the other. */
function without(one: readonly string[], other: readonly string[]): string[] {
  const left = [...other];
  return one.filter((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
