import { buildIfChanged } from '../../../mock-server/launch/build.ts';
import { seedDemoData } from '../../browser/setup/demo-data.ts';
import { findChromium } from './chromium.ts';

/** Before the browser suite: a browser is there, the catalog and the service are built, the demo organization is made. */
export default async function setup(): Promise<() => Promise<void>> {
  await findChromium();
  await buildIfChanged();
  return seedDemoData();
}
