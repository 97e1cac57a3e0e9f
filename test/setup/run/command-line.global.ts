import { isBuilt } from '../../../mock-server/launch/build.ts';
import { buildCommandLine } from '../../../mock-server/launch/bundle.ts';

/** The command line is built: the tests start it some hundred times, and each start from the sources costs three times as much. */
export default async function setup(): Promise<void> {
  if (!isBuilt()) await buildCommandLine();
}
