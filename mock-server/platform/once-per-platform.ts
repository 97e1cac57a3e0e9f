import type { Platform } from './services.ts';

/** Creates something once for each platform, so that all features of a service share it. */
export function oncePerPlatform<T>(make: (platform: Platform) => T): (platform: Platform) => T {
  const made = new WeakMap<Platform, { it: T }>();
  return (platform) => {
    const known = made.get(platform) ?? { it: make(platform) };
    made.set(platform, known);
    return known.it;
  };
}
