import type { SharedDatabase } from '../storage/shared-database.ts';
import type { Account } from './account.ts';
import { KeptAccounts } from './kept-accounts.ts';

/**
 * What the person of an open account left locked on this device before their organization was set up anew: the service
 * knows the person, but under another identifier, so nothing of it can be sent any more.
 */
export class EarlierAccounts {
  readonly #shared: SharedDatabase;
  readonly #accounts: KeptAccounts;

  constructor(shared: SharedDatabase) {
    this.#shared = shared;
    this.#accounts = new KeptAccounts(shared);
  }

  /** How many changes are in them. */
  async waiting(account: Account): Promise<number> {
    return (await this.#of(account)).reduce((sum, [, { waiting }]) => sum + waiting, 0);
  }

  /** Deletes them. */
  async delete(account: Account): Promise<void> {
    for (const [name] of await this.#of(account)) await this.#accounts.forget(name);
  }

  async #of({ name, user, organization }: Account) {
    const vaults = Object.entries((await this.#shared.get('vaults')) ?? {});
    return vaults.filter(
      ([other, { person, sealed }]) =>
        other !== name &&
        sealed &&
        person.userId === user.user_id &&
        person.organization === organization.name,
    );
  }
}
