import { authenticateCatalog } from '../../../contract/catalog.ts';
import { changeOwnPassword, type SessionEnd } from '../../../contract/identity.ts';
import { Client } from '../http/client.ts';
import { isUnanswered, RefusedError, type SessionEndedError } from '../http/errors.ts';
import { type Observable, WritableObservable } from '../observable.ts';
import { requestBackgroundSync } from '../outbox/wake-ups.ts';
import { type Identity, isExpired, type SessionRecord, toRecord } from '../records/session-record.ts';
import { AccountCalls } from '../session/account-calls.ts';
import type { OldRecordsChoice } from '../session/account-encryption.ts';
import { StoredAccounts } from '../session/stored-accounts.ts';
import { queueToken, revokeTokens } from '../session/token-revocation.ts';
import { getDatabaseName } from '../storage/database-name.ts';
import { trackDeletion, waitForDeletions } from '../storage/locks.ts';
import type { Account } from './account.ts';
import type { AccountOpener, SessionContext } from './account-opener.ts';
import type { Credentials, PasswordChange, SessionState } from './session-state.ts';

/** Milliseconds between two checks whether the time of an account is over, and whether a token is still to be ended. */
const recheckIntervalMs = 15_000;

/** Who is signed in on this browser: one account at a time, in all its tabs. */
export class Session {
  /** Calls for somebody who is not signed in. */
  readonly calls: AccountCalls;
  readonly #context: SessionContext;
  readonly #accounts: StoredAccounts;
  readonly #state = new WritableObservable<SessionState>({ phase: 'starting' });
  readonly #anonymous: Client;
  readonly #tabs: BroadcastChannel | null;
  readonly #watch: ReturnType<typeof setInterval>;
  /** The password that opened the stored records without the service, until it was used to sign in there too. */
  #offlinePassword: string | null = null;
  #lastChange: Promise<void> = Promise.resolve();

