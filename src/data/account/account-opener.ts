import type { DeviceInfo } from '../../../contract/devices.ts';
import type { SessionEndedError } from '../http/errors.ts';
import type { PendingWrites } from '../outbox/pending-write.ts';
import type { Identity, SessionRecord } from '../records/session-record.ts';
import type { StoredAccounts } from '../session/stored-accounts.ts';
import { readSession } from '../session/stored-session.ts';
import { AccountStorage, type OpenOptions } from '../storage/account-storage.ts';
import { getDatabaseName } from '../storage/database-name.ts';
import type { SharedDatabase } from '../storage/shared-database.ts';
import { Account } from './account.ts';

export interface SessionContext {
  origin: string;
  shared: SharedDatabase;
  writes: PendingWrites;
  /** The description of this device for a sign-in. */
  describeDevice(): Promise<DeviceInfo>;
  /** Called with every account that is opened, before it is shown. */
  onOpened(account: Account): void;
}

/** The events of an open account. */
interface AccountEvents {
  /** The service has ended the session with which a request was made. */
  onEnded(account: Account, error: SessionEndedError, identity: Identity): void;
  /** Another tab has changed the session. */
  onChanged(account: Account): void;
  /** A kept account whose database took too long can be opened now. */
  onOpenedLate(): void;
}

/** Opens the accounts that are kept on this device. */
export class AccountOpener {
  readonly #context: SessionContext;
  readonly #accounts: StoredAccounts;
  readonly #events: AccountEvents;

  constructor(context: SessionContext, accounts: StoredAccounts, events: AccountEvents) {
    this.#context = context;
    this.#accounts = accounts;
    this.#events = events;
  }

  /** Opens a kept account; null when it no longer has a session. */
  async openStored(name: string): Promise<Account | null> {
    const storage = await this.#openStorage(name);
    const session = await readSession(storage);
    if (session !== undefined) return this.open(name, session, storage);
    storage.close();
    return null;
  }

  /** Opens an account with its session, in records that are already open or are opened now. */
  async open(name: string, session: SessionRecord, opened?: AccountStorage): Promise<Account> {
    const storage = opened ?? (await this.#openStorage(name));
    const isSealed = (await this.#accounts.getVault(name))?.sealed === true;
    const { origin, writes } = this.#context;
    const account = new Account({ name, origin, storage, isSealed, session, writes });
    const { onEnded, onChanged } = this.#events;
    account.client.listen({ onSessionEnded: (error, identity) => onEnded(account, error, identity) });
    account.channel.listen((event) => {
      if (event === 'session') void account.reloadSession().then(() => onChanged(account));
    });
    await account.load();
    this.#trackPendingCount(account);
    this.#context.onOpened(account);
    return account;
  }

  /** The records of an account; sealed ones can be opened only while their key is here. */
  async #openStorage(name: string): Promise<AccountStorage> {
    const isSealed = await this.#isSealed(name);
    const options = this.#buildOptions(name, isSealed);
    if (!isSealed) return AccountStorage.open(name, options);
    const { openSealed } = await import('../session/account-encryption.ts');
    const open = await this.#accounts.getKey(name);
    if (open === null) throw new Error('The account is locked.');
    return openSealed(name, open.key, options);
  }

  async #isSealed(name: string): Promise<boolean> {
    return (await this.#accounts.getVault(name))?.sealed === true;
  }

  #buildOptions(name: string, isSealed: boolean): OpenOptions {
    const { shared, writes } = this.#context;
    return {
      // Not after the person signed out, nor when the records were moved into the other one of their two databases.
      isWanted: async () => {
        const current = await shared.get('current');
        if (current === undefined || getDatabaseName(current.orgId, current.userId) !== name) return false;
        return (await this.#isSealed(name)) === isSealed;
      },
      onOpenedLate: () => this.#events.onOpenedLate(),
      knows: (kind) => writes.has(kind),
    };
  }

  /** Notes how many writes wait, which is shown while the account is locked and they can't be read. */
  #trackPendingCount({ name, outbox }: Account): void {
    let counted: number | undefined;
    const count = () => {
      const waiting = outbox.unsent();
      if (waiting !== counted) void this.#accounts.changeVault(name, { waiting });
      counted = waiting;
    };
    count();
    outbox.rows.subscribe(count);
  }
}
