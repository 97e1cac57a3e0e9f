import { authenticateCatalog } from '../../../contract/catalog.ts';
import type { ErrorName } from '../../../contract/common/errors.ts';
import type { ResponseOf } from '../../../contract/common/request.ts';
import type { DeviceInfo } from '../../../contract/devices.ts';
import { acceptInvitation, changePassword, endSession, readInvitation } from '../../../contract/identity.ts';
import { imageCacheName } from '../catalog/image-cache.ts';
import { Client, type Identity } from '../http/client.ts';
import type { SessionEndedError } from '../http/errors.ts';
import { type Observable, Observed } from '../observable.ts';
import type { PendingWrites } from '../outbox/pending-write.ts';
import { AccountStorage, deleteAccountDatabase } from '../storage/database.ts';
import { databaseName } from '../storage/database-name.ts';
import type { SharedDatabase } from '../storage/shared-database.ts';
import type { Account } from './account.ts';
import { readSession } from './kept-session.ts';
import type { SessionRecord } from './session-record.ts';

/** `ended`: what is kept stays readable while the page asks for the password; `reason` is null when the session expired. */
export type SessionState =
  | { phase: 'starting' }
  | { phase: 'signed-out'; userId: string | null }
  | { phase: 'signed-in'; account: Account }
  | { phase: 'ended'; account: Account; reason: ErrorName | null };

export interface SessionContext {
  origin: string;
  shared: SharedDatabase;
  writes: PendingWrites;
  /** What this device tells about itself at sign-in. */
  deviceInfo(): Promise<DeviceInfo>;
  /** Called with every account that is opened, before it is shown. */
  opened(account: Account): void;
}

export interface Credentials {
  userId: string;
  password: string;
  remember: boolean;
}

/** How long signing out waits for the service, in milliseconds. */
const signOutTimeout = 5_000;

/** Who is signed in on this browser: one account at a time, in all its tabs. */
export class Session {
  readonly #context: SessionContext;
  readonly #state = new Observed<SessionState>({ phase: 'starting' });
  readonly #anonymous: Client;
  readonly #tabs: BroadcastChannel | null;
  #last: Promise<void> = Promise.resolve();

  constructor(context: SessionContext) {
    this.#context = context;
    this.#anonymous = new Client(context.origin);
    this.#tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('appshelf');
    this.#tabs?.addEventListener('message', () => void this.start());
  }

  get state(): Observable<SessionState> {
    return this.#state;
  }

  /** Opens the account that was last open in this browser; called again after another tab changed it. */
  start(): Promise<void> {
    return this.#inTurn(() => this.#openCurrent());
  }

