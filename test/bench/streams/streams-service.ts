import { defaultLimits } from '../../../mock-server/settings/limits.ts';
import { startService } from '../../setup/service.ts';
import { fillCatalog } from '../../setup/world/full-catalog.ts';
import { serveParent } from '../child.ts';
import { type Engine, startEngine } from '../engine.ts';
import { people, type Session } from '../people.ts';

export interface StreamsService {
  url: string;
  /** The administrator's token. */
  token: string;
  /** The group that everybody is in, by psk. */
  group: number;
  sessions: Session[];
}

const applications = 20;

/** The service, run from its sources, with its real limits and many people in one group. */
await serveParent(async (argument) => {
  const { persons, engine } = argument as { persons: number; engine: Engine };
  const stopEngine = await startEngine(engine);
  const service = await startService({ limits: { pressure: defaultLimits.pressure } });
  const group = await fillCatalog(service, applications);
  const ready: StreamsService = {
    url: service.url,
    token: service.admin.token,
    group,
    sessions: await people(service, group, persons),
  };
  const stop = async () => {
    await service.stop();
    await stopEngine();
  };
  return { ready, stop };
});
