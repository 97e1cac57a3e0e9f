import { useSyncExternalStore } from 'react';
import type { Account } from '../../data/account/account.ts';
import { useEngine } from '../../engine-context.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';

/** The person whose account is open or locked on this device. */
interface CurrentPerson {
  userId: string;
  name: string;
  /** The id of their organization; null while the account is locked. */
  organization: string | null;
  /** How many of their writes the service does not have yet. */
  unsent: number;
  /** Null while it is locked. */
  account: Account | null;
}

/** The person who is signed in here, even when their session has ended or is locked; null when nobody is. */
export function useCurrentPerson(): CurrentPerson | null {
  const state = useObservable(useEngine().session.state);
  const account = state.phase === 'signed-in' || state.phase === 'ended' ? state.account : null;
  useSyncExternalStore(
    account?.outbox.rows.subscribe ?? subscribeToNothing,
    account?.outbox.rows.get ?? emptyFields,
  );
  if (state.phase === 'locked') {
    const { person, waiting } = state.vault;
    return { userId: person.userId, name: person.name, organization: null, unsent: waiting, account: null };
  }
  if (account === null) return null;
  const { user, organization } = account;
  const name = `${user.first_name} ${user.last_name}`.trim() || user.user_id;
  return {
    userId: user.user_id,
    name,
    organization: organization.id,
    unsent: account.outbox.unsent(),
    account,
  };
}

const subscribeToNothing = () => () => undefined;
const emptyFields = () => null;
