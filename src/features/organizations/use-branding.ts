import type { ResponseOf } from '../../../contract/common/request.ts';
import { readBranding } from '../../../contract/organizations.ts';
import type { Account } from '../../data/account/account.ts';
import type { Engine } from '../../data/engine.ts';
import { useEngine } from '../../engine-context.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';

export type Branding = ResponseOf<typeof readBranding>;

/**
 * The name and colour to show: those of the organization of the person who is signed in, otherwise those that the service
 * gives for this address. Null until they are known.
 */
export function useBranding(): Branding | null {
  const engine = useEngine();
  useObservable(engine.session.state);
  const ofAddress = useObservable(engine.branding.state).value;
  const account = engine.getAccount();
  const ofHome = useObservable(selectBranding(engine, account).state).value;
  if (account === null || ofHome !== null) return ofHome;
  return ofAddress?.id === account.organization.id ? ofAddress : null;
}

function selectBranding(engine: Engine, account: Account | null) {
  if (account === null) return engine.branding;
  return account.openResource(readBranding, { query: { organization: account.organization.id } });
}
