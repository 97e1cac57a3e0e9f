import type { Account } from './account/account.ts';
import { Engine, type EngineOptions } from './engine.ts';
import type { PendingWrite } from './outbox/pending-write.ts';

let current: Engine | null = null;

/** Starts the engine of this page; call it once, from `main.tsx`. Resolves when it is known who is signed in. */
export async function startEngine(
  writes: readonly PendingWrite[],
  options: EngineOptions = {},
): Promise<Engine> {
  current?.close();
  current = new Engine(writes, options);
  await current.session.start();
  return current;
}

/** The engine of this page. */
export function getEngine(): Engine {
  if (current === null) throw new Error('The engine has not been started.');
  return current;
}

/** The open account. Call it only where somebody is signed in, and again after another person has signed in. */
export function getAccount(): Account {
  const open = getEngine().getAccount();
  if (open === null) throw new Error('Nobody is signed in.');
  return open;
}
