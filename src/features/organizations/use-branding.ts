import type { ResponseOf } from '../../../contract/common/request.ts';
import { readBranding } from '../../../contract/organizations.ts';
import { engine } from '../../data/current.ts';
import type { Account } from '../../data/session/account.ts';
import { useObservable } from '../../ui/use-observable.ts';

export type Branding = ResponseOf<typeof readBranding>;

/**
 * The name and colour to show: those of the organization of the person who is signed in, otherwise those that the service
 * gives for this address. Null until they are known.
 */
export function useBranding(): Branding | null {
  const session = useObservable(engine().session.state);
  const ofAddress = useObservable(engine().branding.state).value;
  const account = 'account' in session ? session.account : null;
  const ofHome = useObservable(brandingFor(account).state).value;
  if (account === null || ofHome !== null) return ofHome;
  return ofAddress?.id === account.organization.id ? ofAddress : null;
}

function brandingFor(account: Account | null) {
  if (account === null) return engine().branding;
  return account.resource(readBranding, { query: { organization: account.organization.id } });
}
