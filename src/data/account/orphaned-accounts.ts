import { StoredAccounts } from '../session/stored-accounts.ts';
import type { SharedDatabase } from '../storage/shared-database.ts';
import type { Account } from './account.ts';

/**
 * Encrypted changes of the signed-in person from before their organization was set up anew. They carry the old user's
 * id, so can't be sent.
 */
export class OrphanedAccounts {
  readonly #shared: SharedDatabase;
  readonly #accounts: StoredAccounts;

  constructor(shared: SharedDatabase) {
    this.#shared = shared;
    this.#accounts = new StoredAccounts(shared);
  }

  /** How many changes are in them. */
  async countPendingWrites(account: Account): Promise<number> {
    return (await this.#findVaults(account)).reduce((sum, [, { waiting }]) => sum + waiting, 0);
  }

  /** Deletes them. */
  async delete(account: Account): Promise<void> {
    for (const [name] of await this.#findVaults(account)) await this.#accounts.forget(name);
  }

  async #findVaults({ name, user, organization }: Account) {
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
