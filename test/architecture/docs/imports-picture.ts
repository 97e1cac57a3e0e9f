import { importsOf, isCode, type Sources } from '../syntax.ts';

/** The trees that the picture shows; tests import whatever they test. */
const trees = ['contract', 'mock-server', 'src'] as const;

/** Places whose rooms get their own table, with its heading. */
const places = [
  [
    'mock-server/features',
    'Features of the service, which know each other by `facade.ts` only. Here and below, a room without a row imports none of its neighbours:',
  ],
  [
    'mock-server/features/applications',
    'Rooms of the largest of them, `mock-server/features/applications/`:',
  ],
  ['mock-server/platform', 'Rooms of `mock-server/platform/`:'],
  ['src/data', 'Rooms of `src/data/`:'],
] as const;

/** One imports the other; `typeOnly` when the compiler erases every import between them. */
interface Line {
  from: string;
  to: string;
  typeOnly: boolean;
}

/**
 * Who imports whom in these files: all folders as a Mermaid graph, then a table for each folder with many modules. A module
 * that imports none of its neighbours has no row.
 */
export function importsPicture(sources: Sources): string {
  const files = linesOf(sources);
  const tables = places.map(([place, title]) => `${title}\n\n${table(files, place)}\n`);
  return ['```mermaid', ...graph(files), '```', '', ...tables].join('\n');
}

/** The imports between the files of the product. */
function linesOf(sources: Sources): Line[] {
  return [...sources]
    .filter(([path]) => isCode(path) && isShown(path))
    .flatMap(([from, text]) =>
      importsOf(from, text)
        .filter(({ ours, target }) => ours && isShown(target))
        .map(({ target, typeOnly }) => ({ from, to: target, typeOnly })),
    );
}

const isShown = (path: string): boolean => trees.some((tree) => path.startsWith(`${tree}/`));

/** The same lines between the rooms of the files, each once, in the order of their names. */
function betweenRooms(files: readonly Line[], roomOf: (path: string) => string | undefined): Line[] {
  const lines = new Map<string, Line>();
  for (const file of files) {
    const [from, to] = [roomOf(file.from), roomOf(file.to)];
    if (from === undefined || to === undefined || from === to) continue;
    const key = `${from} ${to}`;
    lines.set(key, { from, to, typeOnly: file.typeOnly && (lines.get(key)?.typeOnly ?? true) });
  }
  return [...lines].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, line]) => line);
}

function graph(files: readonly Line[]): string[] {
  const lines = betweenRooms(files, roomOf);
  const rooms = [...new Set(lines.flatMap(({ from, to }) => [from, to]))].sort();
  const arrows = (room: string, arrow: string, typeOnly: boolean): string[] => {
    const imported = lines.filter((line) => line.from === room && line.typeOnly === typeOnly);
    return imported.length === 0 ? [] : [`  ${room} ${arrow} ${imported.map(({ to }) => to).join(' & ')}`];
  };
  return [
    'flowchart TD',
    ...trees.flatMap((tree) => {
      const inside = rooms.filter((room) => room.startsWith(`${tree}/`));
      return inside.length === 0
        ? []
        : [`  subgraph ${tree}/`, ...inside.map((room) => `    ${room}`), '  end'];
    }),
    ...rooms.flatMap((room) => [...arrows(room, '-->', false), ...arrows(room, '-.->', true)]),
  ];
}

/** The folder or file below a tree; the contract is one room. */
const roomOf = (path: string): string => path.split('/', path.startsWith('contract/') ? 1 : 2).join('/');

function table(files: readonly Line[], place: string): string {
  const roomIn = (path: string): string | undefined => folderBelow(place, path);
  const lines = betweenRooms(files, roomIn);
  const row = ([room, imported]: [string, Line[]]): string => {
    const names = imported.map(({ to, typeOnly }) => (typeOnly ? `*${to}*` : to));
    return `| \`${room}\` | ${names.join(', ')} |`;
  };
  return ['| room | imports |', '|---|---|', ...[...Map.groupBy(lines, ({ from }) => from)].map(row)].join(
    '\n',
  );
}

/** The folder directly below a place that holds a file; none for the files of the place itself. */
function folderBelow(place: string, path: string): string | undefined {
  if (!path.startsWith(`${place}/`)) return undefined;
  const [folder, ...rest] = path.slice(place.length + 1).split('/');
  return rest.length === 0 ? undefined : folder;
}
