import { pendingWrites } from '../../src/app/pending-writes.ts';
import type { Account } from '../../src/data/account/account.ts';
import { Engine } from '../../src/data/engine.ts';
import type { Observable } from '../../src/data/observable.ts';
import type { TestUser } from '../setup/world/people.ts';

const open: Engine[] = [];

/** An engine as a page has it, on the one IndexedDB of this test file: two engines are two tabs of one browser. */
export async function openEngine(origin: string): Promise<Engine> {
  const engine = new Engine(pendingWrites, { origin, events: new EventTarget() });
  open.push(engine);
  await engine.session.start();
  return engine;
}

/** The same with somebody signed in. */
export async function signedIn(
  origin: string,
  user: TestUser,
  remember = true,
): Promise<{ engine: Engine; account: Account }> {
  const engine = await openEngine(origin);
  await engine.session.signIn({ userId: user.userId, password: user.password, remember });
  return { engine, account: accountOf(engine) };
}

export function accountOf(engine: Engine): Account {
  const account = engine.getAccount();
  if (account === null) throw new Error('Nobody is signed in.');
  return account;
}

/** Closes every page, as closing the browser does; stored data stays. */
export function closeEngines(): void {
  for (const engine of open.splice(0)) engine.close();
}

/** Waits until a value is as wanted. */
export function until<T>(observable: Observable<T>, isSo: (value: T) => boolean): Promise<T> {
  if (isSo(observable.get())) return Promise.resolve(observable.get());
  return new Promise((resolve) => {
    const stop = observable.subscribe(() => {
      if (!isSo(observable.get())) return;
      stop();
      resolve(observable.get());
    });
  });
}
