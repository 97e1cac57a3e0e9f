import { pendingWrites } from '../../../src/app/pending-writes.ts';
import { startEngine } from '../../../src/data/current.ts';
import { EngineRig } from './rig.ts';

/** The rig's own page: the catalog's engine as it is, without screens, in the same browser and on the same data as they. */
Object.assign(globalThis, { rig: new EngineRig(await startEngine(pendingWrites)) });
