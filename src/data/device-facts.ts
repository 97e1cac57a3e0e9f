import type { BrowserFacts } from './device.ts';

interface HintedNavigator extends Navigator {
  /** GiB; Chromium alone. */
  deviceMemory?: number;
  userAgentData?: {
    mobile: boolean;
    platform: string;
    getHighEntropyValues(hints: readonly string[]): Promise<{ platformVersion?: string; model?: string }>;
  };
}

/** Gathers what this browser tells without asking the person for anything; what it refuses is left out. */
export async function gatherFacts(): Promise<BrowserFacts> {
  const browser: HintedNavigator = navigator;
  const { userAgent, platform, maxTouchPoints, deviceMemory } = browser;
  const [hints, storage, camera] = await Promise.all([
    hintsOf(browser),
    storageOf(browser),
    cameraOf(browser),
  ]);
  const shorterSide = Math.min(screen.width, screen.height);
  return { userAgent, platform, maxTouchPoints, shorterSide, memory: deviceMemory, hints, storage, camera };
}

async function hintsOf({ userAgentData }: HintedNavigator): Promise<BrowserFacts['hints']> {
  if (userAgentData === undefined) return undefined;
  const { mobile, platform } = userAgentData;
  const told = await userAgentData.getHighEntropyValues(['platformVersion', 'model']).catch(() => null);
  return { mobile, platform, platformVersion: told?.platformVersion ?? '', model: told?.model ?? '' };
}

async function storageOf(browser: Navigator): Promise<BrowserFacts['storage']> {
  if (!('storage' in browser)) return undefined;
  const estimate = await browser.storage.estimate().catch(() => null);
  const { quota, usage } = estimate ?? {};
  return quota === undefined ? undefined : { quota, usage: usage ?? 0 };
}

/** Kinds of devices are listed without a prompt; their names are not. */
async function cameraOf(browser: Navigator): Promise<boolean | undefined> {
  if (!('mediaDevices' in browser)) return undefined;
  const devices = await browser.mediaDevices.enumerateDevices().catch(() => []);
  return devices.some(({ kind }) => kind === 'videoinput') || undefined;
}
