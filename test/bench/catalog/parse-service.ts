import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { splitIntoChunks } from '../../../mock-server/platform/chunks.ts';
import { onServer } from '../../setup/database/database.ts';
import { startPostgresServer } from '../../setup/database/postgres-server.ts';
import { freePort } from '../../setup/free-port.ts';
import { serveParent } from '../child.ts';
import { applicationsOf, groupsOf, type Size } from './groups-world.ts';

export interface ParseService {
  url: string;
  appId: string;
  /** A session token for each person. */
  sessions: string[];
}

/** The part of the package `parse-server` that is used here. The package is no dependency of this project. */
interface ParseModule {
  ParseServer: {
    startApp(options: Readonly<Record<string, unknown>>): Promise<{ handleShutdown(): Promise<void> }>;
  };
}

const texts = [
  'name',
  'short_description',
  'long_description',
  'version_num',
  'icon_path',
  'author',
] as const;

/**
 * Parse Server on PostgreSQL, with as many applications, groups (roles) and people as the service that it is compared
 * with.
 */
await serveParent(async (argument) => {
  const { directory, size } = argument as { directory: string; size: Size };
  // Parse Server writes its log to the current directory.
  process.chdir(directory);
  const postgres = await startPostgresServer();
  await onServer(postgres.url, 'create database parse');
  const address = new URL(postgres.url);
  address.pathname = '/parse';
  const database = address.href;
  const port = await freePort();
  const keys = { appId: 'bench', masterKey: randomUUID() };
  const url = `http://127.0.0.1:${port}/parse`;
  const { ParseServer }: ParseModule = createRequire(pathToFileURL(join(directory, 'index.js')))(
    'parse-server',
  );
  const parse = await ParseServer.startApp({
    ...keys,
    databaseURI: database,
    serverURL: url,
    host: '127.0.0.1',
    port,
    mountPath: '/parse',
    logLevel: 'error',
    logsFolder: null,
    silent: true,
  });
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await define(url, keys);
  const sessions = await fill(client, size);
  await client.end();
  const ready: ParseService = { url, appId: keys.appId, sessions };
  const stop = async () => {
    await parse.handleShutdown();
    await postgres.stop();
  };
  return { ready, stop };
});

/** Makes the class of applications, and the first person, with whom Parse Server makes the table of sessions. */
async function define(
  url: string,
  { appId, masterKey }: { appId: string; masterKey: string },
): Promise<void> {
  const fields = Object.fromEntries([
    ...texts.map((name) => [name, { type: 'String' }]),
    ...['num_downloads', 'num_likes'].map((name) => [name, { type: 'Number' }]),
  ]);
  const request = {
    'schemas/Application': { className: 'Application', fields },
    users: { username: 'first', password: randomUUID() },
  };
  for (const [path, body] of Object.entries(request)) {
    const answer = await fetch(`${url}/${path}`, {
      method: 'POST',
      headers: {
        'x-parse-application-id': appId,
        // A person who is signed up with the master key gets no session.
        ...(path !== 'users' && { 'x-parse-master-key': masterKey }),
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} was refused: ${await answer.text()}`);
  }
}

/** An id of ten characters, like those of Parse Server. */
function idOf(kind: string, at: number): string {
  return kind + String(at).padStart(9, '0');
}

/** Writes rows as Parse Server would: the roles that have an application may read it. Returns the sessions. */
async function fill(client: pg.Client, size: Size): Promise<string[]> {
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
  const groups = numbers(size.groups);
  const readers = new Map<number, string[]>(numbers(size.applications).map((at) => [at, []]));
  for (const group of groups)
    for (const application of applicationsOf(group, size.each, [...readers.keys()]))
      readers.get(application)?.push(`role:group${group}`);
  const moment = new Date().toISOString();
  const written = { createdAt: moment, updatedAt: moment };
  await insert(
    client,
    'Application',
    [...readers].map(([at, _rperm]) => ({
      objectId: idOf('a', at),
      ...written,
      _rperm,
      _wperm: [],
      ...Object.fromEntries(texts.map((name) => [name, `Application ${at}, its ${name}`])),
      num_downloads: at,
      num_likes: at,
    })),
  );
  const open = { ...written, _rperm: ['*'], _wperm: [] };
  await insert(
    client,
    '_Role',
    groups.map((at) => ({ objectId: idOf('g', at), name: `group${at}`, ...open })),
  );
  const persons = numbers(size.persons);
  await insert(
    client,
    '_User',
    persons.map((at) => ({
      objectId: idOf('u', at),
      username: `person${at}`,
      ...open,
    })),
  );
  await insert(
    client,
    '_Join:users:_Role',
    persons.flatMap((at) =>
      groupsOf(at, size, groups).map((group) => ({ relatedId: idOf('u', at), owningId: idOf('g', group) })),
    ),
  );
  const sessions = persons.map((at) => ({
    objectId: idOf('s', at),
    sessionToken: `r:${randomUUID()}`,
    user: idOf('u', at),
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    ...written,
  }));
  await insert(client, '_Session', sessions);
  // An operator of Parse Server would add these indexes at this size.
  await client.query(
    'create index on "Application" (name); create index on "Application" using gin (_rperm); analyze',
  );
  return sessions.map(({ sessionToken }) => sessionToken);
}

async function insert(
  client: pg.Client,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const names = columns.map((name) => `"${name}"`).join();
  for (const part of splitIntoChunks(rows, 500)) {
    const places = part.map(
      (_, row) => `(${columns.map((_name, column) => `$${row * columns.length + column + 1}`).join()})`,
    );
    const values = part.flatMap((row) => columns.map((name) => row[name]));
    await client.query(`insert into "${table}" (${names}) values ${places.join()}`, values);
  }
}
