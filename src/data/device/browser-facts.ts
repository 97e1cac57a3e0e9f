/** What a browser tells of the device it runs on, gathered once (`gatherFacts`), so that judging it is a pure function. */
export interface BrowserFacts {
  userAgent: string;
  /** `navigator.platform`: the hardware's own word, also when a page in "desktop mode" pretends otherwise. */
  platform: string;
  maxTouchPoints: number;
  /** The screen's shorter side in CSS pixels. */
  shorterSide: number;
  /** GiB, rounded by the browser. */
  memory?: number | undefined;
  /** User-agent client hints; Chromium alone gives them. */
  hints?: { mobile: boolean; platform: string; platformVersion: string; model: string } | undefined;
  /** Bytes that this site may use, and uses. */
  storage?: { quota: number; usage: number } | undefined;
  /** True when a camera was seen; a browser that shows none may merely hide it. */
  camera?: boolean | undefined;
}

interface HintedNavigator extends Navigator {
  /** GiB; Chromium alone. */
  deviceMemory?: number;
  userAgentData?: {
    mobile: boolean;
    platform: string;
    getHighEntropyValues(hints: readonly string[]): Promise<{ platformVersion?: string; model?: string }>;
  };
}

/** What a browser tells at once. */
export function quickFacts(): BrowserFacts {
  const browser: HintedNavigator = navigator;
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

/** Gathers all that it tells without asking the person for anything; what it refuses is left out. */
export async function gatherFacts(): Promise<BrowserFacts> {
  const browser: HintedNavigator = navigator;
  const [hints, storage, camera] = await Promise.all([
    hintsOf(browser),
    storageOf(browser),
    cameraOf(browser),
  ]);
  return { ...quickFacts(), hints, storage, camera };
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
