import { changeDevice } from '../../platform/database/changes/changes.ts';
import type { Tx } from '../../platform/database/handles.ts';
import * as store from './store.ts';

/**
 * Forgets a push token of a device whose App Catalog is not there any more, unless the device has another one by now, or
 * told it after `moment`.
 */
export const forgetPushToken = (
  tx: Tx,
  orgId: string,
  { device, token, moment }: { device: string; token: string; moment: string | null },
): Promise<void> =>
  changeDevice(tx, orgId, device, async (change) => {
    await store.clearPushToken(change, orgId, device, token, moment);
    return { applications: null, result: undefined };
  });
