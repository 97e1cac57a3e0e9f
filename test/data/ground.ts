import { deleteDB } from 'idb';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Line, openLine } from '../setup/http/line.ts';
import { startService, type TestService } from '../setup/service.ts';
import type { TestUser } from '../setup/world/people.ts';
import { assign, join, makeGroup, publishAndroid } from '../setup/world/publishing.ts';
import { closeEngines } from './engines.ts';

/** The service of the test file. */
export let service: TestService;
/** The connection between it and the browser, a new one for each test. */
export let line: Line;
/** A person who has the application, a new one for each test. */
export let user: TestUser;
export let group: number;
export let application: string;

/**
 * Sets up what tests of the engine need: a service with an application that a person sees over a connection. Each test
 * begins without data.
 */
export function standOnService(appName?: string): void {
  beforeAll(async () => {
    service = await startService();
    group = await makeGroup(service, 'Crew');
    const fields = appName === undefined ? {} : { app_name: appName };
    application = (await publishAndroid(service, 'org.example.one', fields)).id;
    await assign(service, group, { id: application });
  });

  beforeEach(async () => {
    line = await openLine(service.url);
    user = await service.makeUser();
    await join(service, group, user);
  });

  afterEach(async () => {
    closeEngines();
    for (const { name } of await indexedDB.databases()) await deleteDB(name ?? '');
    await line.close();
  });

  afterAll(() => service.stop());
}
