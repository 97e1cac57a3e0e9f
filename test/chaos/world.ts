import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { catalogDir } from '../../mock-server/launch/paths.ts';
import { connect, type Database } from '../../mock-server/platform/database/connect.ts';
import { freePort } from '../setup/free-port.ts';
import { startOn, testConfig } from '../setup/service.ts';
import { ServiceProcess } from '../setup/service-process.ts';
import type { TestUser } from '../setup/world/people.ts';
import { makeSubjects, receive, type Subject } from './subjects.ts';

/** The built service on data of its own: an organization with people who may all see and read the same. */
export interface World {
  url: string;
  service: ServiceProcess;
  /** The service's tables, to be read beside it. */
  database: Database;
  subjects: readonly Subject[];
  people: readonly TestUser[];
  remove(): Promise<void>;
}

/** Makes the data, on the database that `TEST_DATABASE` names, and starts the built service on it. */
export async function openWorld(counts: { subjects: number; people: number }): Promise<World> {
  const secretKey = randomBytes(32).toString('base64');
  const { config, remove } = await testConfig({ secretKey });
  process.once('exit', () => rmSync(config.dataDir, { recursive: true, force: true }));
  const service = await startOn(config, async () => undefined);
  const { subjects, group } = await makeSubjects(service, counts.subjects);
  const people: TestUser[] = [];
  for (let at = 0; at < counts.people; at += 1) {
    const person = await service.makeUser({ userId: `person${at}`, groups: [group] });
    await receive(service, person, subjects);
    people.push(person);
  }
  await service.stop();
  const database = await connect(config.database);
  const port = await freePort();
  const started = new ServiceProcess({
    DATA_DIR: config.dataDir,
    DATABASE_URL: 'url' in config.database ? config.database.url : '',
    SECRET_KEY: secretKey,
    CATALOG_DIR: catalogDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'info',
  });
  await started.start();
  return {
    url: `http://127.0.0.1:${port}`,
    service: started,
    database,
    subjects,
    people,
    remove: async () => {
      await started.stop();
      await database.close();
      await remove();
    },
  };
}
