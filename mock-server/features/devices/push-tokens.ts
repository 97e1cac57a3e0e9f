import { changeDevices } from '../../platform/database/changes/changes.ts';
import type { Tx } from '../../platform/database/handles.ts';
import * as store from './store.ts';

/**
 * Forgets push tokens of devices whose App Catalog is not there any more, unless a device has another one by now, or
 * told it after `moment`.
 */
export const forgetPushTokens = (tx: Tx, orgId: string, ended: readonly store.EndedToken[]): Promise<void> =>
  changeDevices(
    tx,
    orgId,
    ended.map(({ device }) => device),
    async (change) => {
      if (ended.length > 0) await store.clearPushTokens(change, orgId, ended);
      return { applications: null, result: undefined };
    },
  );
