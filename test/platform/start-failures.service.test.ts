import { chmod, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildApp } from '../../mock-server/app.ts';
import { lockDataDirectory } from '../../mock-server/platform/database/sqlite/data-directory-lock.ts';
import { getKeyFilePath } from '../../mock-server/platform/secrets.ts';
import { describeStartFailure } from '../../mock-server/settings/start-failures.ts';
import { startOn, testConfig } from '../setup/service.ts';
import { testWorkers } from '../setup/workers.ts';

const nothing = async (): Promise<void> => undefined;
const whyNot = (config: Awaited<ReturnType<typeof testConfig>>['config']) =>
  buildApp(config, { workers: testWorkers() }).then(
    async (app) => {
      await app.close();
      return 'It has started.';
    },
    (error: unknown) => describeStartFailure(error) ?? `a stack: ${String(error)}`,
  );

test('no key is made beside a database that was used with another, and a foreign key is refused', async (context) => {
  const { config, remove } = await testConfig();
  if (!('file' in config.database)) return context.skip();
  await (await startOn(config, nothing)).stop();
  const path = getKeyFilePath(config.dataDir);
  await rm(path);
  expect(await whyNot(config)).toMatch(/secret\.key is missing, .* Put it back from a backup/);
  await writeFile(path, Buffer.alloc(32, 7).toString('base64'));
  expect(await whyNot(config)).toMatch(/^The secret key is not the one that the database was used with\./);
  await remove();
});

test.each(['', 'c2hvcnQ=', ' \n', '\u0000'.repeat(44)])(
  'a damaged key file (%j) is reported in a sentence that says what to do',
  async (content) => {
    const { config, remove } = await testConfig();
    await writeFile(getKeyFilePath(config.dataDir), content);
    expect(await whyNot(config)).toMatch(/secret\.key is damaged: .* Put it back from a backup/);
    await remove();
  },
);

test('a second service on one directory is refused in a sentence, until the first one has ended', async () => {
  const { config, remove } = await testConfig();
  const release = await lockDataDirectory(config.dataDir);
  const second = () => lockDataDirectory(config.dataDir);
  await expect(second()).rejects.toThrow(/^Another Appshelf service is running on .* Stop it first/);
  release();
  (await second())();
  await remove();
});

test('a damaged database is told in a sentence that says what to do', async (context) => {
  const { config, remove } = await testConfig();
  if (!('file' in config.database)) return context.skip();
  const { file } = config.database;
  await (await startOn(config, nothing)).stop();
  await truncate(file, 9_000);
  expect(await whyNot(config)).toMatch(/^The database in DATA_DIR is damaged\. Put back a backup/);
  for (const end of ['-wal', '-shm']) await rm(`${file}${end}`, { force: true });
  await writeFile(file, 'no database at all, but a text that is longer than the header of one. '.repeat(20));
  expect(await whyNot(config)).toMatch(/^The database file in DATA_DIR is damaged, or none of Appshelf/);
  await remove();
});

test('a database that others could read is theirs no longer after a start', async (context) => {
  const { config, remove } = await testConfig();
  if (!('file' in config.database)) return context.skip();
  const { file } = config.database;
  await chmod(file, 0o644);
  const service = await startOn(config, nothing);
  const modes = await Promise.all(
    [file, `${file}-wal`, `${file}-shm`].map(async (one) => (await stat(one)).mode),
  );
  expect(modes.map((mode) => mode % 0o1000)).toEqual([0o600, 0o600, 0o600]);
  await service.stop();
  await remove();
});

test.each([
  ['EACCES', 'has no right'],
  ['EROFS', 'only be read'],
  ['EISDIR', 'is a directory'],
  ['ENOSPC', 'full'],
  ['SQLITE_READONLY_DBMOVED', 'only be read'],
  ['SQLITE_CANTOPEN', 'opened'],
])('%s is told in a sentence, also as a cause', (code, words) => {
  const failure = Object.assign(new Error('x'), { code, path: join('/var', 'lib') });
  expect(describeStartFailure(new Error('outer', { cause: failure }))).toContain(words);
});

test('a fault of the program is none of these', () => {
  expect(describeStartFailure(new TypeError('x is not a function'))).toBeNull();
});
