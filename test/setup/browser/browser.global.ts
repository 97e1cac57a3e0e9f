import { buildInOwnProcess } from '../../../mock-server/launch/build.ts';
import { seedDemoData } from '../../browser/setup/demo-data.ts';
import { findChromium } from './chromium.ts';

/**
 * Runs before the browser suite: finds a browser, builds the catalog and the service, and makes the demo organization.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await findChromium();
  // The bundler would set NODE_ENV for all tests of this process.
  buildInOwnProcess();
  return seedDemoData();
}
