import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import pg from 'pg';
import { unguarded } from '../../../mock-server/platform/database/unguarded.ts';
import { startService, type TestService } from '../../setup/service.ts';
import { serveParent } from '../child.ts';
import { type Engine, startEngine } from '../engine.ts';
import { type Percentiles, percentiles } from '../percentiles.ts';
import { manyUsers } from './many-users.ts';
import { bareStatements, type UserQuestion, userQuestions } from './user-questions.ts';

export interface UsersService {
  url: string;
  token: string;
  /** The milliseconds of the bare statements of each query, on the same database through the same driver. */
  bare: Record<UserQuestion, Percentiles>;
}

type Run = (statement: string, values: readonly unknown[]) => Promise<unknown>;

/** The service with many users in one organization, on SQLite or PostgreSQL. */
await serveParent(async (argument) => {
  const { users, engine } = argument as { users: number; engine: Engine };
  const stopEngine = await startEngine(engine);
  const service = await startService();
  await manyUsers(service, users);
  const db = unguarded(service.platform.database.db);
  await (engine === 'sqlite' ? sql`analyze` : sql`vacuum analyze users`).execute(db);
  const ready: UsersService = { url: service.url, token: service.admin.token, bare: await timeBare(service) };
  const stop = async () => {
    await service.stop();
    await stopEngine();
  };
  return { ready, stop };
});

async function timeBare(service: TestService): Promise<UsersService['bare']> {
  const { run, close } = open(service.platform.config.database);
  const times: [string, Percentiles][] = [];
  for (const [question, query] of Object.entries(userQuestions)) {
    const statements = bareStatements(service.admin.orgId, query);
    const once = async () => {
      for (const { text, values } of statements) await run(text, values);
    };
    times.push([question, await percentiles(once)]);
  }
  await close();
  return Object.fromEntries(times) as UsersService['bare'];
}

function open(location: { file: string } | { url: string }): { run: Run; close(): Promise<unknown> } {
  if ('file' in location) {
    const sqlite = new SqliteDatabase(location.file, { readonly: true });
    return {
      run: async (text, values) => sqlite.prepare(text.replaceAll(/\$\d+/g, '?')).all(...values),
      close: async () => sqlite.close(),
    };
  }
  const pool = new pg.Pool({ connectionString: location.url, max: 1 });
  return { run: (text, values) => pool.query(text, [...values]), close: () => pool.end() };
}
