import { inspectPackage } from '../../../mock-server/app-packages/inspection/inspect-package.ts';
import { serveParent } from '../child.ts';

export interface Inspected {
  milliseconds: number;
  /** The most memory of the process, in addition to what it has once it is loaded. */
  megabytes: number;
}

/** Inspects one package in its own process, as a worker does. */
await serveParent(async (path) => {
  const loaded = process.resourceUsage().maxRSS;
  const begun = performance.now();
  await inspectPackage(String(path));
  const milliseconds = performance.now() - begun;
  const ready: Inspected = { milliseconds, megabytes: (process.resourceUsage().maxRSS - loaded) / 1000 };
  return { ready, stop: () => Promise.resolve() };
});
