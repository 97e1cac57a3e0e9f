import type { CatalogEntry } from '../../../contract/catalog.ts';
import {
  androidTypes,
  applicationTypes,
  iosTypes,
  publicStoreTypes,
} from '../../../contract/common/codes.ts';
import type { DeviceSystem } from '../../data/device/device-system.ts';
import type { InstallRecord } from '../../data/records/install-record.ts';

type System = 'ios' | 'android' | 'windows';

/**
 * Every state of an application's button. Only the state decides its text and what a tap does. `waiting` and `asked`
 * exist because a browser is never told how an install ended; `queued`, `starting` and `failed` belong to the queue; in
 * `offline`, `closed` and `unavailable` a tap would do nothing, and the button says why.
 */
export type ButtonState =
  | { state: 'queued' | 'starting' | 'failed' }
  | { state: 'install' | 'update' | 'waiting' | 'asked' | 'installed' | 'phone' | 'offline' | 'closed' }
  | { state: 'open' | 'get'; url: string }
  | { state: 'unavailable'; system: System };

export interface Situation {
  system: DeviceSystem;
  online: boolean;
  record: InstallRecord | undefined;
  /** Whether it is the one in the queue whose link is being passed on now. */
  starting?: boolean;
  /** Whether its access policy allows an install now. */
  offered: boolean;
}

/** The state of an application's button on this device, now. */
export function getButtonState(entry: CatalogEntry, situation: Situation): ButtonState {
  const { type, url } = entry;
  if (type === applicationTypes.web && url !== null) return { state: 'open', url };
  if (publicStoreTypes.includes(type) && url !== null) return { state: 'get', url };
  const system = getSystem(type);
  if (situation.system === 'desk')
    return system === 'windows' ? getFileState(entry, situation) : { state: 'phone' };
  if (system !== situation.system) return { state: 'unavailable', system };
  return getFileState(entry, situation);
}

/** The state for an application that is a file for this device. */
function getFileState(
  entry: CatalogEntry,
  { online, offered, record, system, starting }: Situation,
): ButtonState {
  const wish = record?.wish?.state ?? 'handed';
  if (wish !== 'handed') return { state: wish === 'failed' ? wish : starting ? 'starting' : 'queued' };
  const attempt = record?.attempt ?? null;
  if (attempt !== null && attempt.state !== 'declined') {
    return { state: attempt.state === 'sent' ? 'waiting' : 'asked' };
  }
  const installed = record?.installed ?? null;
  if (installed !== null && installed === entry.version.id) return getOpeningState(entry, system);
  if (!offered || !online) {
    return installed === null ? { state: offered ? 'offline' : 'closed' } : getOpeningState(entry, system);
  }
  return { state: installed === null ? 'install' : 'update' };
}

function getOpeningState(entry: CatalogEntry, system: DeviceSystem): ButtonState {
  const url = openUrl(entry, system);
  return url === null ? { state: 'installed' } : { state: 'open', url };
}

/**
 * The address that opens an installed application: its own URL scheme on iOS, an intent on Android. Null when it declares
 * no scheme.
 */
export function openUrl(entry: CatalogEntry, system: DeviceSystem): string | null {
  const { url_scheme: scheme, bundle_id: id } = entry;
  if (system === 'ios') return scheme === null ? null : `${scheme}://`;
  if (system !== 'android' || id === null || scheme === null) return null;
  const back = encodeURIComponent(location.href);
  return `intent://#Intent;scheme=${scheme};package=${id};S.browser_fallback_url=${back};end`;
}

/** The system that an application of a type is for. */
export function getSystem(type: number): System {
  if (androidTypes.includes(type)) return 'android';
  return iosTypes.includes(type) ? 'ios' : 'windows';
}
