import type { DeviceInfo } from '../../../contract/devices.ts';
import type { Identity } from '../http/client.ts';
import type { SessionEndedError } from '../http/errors.ts';
import type { PendingWrites } from '../outbox/pending-write.ts';
import { AccountStorage, type OpenOptions } from '../storage/account-storage.ts';
import { databaseName } from '../storage/database-name.ts';
import { movingRecords } from '../storage/locks.ts';
import type { SharedDatabase } from '../storage/shared-database.ts';
import { Account } from './account.ts';
import type { KeptAccounts } from './kept-accounts.ts';
import { readSession } from './kept-session.ts';
import { isTimeOver, type SessionRecord } from './session-record.ts';

export interface SessionContext {
  origin: string;
  shared: SharedDatabase;
  writes: PendingWrites;
  /** The description of this device for a sign-in. */
  deviceInfo(): Promise<DeviceInfo>;
  /** Called with every account that is opened, before it is shown. */
  opened(account: Account): void;
}

/** The events of an open account. */
interface AccountEvents {
  /** The service has ended the session with which a request was made. */
  ended(account: Account, error: SessionEndedError, identity: Identity): void;
  /** Another tab has changed the session. */
  changed(account: Account): void;
  /** A kept account whose database took too long can be opened now. */
  openedLate(): void;
}

/** Opens the accounts that are kept on this device. */
export class AccountOpener {
  readonly #context: SessionContext;
  readonly #accounts: KeptAccounts;
  readonly #events: AccountEvents;

  constructor(context: SessionContext, accounts: KeptAccounts, events: AccountEvents) {
    this.#context = context;
    this.#accounts = accounts;
    this.#events = events;
  }

  /** Opens a kept account; null when it no longer has a session. */
  async openKept(name: string): Promise<Account | null> {
    const storage = await this.#storage(name);
    const session = await readSession(storage);
    if (session !== undefined && !(await this.#forgetLeftOpen(name, session, storage)))
      return this.open(name, session, storage);
    storage.close();
    return null;
  }

  /** Opens an account with its session, in records that are already open or are opened now. */
  async open(name: string, session: SessionRecord, opened?: AccountStorage): Promise<Account> {
    const storage = opened ?? (await this.#storage(name));
    const isSealed = (await this.#accounts.vault(name))?.sealed === true;
    const { origin, writes } = this.#context;
    const account = new Account({ name, origin, storage, isSealed, session, writes });
    const { ended, changed } = this.#events;
    account.client.listen({ sessionEnded: (error, identity) => ended(account, error, identity) });
    account.channel.listen((event) => {
      if (event === 'session') void account.reloadSession().then(() => changed(account));
    });
    await account.load();
    this.#keepCount(account);
    this.#context.opened(account);
    return account;
  }

  /**
   * Deletes records that should have been sealed and were not: an earlier version kept them, for a person whose time is
   * over. Without a password they can't be sealed, and when no writes wait in them they are not needed. Returns whether
   * they were deleted.
   */
  async #forgetLeftOpen(name: string, session: SessionRecord, storage: AccountStorage): Promise<boolean> {
    const lasts = session.token !== null && !isTimeOver(session);
    if (session.remember || lasts || (await this.#accounts.vault(name)) !== undefined) return false;
    const { hasUnsent } = await import('./safekeeping.ts');
    // Checked before taking the lock, too, because repairing unreadable records waits for that lock itself.
    if (await hasUnsent(storage)) return false;
    return movingRecords(name, async () => {
      if (await hasUnsent(storage)) return false;
      storage.close();
      await this.#accounts.forget(name);
      return true;
    });
  }

  /** The records of an account; sealed ones can be opened only while their key is here. */
  async #storage(name: string): Promise<AccountStorage> {
    const isSealed = await this.#isSealed(name);
    const options = this.#options(name, isSealed);
    if (!isSealed) return AccountStorage.open(name, options);
    const { openSealed } = await import('./safekeeping.ts');
    const open = await this.#accounts.key(name);
    if (open === null) throw new Error('The account is locked.');
    return openSealed(name, open.key, options);
  }

  async #isSealed(name: string): Promise<boolean> {
    return (await this.#accounts.vault(name))?.sealed === true;
  }

  #options(name: string, isSealed: boolean): OpenOptions {
    const { shared, writes } = this.#context;
    return {
      // Not after the person signed out, nor when the records were moved into the other one of their two databases.
      isWanted: async () => {
        const current = await shared.get('current');
        if (current === undefined || databaseName(current.orgId, current.userId) !== name) return false;
        return (await this.#isSealed(name)) === isSealed;
      },
      openedLate: () => this.#events.openedLate(),
      knows: (kind) => writes.has(kind),
    };
  }

  /** Notes how many writes wait, which is shown while the account is locked and they can't be read. */
  #keepCount({ name, outbox }: Account): void {
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
