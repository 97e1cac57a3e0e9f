import { changeDevices } from '../../platform/database/changes/changes.ts';
import type { Tx } from '../../platform/database/handles.ts';
import * as store from './store.ts';

/**
 * Removes push tokens of devices on which the App Catalog no longer exists, unless a device has another token by now,
 * or reported it after `moment`.
 */
export const deletePushTokens = (tx: Tx, orgId: string, ended: readonly store.EndedToken[]): Promise<void> =>
  changeDevices(
    tx,
    orgId,
    ended.map(({ device }) => device),
    async (change) => {
      if (ended.length > 0) await store.clearPushTokens(change, orgId, ended);
      return { applications: null, result: undefined };
    },
  );