  /** Signs somebody in on this device and opens their account. Throws a `ClientError`, and then nothing has changed. */
  async signIn({ userId, password, remember }: Credentials): Promise<void> {
    const device_info = await this.#context.deviceInfo();
    const answer = await this.#anonymous.call(authenticateCatalog, {
      body: { user_id: userId, password, remember_me: remember, register_catalog: false, device_info },
    });
    await this.#inTurn(() => this.#enter(recordOf(answer, remember)));
    await this.#context.shared.set('login', userId);
  }

  /** Signs the same person in again after their session ended; everything goes on where it was. Throws a `ClientError`. */
  async signInAgain(password: string): Promise<void> {
    const record = this.#account()?.session;
    if (record === undefined) throw new Error('Nobody was signed in.');
    await this.signIn({ userId: record.user.user_id, password, remember: record.remember });
  }

  /** Changes a password that has expired. Throws a `ClientError`. */
  async changePassword(change: { userId: string; password: string; newPassword: string }): Promise<void> {
    const body = { user_id: change.userId, password: change.password, new_password: change.newPassword };
    await this.#anonymous.call(changePassword, { body });
  }

  /** Whom an invitation is for. Throws a `ClientError`; with the name `link_expired` when it is no longer valid. */
  invitation(secret: string): Promise<ResponseOf<typeof readInvitation>> {
    return this.#anonymous.call(readInvitation, { body: { invitation: secret } });
  }

  /** Sets the first password of an invited person and signs them in. Throws a `ClientError`. */
  async acceptInvitation(secret: string, password: string, remember: boolean): Promise<void> {
    const body = { invitation: secret, password };
    const { user_id: userId } = await this.#anonymous.call(acceptInvitation, { body });
    await this.signIn({ userId, password, remember });
  }

  /** Ends the session, also at the service if it can be reached, and deletes everything of the account on this device. */
  async signOut(): Promise<void> {
    const account = this.#account();
    if (account === null) return;
    const { identity } = account.client;
    account.close();
    const { shared, origin } = this.#context;
    await shared.delete('current');
    await shared.delete('login');
    this.#state.set({ phase: 'signed-out', userId: null });
    this.#tabs?.postMessage('changed');
    await Promise.all([
      forget(account.name),
      identity === null ? undefined : endSessionAtService(origin, identity),
    ]);
  }

  close(): void {
    this.#account()?.close();
    this.#tabs?.close();
  }

  /** Changes of account run one after the other: tabs may ask for several at once. */
  #inTurn(change: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(change);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #openCurrent(): Promise<void> {
    const { shared } = this.#context;
    const current = await shared.get('current');
    const name = current && databaseName(current.orgId, current.userId);
    const open = this.#account();
    // Where the browser keeps nothing, each tab has an account of its own.
    if (open !== null && (open.name === name || open.storage.get() === 'unavailable')) return;
    open?.close();
    const opened = name === undefined ? null : await this.#openKept(name);
    if (opened === null)
      this.#state.set({ phase: 'signed-out', userId: (await shared.get('login')) ?? null });
    else this.#show(opened);
  }

  #account(): Account | null {
    const state = this.#state.get();
    return state.phase === 'signed-in' || state.phase === 'ended' ? state.account : null;
  }

  /** Takes over a new session: into the open account if it is the same person's, otherwise into a newly opened one. */
  async #enter(record: SessionRecord): Promise<void> {
    const name = databaseName(record.organization.id, record.user.id);
    const open = this.#account();
    if (open !== null && open.name !== name) open.close();
    const account = open?.name === name ? open : await this.#open(name, record);
    await account.setSession(record);
    await this.#context.shared.set('current', { orgId: record.organization.id, userId: record.user.id });
    this.#show(account);
    this.#tabs?.postMessage('changed');
  }

  #openStorage(name: string): Promise<AccountStorage> {
    const { shared, writes } = this.#context;
    return AccountStorage.open(name, {
      isWanted: async () => {
        const current = await shared.get('current');
        return current !== undefined && databaseName(current.orgId, current.userId) === name;
      },
      knows: (kind) => writes.has(kind),
    });
  }

  async #openKept(name: string): Promise<Account | null> {
    const storage = await this.#openStorage(name);
    const session = await readSession(storage);
    if (session !== undefined) return this.#open(name, session, storage);
    storage.close();
    return null;
  }

  async #open(name: string, session: SessionRecord, opened?: AccountStorage): Promise<Account> {
    const storage = opened ?? (await this.#openStorage(name));
    const { origin, writes } = this.#context;
    // Loaded only now: the sign-in page needs none of it.
    const { Account } = await import('./account.ts');
    const account = new Account({ name, origin, storage, session, writes });
    account.client.listen({ sessionEnded: (error, identity) => void this.#ended(account, error, identity) });
    account.channel.listen((event) => {
      if (event === 'session') void account.reloadSession().then(() => this.#show(account));
    });
    await account.load();
    this.#context.opened(account);
    return account;
  }

  /** Shows the account: signed in, or ended when its session has no token. */
  #show(account: Account): void {
    const { token, ended } = account.session;
    if (token !== null) this.#state.set({ phase: 'signed-in', account });
    else this.#state.set({ phase: 'ended', account, reason: ended });
    if (token !== null) void account.wake();
  }

  async #ended(account: Account, error: SessionEndedError, identity: Identity): Promise<void> {
    // The request was made by an earlier session: that one's end says nothing about this one.
    if (account.client.identity?.token !== identity.token) return;
    await account.setSession({ ...account.session, token: null, ended: error.errorName });
    this.#show(account);
  }
}

const recordOf = (answer: ResponseOf<typeof authenticateCatalog>, remember: boolean): SessionRecord => ({
  user: answer.user,
  organization: answer.organization,
  device: { id: answer.device.id },
  remember,
  token: answer.token,
  expires: Date.now() + answer.ttl_in_seconds * 1000,
  ended: null,
});

async function forget(name: string): Promise<void> {
  await deleteAccountDatabase(name);
  if ('caches' in globalThis) await caches.delete(imageCacheName(name));
}

/** Ends the session at the service. Without a network the token expires there by itself; here nothing of it is left. */
async function endSessionAtService(origin: string, identity: Identity): Promise<void> {
  const client = new Client(origin);
  client.identity = identity;
  await client.call(endSession, { signal: AbortSignal.timeout(signOutTimeout) }).catch(() => undefined);
}
