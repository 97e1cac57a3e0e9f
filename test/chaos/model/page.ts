import { pendingWrites } from '../../../src/app/pending-writes.ts';
import { Engine } from '../../../src/data/engine.ts';
import { EngineRig } from '../page/rig.ts';

/** A page of the engine in a simulated world, which gives it its network, clock and disk as the browser's own. */
export function openPage(origin: string) {
  const engine = new Engine(pendingWrites, { origin, events: globalThis });
  return { rig: new EngineRig(engine), start: () => engine.session.start() };
}

export type OpenPage = typeof openPage;
