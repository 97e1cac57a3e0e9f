import type { ResponseOf } from '../../../contract/common/request.ts';
import { readBranding } from '../../../contract/organizations.ts';
import type { Account } from '../../data/account/account.ts';
import { getEngine } from '../../data/current.ts';
import { useObservable } from '../../ui/hooks/use-observable.ts';

export type Branding = ResponseOf<typeof readBranding>;

/**
 * The name and colour to show: those of the organization of the person who is signed in, otherwise those that the service
 * gives for this address. Null until they are known.
 */
export function useBranding(): Branding | null {
  const session = useObservable(getEngine().session.state);
  const ofAddress = useObservable(getEngine().branding.state).value;
  const account = 'account' in session ? session.account : null;
  const ofHome = useObservable(selectBranding(account).state).value;
  if (account === null || ofHome !== null) return ofHome;
  return ofAddress?.id === account.organization.id ? ofAddress : null;
}

function selectBranding(account: Account | null) {
  if (account === null) return getEngine().branding;
  return account.openResource(readBranding, { query: { organization: account.organization.id } });
}
