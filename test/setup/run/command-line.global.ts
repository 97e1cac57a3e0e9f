import { isBuilt } from '../../../mock-server/launch/build.ts';
import { buildCommandLine } from '../../../mock-server/launch/bundle.ts';

/**
 * Builds the command line: the tests start it some hundred times, and a start from the sources costs three times as
 * much.
 */
export default async function setup(): Promise<void> {
  if (!isBuilt()) await buildCommandLine();
}