  constructor(context: SessionContext) {
    this.#context = context;
    this.#accounts = new StoredAccounts(context.shared);
    this.#anonymous = new Client(context.origin);
    this.calls = new AccountCalls(this.#anonymous);
    this.#tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('appshelf');
    this.#tabs?.addEventListener('message', () => void this.start());
    this.#watch = setInterval(() => void this.recheck(), recheckIntervalMs);
  }

  get state(): Observable<SessionState> {
    return this.#state;
  }

  /** Opens the account that was last open in this browser; called again after another tab changed it. */
  async start(): Promise<void> {
    await this.#enqueue(() => this.#openCurrent());
    void this.#endTokens();
  }

  /** Locks the open account when its time is over; ends tokens that the service could not be told about yet. */
  async recheck(): Promise<void> {
    void this.#endTokens();
    const account = this.#getAccount();
    if (account === null || !account.isSealed) return;
    if ((await this.#accounts.getKey(account.name)) === null) await this.start();
    else await this.#accounts.touchKey(account.name);
  }

  /**
   * Signs a person in on this device and opens their account. Throws a `ClientError`, and then nothing has changed; an `OldPasswordNeededError` when
   * the stored records open with an earlier password only: sign in again with `stored`.
   */
  async signIn({ userId, password, remember }: Credentials, stored?: OldRecordsChoice): Promise<void> {
    await waitForDeletions();
    const device_info = await this.#context.describeDevice();
    const answer = await this.#anonymous.call(authenticateCatalog, {
      body: { user_id: userId, password, remember_me: remember, register_catalog: false, device_info },
    });
    await this.#enqueue(() => this.#enter(toRecord(answer, remember), password, stored));
    await this.#context.shared.set('login', userId);
  }

  /** Signs the same person in again after their session ended; everything continues where it was. Throws a `ClientError`. */
  async signInAgain(password: string, stored?: OldRecordsChoice): Promise<void> {
    const record = this.#getAccount()?.session;
    if (record === undefined) throw new Error('Nobody was signed in.');
    await this.signIn({ userId: record.user.user_id, password, remember: record.remember }, stored);
  }

  /**
   * Opens a locked account: by signing in, or without the service with the password only, and then nothing is sent until there is a session. Throws a
   * `ClientError`.
   */
  async unlock(password: string, stored?: OldRecordsChoice): Promise<void> {
    const state = this.#state.get();
    if (state.phase !== 'locked') return;
    const { userId } = state.vault.person;
    try {
      await this.signIn({ userId, password, remember: false }, stored);
    } catch (fault) {
      if (!isUnanswered(fault)) throw fault;
      const { unlock } = await import('../session/account-encryption.ts');
      await unlock(this.#accounts, state.name, password);
      this.#offlinePassword = password;
      await this.start();
      this.#tabs?.postMessage('changed');
    }
  }

  /** When there is a network again: ends tokens that wait for it, and signs in a person who opened the stored records without it. */
  async handleOnline(): Promise<void> {
    await this.#endTokens();
    const password = this.#offlinePassword;
    if (password === null || this.#state.get().phase !== 'ended') return;
    this.#offlinePassword = null;
    await this.signInAgain(password).catch((fault: unknown) => {
      // After a refusal the page asks for the password; without an answer, it is tried again.
      if (!(fault instanceof RefusedError)) this.#offlinePassword = password;
    });
  }

  /** Sets the password with an invitation or the link of a reset, and signs the person in. Throws a `ClientError`. */
  async acceptInvitation(secret: string, password: string, remember: boolean): Promise<void> {
    const userId = await this.calls.acceptInvitation(secret, password);
    await this.signIn({ userId, password, remember });
  }

  /** Changes the password, which also opens what is stored here. Returns how many other sessions ended. Throws a `ClientError`. */
  async changePassword({ password, newPassword, endOthers }: PasswordChange): Promise<number> {
    const account = this.#getAccount();
    if (account === null) throw new Error('Nobody is signed in.');
    const { ended } = await account.client.call(changeOwnPassword, {
      body: { password, new_password: newPassword, end_other_sessions: endOthers },
    });
    const { prepareRecords } = await import('../session/account-encryption.ts');
    const { name, session } = account;
    const prepare = () => prepareRecords(this.#accounts, name, session, newPassword, { password });
    // The service has it already: where the records can't be prepared, the next sign-in asks for the old password.
    await this.#enqueue(prepare).catch(() => undefined);
    return ended;
  }

  /** Ends the session, at the service as soon as it can be reached, and deletes everything of the account on this device. */
  async signOut(): Promise<void> {
    const name = this.#getAccountName();
    if (name === null) return;
    await this.#revokeLater(this.#getAccount());
    await trackDeletion(() => this.#close(null).then(() => this.#accounts.forget(name)));
    await this.#endTokens();
  }

  /**
   * Makes room for somebody else: ends the session like signing out, but waiting writes stay on this device, locked, until the same person signs in
   * here again. False when that is not possible, and then nothing has changed.
   */
  async switchUser(): Promise<boolean> {
    const account = this.#getAccount();
    if (account !== null && !(await this.#lockForOwner(account))) return false;
    await this.#close(null);
    await this.#endTokens();
    return true;
  }

  close(): void {
    clearInterval(this.#watch);
    this.#getAccount()?.close();
    this.#tabs?.close();
  }

  /** Changes of account run one after another: tabs may request several at once. */
  #enqueue(change: () => Promise<void>): Promise<void> {
    const turn = this.#lastChange.then(change);
    this.#lastChange = turn.catch(() => undefined);
    return turn;
  }

  async #openCurrent(): Promise<void> {
    const { shared } = this.#context;
    const current = await shared.get('current');
    const name = current && getDatabaseName(current.orgId, current.userId);
    const vault = name === undefined ? undefined : await this.#accounts.getVault(name);
    const isSealed = name !== undefined && vault?.sealed === true;
    const isLocked = isSealed && (await this.#accounts.isLocked(name));
    if (isSealed) void this.#deleteOriginals(name);
    const open = this.#getAccount();
    // Where the browser stores nothing, each tab has an account of its own.
    if (open?.storage.get() === 'unavailable' && !isLocked) return;
    if (open !== null && open.name === name && open.isSealed === isSealed && !isLocked) return;
    open?.close();
    if (name !== undefined && vault !== undefined && isLocked) {
      this.#offlinePassword = null;
      await this.#accounts.lock(name);
      return this.#state.set({ phase: 'locked', name, vault });
    }
    const opened = name === undefined ? null : await (await this.#loadOpener()).openStored(name);
    if (opened === null)
      this.#state.set({ phase: 'signed-out', userId: (await shared.get('login')) ?? null });
    else {
      const { session } = opened;
      if (session.token !== null && isExpired(session)) await this.#endLocally(opened, 'expired');
      this.#showAccount(opened);
    }
  }

  /** Loaded only where there is an account to open: the sign-in page does not need it. */
  async #loadOpener(): Promise<AccountOpener> {
    const { AccountOpener } = await import('./account-opener.ts');
    return new AccountOpener(this.#context, this.#accounts, {
      onEnded: (account, error, identity) => void this.#handleSessionEnded(account, error, identity),
      onChanged: (account) => this.#showAccount(account),
      onOpenedLate: () => void this.start(),
    });
  }

  /** Readable originals of records that are sealed by now are found again at the next start, where they can't be deleted now. */
  async #deleteOriginals(name: string): Promise<void> {
    const { deletePlaintextOriginals } = await import('../session/account-encryption.ts');
    await deletePlaintextOriginals(this.#accounts, name).catch(() => undefined);
  }

  #getAccount(): Account | null {
    const state = this.#state.get();
    return state.phase === 'signed-in' || state.phase === 'ended' ? state.account : null;
  }

  /** The name of the account that is open or locked. */
  #getAccountName(): string | null {
    const state = this.#state.get();
    return state.phase === 'locked' ? state.name : (this.#getAccount()?.name ?? null);
  }

  /** Takes over a new session: into the open account if it belongs to the same person, otherwise into a newly opened one. */
  async #enter(record: SessionRecord, password: string, stored?: OldRecordsChoice): Promise<void> {
    const name = getDatabaseName(record.organization.id, record.user.id);
    const before = this.#getAccount();
    const { prepareRecords } = await import('../session/account-encryption.ts');
    await prepareRecords(this.#accounts, name, record, password, stored);
    if (before !== null && before.name !== name && !(await this.#lockForOwner(before))) {
      await this.#endLocally(before, 'signed_out');
    }
    const isOpen = before?.name === name && before.isSealed === !record.remember;
    if (!isOpen) before?.close();
    this.#offlinePassword = null;
    const account = isOpen ? before : await (await this.#loadOpener()).open(name, record);
    await account.setSession(record);
    await this.#context.shared.set('current', { orgId: record.organization.id, userId: record.user.id });
    this.#showAccount(account);
    this.#tabs?.postMessage('changed');
    void this.#endTokens();
  }

  /** Notes that the token of an account's session has to be ended. */
  async #revokeLater(account: Account | null): Promise<void> {
    if (account?.client.identity != null) await queueToken(this.#context.shared, account.client.identity);
  }

  /** Ends the session of an account on this device, and at the service as soon as it can be reached. */
  async #endLocally(account: Account, reason: SessionEnd): Promise<void> {
    await this.#revokeLater(account);
    await account.setSession({ ...account.session, token: null, ended: account.session.ended ?? reason });
  }

  /** Ends the noted tokens; those that the service can't be told about now are ended by the worker when there is a network. */
  async #endTokens(): Promise<void> {
    const left = await revokeTokens(this.#context.shared, this.#context.origin);
    if (left > 0) await requestBackgroundSync();
  }

  /** Locks the open account for its owner; false when there is no key, or when some write found no room on the disk. */
  async #lockForOwner(account: Account): Promise<boolean> {
    const { lockForOwner } = await import('../session/account-encryption.ts');
    if (await account.hasUnpersistedWrites()) return false;
    if (!(await lockForOwner(this.#accounts, account.name, account.session))) return false;
    await this.#revokeLater(account);
    return true;
  }

  /** From now on nobody is signed in, in any tab; the stored records do not change. */
  async #close(userId: string | null): Promise<void> {
    this.#getAccount()?.close();
    this.#offlinePassword = null;
    const { shared } = this.#context;
    await shared.delete('current');
    await shared.delete('login');
    this.#state.set({ phase: 'signed-out', userId });
    this.#tabs?.postMessage('changed');
  }

  /** Shows the account: signed in, or ended when its session has no token. */
  #showAccount(account: Account): void {
    const { token, ended } = account.session;
    if (token !== null) this.#state.set({ phase: 'signed-in', account });
    else this.#state.set({ phase: 'ended', account, reason: ended });
    if (token !== null) void account.refreshAll();
  }

  async #handleSessionEnded(account: Account, error: SessionEndedError, identity: Identity): Promise<void> {
    // The request was made with an earlier session, whose end says nothing about this one.
    if (account.client.identity?.token !== identity.token) return;
    await account.setSession({ ...account.session, token: null, ended: error.reason });
    this.#showAccount(account);
  }
}
