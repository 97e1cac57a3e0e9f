import { createContext, type ReactNode, useContext } from 'react';
import type { Account } from './data/account/account.ts';
import type { Engine } from './data/engine.ts';
import { useObservable } from './ui/hooks/use-observable.ts';

const EngineContext = createContext<Engine | null>(null);
const AccountContext = createContext<Account | null>(null);

/** Gives the components inside the engine of the page, and the account that is open. */
export function EngineProvider({ engine, children }: { engine: Engine; children: ReactNode }) {
  useObservable(engine.session.state);
  return (
    <EngineContext value={engine}>
      <AccountContext value={engine.getAccount()}>{children}</AccountContext>
    </EngineContext>
  );
}

/** The engine of the page. */
export function useEngine(): Engine {
  const engine = useContext(EngineContext);
  if (engine === null) throw new Error('There is no EngineProvider around this component.');
  return engine;
}

/** The open account, for components that are drawn only where somebody is signed in. */
export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (account === null) throw new Error('Nobody is signed in.');
  return account;
}
