import { pendingWrites } from '../../../src/app/pending-writes.ts';
import { Engine } from '../../../src/data/engine.ts';
import { EngineRig } from './rig.ts';

/** The rig's own page: the catalog's engine as it is, without screens, in the same browser and on the same data as they. */
const engine = new Engine(pendingWrites);
await engine.session.start();
Object.assign(globalThis, { rig: new EngineRig(engine) });
