import { buildIfChanged } from '../../mock-server/launch/build.ts';
import { findChromium } from './chromium.ts';

/** Before the browser suite: a browser is there, and the catalog and the service are built. */
export default async function setup(): Promise<void> {
  await findChromium();
  await buildIfChanged();
}
