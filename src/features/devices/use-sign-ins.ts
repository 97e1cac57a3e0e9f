import { useCallback, useEffect, useState } from 'react';
import { listUserPairings, removeOwnDevice } from '../../../contract/devices.ts';
import { endOtherSessions, endOwnSession, listSessions, type Session } from '../../../contract/sessions.ts';
import type { Account } from '../../data/account/account.ts';
import { useAccount, useEngine } from '../../engine-context.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';

/** Sessions that are fetched; a person who has more can end all others at once. */
const sessionPage = '0,50';

/** What a person can end. */
export type Ending =
  | { kind: 'device'; id: string; name: string }
  | { kind: 'session'; ids: readonly string[]; name: string; isToken: boolean }
  | { kind: 'others' };

/** The devices of the person; without a network, the last known list. */
export function usePairings() {
  const account = useAccount();
  const resource = account.openResource(listUserPairings, { params: { user: account.user.id } });
  return { ...useObservable(resource.state), refresh: resource.refresh };
}

/** The sessions of the person; null until they are fetched, which needs a network. They are never kept on the device. */
export function useSessions() {
  const account = useAccount();
  const online = useObservable(useEngine().connectivity.state) === 'online';
  const [sessions, setSessions] = useState<{ rows: readonly Session[]; total: number } | null>(null);
  const load = useCallback(async () => {
    const { sessions: rows, total_available: total } = await account.client.call(listSessions, {
      query: { page: sessionPage },
    });
    setSessions({ rows, total });
  }, [account]);
  useEffect(() => {
    if (online) load().catch(() => setSessions(null));
  }, [online, load]);
  return { sessions, load };
}

/** Ends something; returns how many sessions ended, null for a device. */
export async function endSession({ client }: Account, ending: Ending): Promise<number | null> {
  if (ending.kind === 'device') {
    await client.call(removeOwnDevice, { params: { device: ending.id } });
    return null;
  }
  if (ending.kind === 'others') return (await client.call(endOtherSessions)).ended;
  let ended = 0;
  for (const session of ending.ids)
    ended += (await client.call(endOwnSession, { params: { session } })).ended;
  return ended;
}
