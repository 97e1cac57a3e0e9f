import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { projectSources } from '../project.ts';

/** The maximum number of files in a folder: more can't be surveyed. */
const max = 25;
/** Folders that may stay flat: numbered files, one file for each feature, and guides. */
const flat = ['contract', 'docs', 'docs/decisions', 'mock-server/migrations'];

/** Words in further languages, and what is generated from the English ones, don't make a folder harder to survey. */
const uncounted = /messages\.(?!en\.json$)[\w-]+\.json$|\.d\.json\.ts$/;

/** Folders with more files than that, a line each. */
function fullRooms(paths: readonly string[]): string[] {
  const rooms = Object.entries(
    Object.groupBy(
      paths.filter((path) => !uncounted.test(path)),
      (path) => posix.dirname(path),
    ),
  );
  return rooms
    .map(([room, files = []]) => ({ room, count: files.length }))
    .filter(({ room, count }) => count > max && !flat.includes(room) && !room.startsWith('public'))
    .map(({ room, count }) => `${room} has ${count} files: make rooms in it (docs/architecture.md)`);
}

it('no folder has more files than one takes in at a glance', () => {
  expect(fullRooms([...projectSources().keys()])).toEqual([]);
});

it('the check of folders counts each by itself', () => {
  const files = (room: string, count: number) => Array.from({ length: count }, (_, at) => `${room}/${at}.ts`);
  expect(fullRooms([...files('test/a', 25), ...files('test/a/b', 25)])).toEqual([]);
  expect(fullRooms(files('test/a', 26))).toHaveLength(1);
});
