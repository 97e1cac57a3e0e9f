import { formFactors, operatingSystems } from '../../../contract/common/codes.ts';
import type { DeviceInfo } from '../../../contract/devices.ts';
import type { BrowserFacts } from './browser-facts.ts';

interface System {
  name: string;
  code: number;
  version: string | undefined;
}

/** An Android device counts as a tablet from this width on (CSS pixels), as in Android's own layouts. */
const tabletWidth = 600;
const gibibyte = 2 ** 30;

/** The `device_info` of a sign-in (document 3, POST /v2/catalog/authenticate/); what the browser does not tell is left out. */
export function describeDevice(facts: BrowserFacts): Omit<DeviceInfo, 'udid'> {
  const system = detectSystem(facts);
  const model = detectModel(facts, system);
  const manufacturer = detectManufacturer(model);
  const { memory, storage, camera, location } = facts;
  return {
    operating_system: system.code,
    operating_system_name: system.name,
    ...(system.version && { operating_system_version: system.version }),
    form_factor: detectFormFactor(facts, system),
    name: model ?? `${detectBrowser(facts.userAgent)}, ${system.name}`,
    ...(model && { model }),
    ...(manufacturer && { manufacturer }),
    ...(memory !== undefined && { total_ram: Math.round(memory * gibibyte) }),
    ...(storage && {
      total_storage: Math.round(storage.quota),
      free_storage: Math.max(0, Math.round(storage.quota - storage.usage)),
    }),
    ...(camera && { camera }),
    ...(location && { location_permission: location }),
  };
}

/** An iPad claims to be a Mac, but no Mac has a touch screen. */
const isApplePad = ({ userAgent, maxTouchPoints }: BrowserFacts) =>
  /iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);

/** An Android tablet in desktop mode claims to be a Linux desktop, but keeps its ARM platform. */
const isHiddenAndroid = ({ userAgent, platform, maxTouchPoints }: BrowserFacts) =>
  /X11; Linux/.test(userAgent) && /Linux (arm|aarch)/.test(platform) && maxTouchPoints > 1;

function detectSystem(facts: BrowserFacts): System {
  const { userAgent } = facts;
  if (/iPhone|iPod/.test(userAgent) || isApplePad(facts)) {
    return { name: 'iOS', code: operatingSystems.ios, version: parseAppleVersion(userAgent) };
  }
  if (/Android/.test(userAgent) || isHiddenAndroid(facts)) return detectAndroid(facts);
  return {
    name: detectDesktopName(userAgent),
    code: operatingSystems.unknown,
    version: readDesktopVersion(facts),
  };
}

/**
 * The system's version, or Safari's where that says more: an iPad that claims to be a Mac hides the system's version,
 * and Safari 26 and later freeze it at 18. Other browsers give a wrong version of Safari.
 */
function parseAppleVersion(userAgent: string): string | undefined {
  const system = /(?:iPhone )?OS (\d+(?:_\d+)*) like Mac/.exec(userAgent)?.[1]?.replaceAll('_', '.');
  const isSafari = !/CriOS|FxiOS|EdgiOS|OPiOS|DuckDuckGo/.test(userAgent);
  const safari = isSafari ? /Version\/(\d+(?:\.\d+)*)/.exec(userAgent)?.[1] : undefined;
  const trusted = parseMajor(safari) >= (system === undefined ? 13 : 26) ? safari : undefined;
  return parseMajor(trusted) > parseMajor(system) ? trusted : system;
}

/** Chromium freezes Android's version in the user agent at 10; the client hints have the true one. */
function detectAndroid({ userAgent, hints }: BrowserFacts): System {
  const named = /Android (\d+(?:\.\d+)*)/.exec(userAgent)?.[1];
  const hinted = hints?.platform === 'Android' ? hints.platformVersion : '';
  const version = hinted === '' ? named : hinted;
  const code = 100 + parseMajor(version);
  const isKnown = code >= operatingSystems.androidFirst && code <= operatingSystems.androidLast;
  return { name: 'Android', code: isKnown ? code : operatingSystems.unknown, version };
}

const parseMajor = (version: string | undefined): number => Number(version?.split('.')[0] ?? 0);

function detectDesktopName(userAgent: string): string {
  if (/Windows/.test(userAgent)) return 'Windows';
  if (/CrOS/.test(userAgent)) return 'ChromeOS';
  if (/Macintosh/.test(userAgent)) return 'macOS';
  return /Linux|X11/.test(userAgent) ? 'Linux' : 'unknown';
}

/** A desktop system's version in the user agent has been frozen for years, so only the client hints count. */
const readDesktopVersion = ({ hints }: BrowserFacts) => hints?.platformVersion || undefined;

function detectFormFactor(facts: BrowserFacts, system: System): 0 | 1 | 2 {
  if (system.name === 'iOS') return isApplePad(facts) ? formFactors.tablet : formFactors.phone;
  if (system.name !== 'Android') return formFactors.unknown;
  const isMobile = facts.hints?.mobile ?? /Mobile/.test(facts.userAgent);
  return isMobile && facts.shorterSide < tabletWidth ? formFactors.phone : formFactors.tablet;
}

/** Texts in the user agent in place of a model: Chromium's `K`, Firefox's form factors. */
const noModel = /^(K|Mobile|Tablet|TV|rv:.*|wv|Linux.*)?$/;

function detectModel(facts: BrowserFacts, system: System): string | undefined {
  if (system.name === 'iOS') return isApplePad(facts) ? 'iPad' : /iPhone|iPod/.exec(facts.userAgent)?.[0];
  if (system.name !== 'Android') return undefined;
  const named = /Android [\d.]+; (?:[a-z]{2}-[a-z]{2}; )?([^;)]+?)(?: Build\/[^;)]*)?[;)]/i.exec(
    facts.userAgent,
  )?.[1];
  const model = (facts.hints?.model || named || '').trim();
  return noModel.test(model) ? undefined : model.slice(0, 300);
}

const makers: readonly [RegExp, string][] = [
  [/^(iPhone|iPad|iPod)/, 'Apple'],
  [/^(Pixel|Nexus)/, 'Google'],
  [/^(SAMSUNG )?(SM|GT|SC)-/, 'Samsung'],
  [/^(moto|XT\d)/i, 'Motorola'],
  [/^(Redmi|POCO|Mi |M\d{4})/, 'Xiaomi'],
  [/^(HUAWEI|[A-Z]{3}-(L|AL|W)\d)/, 'Huawei'],
  [/^(Nokia|TA-\d)/, 'Nokia'],
  [/^(CPH|OPPO)/, 'Oppo'],
];

const detectManufacturer = (model: string | undefined): string | undefined =>
  makers.find(([pattern]) => model !== undefined && pattern.test(model))?.[1];

const browsers: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPiOS\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const detectBrowser = (userAgent: string): string =>
  browsers.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Browser';
