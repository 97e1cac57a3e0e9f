import { sql } from 'kysely';
import { withoutGuard } from '../../../mock-server/platform/database/unguarded.ts';
import { startService } from '../../setup/service.ts';
import { makeGroup, publishAndroid } from '../../setup/world/publishing.ts';
import { serveParent } from '../child.ts';
import { type Engine, startEngine } from '../engine.ts';
import { people, type Session } from '../people.ts';

export interface InventoryService {
  url: string;
  sessions: Session[];
  applications: string[];
}

/** The service with applications and people in one group. */
await serveParent(async (argument) => {
  const { applications, persons, engine } = argument as {
    applications: number;
    persons: number;
    engine: Engine;
  };
  const stopEngine = await startEngine(engine);
  const service = await startService();
  const published = [];
  for (let at = 0; at < applications; at++) {
    published.push(
      await publishAndroid(service, `org.example.app${at}`, {
        app_name: `Application ${at}`,
        short_description: `What application ${at} is for`,
        long_description: 'It helps people in the field to do their work. '.repeat(4),
      }),
    );
  }
  const group = await makeGroup(service, 'Everybody', { apps: published.map(({ psk }) => ({ id: psk })) });
  const sessions = await people(service, group, persons);
  // PostgreSQL does this by itself within a minute, but not with the settings of the tests; the service never analyzes
  // SQLite.
  if (engine === 'postgres') await sql`vacuum analyze`.execute(withoutGuard(service.platform.database.db));
  const ready: InventoryService = {
    url: service.url,
    sessions,
    applications: published.map(({ id }) => id),
  };
  const stop = async () => {
    await service.stop();
    await stopEngine();
  };
  return { ready, stop };
});
