import type { LocationPermission } from '../../../contract/devices.ts';

/**
 * What a browser tells about its device. `gatherFacts` collects it, so that conclusions are drawn by a pure function.
 */
export interface BrowserFacts {
  userAgent: string;
  /** `navigator.platform`: it names the hardware even where "desktop mode" changes the user agent. */
  platform: string;
  maxTouchPoints: number;
  /** The screen's shorter side in CSS pixels. */
  shorterSide: number;
  /** GiB, rounded by the browser. */
  memory?: number | undefined;
  /** User-agent client hints, which only Chromium provides. */
  hints?: { mobile: boolean; platform: string; platformVersion: string; model: string } | undefined;
  /** Bytes that this site may use, and uses. */
  storage?: { quota: number; usage: number } | undefined;
  /** True when a camera was found; undefined where a browser lists none, because it may hide it. */
  camera?: boolean | undefined;
  /** Whether this site may know where the device is; `prompt`: the person was not asked. The catalog never asks. */
  location?: LocationPermission | undefined;
}

interface NavigatorWithHints extends Navigator {
  /** GiB; only Chromium has it. */
  deviceMemory?: number;
  userAgentData?: {
    mobile: boolean;
    platform: string;
    getHighEntropyValues(hints: readonly string[]): Promise<{ platformVersion?: string; model?: string }>;
  };
}

/** The facts that a browser tells synchronously. */
export function readFacts(): BrowserFacts {
  const browser: NavigatorWithHints = navigator;
  const { userAgent, platform, maxTouchPoints, deviceMemory, userAgentData } = browser;
  const shorterSide = Math.min(globalThis.screen?.width ?? 0, globalThis.screen?.height ?? 0);
  const hints = userAgentData && {
    mobile: userAgentData.mobile,
    platform: userAgentData.platform,
    platformVersion: '',
    model: '',
  };
  return { userAgent, platform, maxTouchPoints, shorterSide, memory: deviceMemory, hints };
}

/** Gathers all facts that need no permission from the person; what the browser refuses is left out. */
export async function gatherFacts(): Promise<BrowserFacts> {
  const browser: NavigatorWithHints = navigator;
  const [hints, storage, camera, location] = await Promise.all([
    readHints(browser),
    readStorage(browser),
    detectCamera(browser),
    readLocationPermission(browser),
  ]);
  return { ...readFacts(), hints, storage, camera, location };
}

async function readHints({ userAgentData }: NavigatorWithHints): Promise<BrowserFacts['hints']> {
  if (userAgentData === undefined) return undefined;
  const { mobile, platform } = userAgentData;
  const reported = await orNull(() => userAgentData.getHighEntropyValues(['platformVersion', 'model']));
  return { mobile, platform, platformVersion: reported?.platformVersion ?? '', model: reported?.model ?? '' };
}

async function readStorage(browser: Navigator): Promise<BrowserFacts['storage']> {
  const { quota, usage } = (await estimateStorage(browser)) ?? {};
  return quota === undefined ? undefined : { quota, usage: usage ?? 0 };
}

/** How much this site stores and may store; null in browsers that do not say. */
export const estimateStorage = (browser: Navigator): Promise<StorageEstimate | null> =>
  orNull(() => browser.storage.estimate());

/** Whether there is a camera. Without a prompt, a browser lists the kinds of its media devices but not their names. */
async function detectCamera(browser: Navigator): Promise<boolean | undefined> {
  const devices = await orNull(() => browser.mediaDevices.enumerateDevices());
  return devices?.some(({ kind }) => kind === 'videoinput') || undefined;
}

async function readLocationPermission(browser: Navigator): Promise<LocationPermission> {
  return (await queryLocationPermission(browser))?.state ?? 'unknown';
}

/** The state of the location permission, without a prompt; null in browsers that can't be asked, or refuse. */
export async function queryLocationPermission(browser: Navigator): Promise<PermissionStatus | null> {
  return orNull(() => browser.permissions.query({ name: 'geolocation' }));
}

/** What a browser answers; null where it has no such interface, or one that refuses. */
async function orNull<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch {
    return null;
  }
}
