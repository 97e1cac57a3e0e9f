import { buildIfChanged } from '../../../mock-server/launch/build.ts';
import { catalogDir } from '../../../mock-server/launch/paths.ts';
import { startService, type TestService } from '../../setup/service.ts';

/** Starts the service with the built catalog, for a browser. */
export async function startPages(): Promise<TestService> {
  await buildIfChanged();
  return startService({ catalogDir });
}
