import { startService, TestService } from '../../setup/service.ts';
import { makeGroup, publishWeb } from '../../setup/world/publishing.ts';
import { serveParent } from '../child.ts';
import { type Engine, startEngine } from '../engine.ts';
import type { Session } from '../people.ts';
import { serverProcessorTime } from '../server-processor-time.ts';
import { fillGroups, type Size } from './groups-world.ts';

export interface GroupsService {
  url: string;
  /** The administrator's token. */
  token: string;
  sessions: Session[];
  /** The first person's groups, by psk. */
  groups: number[];
  /** A person of another organization, in which nothing happens. */
  neighbour: Session;
}

/** The service with a large organization and a small one, on SQLite or PostgreSQL. */
await serveParent(async (argument) => {
  const { size, engine } = argument as { size: Size; engine: Engine };
  const stopEngine = await startEngine(engine);
  const service = await startService();
  const neighbour = await makeNeighbour(service);
  const { groups, sessions } = await fillGroups(service, size);
  const ready: GroupsService = {
    url: service.url,
    token: service.admin.token,
    sessions,
    groups,
    neighbour,
  };
  const stop = async () => {
    await service.stop();
    await stopEngine();
  };
  return { ready, answer: async () => serverProcessorTime(), stop };
});

/** A person of another organization with one application. */
async function makeNeighbour(service: TestService): Promise<Session> {
  const { orgId, token, admin } = await service.makeOrganization();
  const other = new TestService(service.url, service, { ...admin, orgId, token }, async () => undefined);
  const { psk } = await publishWeb(other, 'Neighbour');
  const user = await other.makeUser();
  await makeGroup(other, 'Neighbours', { apps: [{ id: psk }], users: [user] });
  return other.signIn(user);
}
