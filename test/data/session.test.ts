import { describe, expect, it } from 'vitest';
import { listCatalog } from '../../contract/catalog.ts';
import { endSession } from '../../contract/identity.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { RefusedError } from '../../src/data/http/errors.ts';
import { reviewWrite } from '../../src/features/reviews/pending-write.ts';
import { accountOf, closeEngines, openEngine, signedIn, until } from './engines.ts';
import { application, line, service, standOnService, user } from './ground.ts';

standOnService();

/** In milliseconds. */
const year = 366 * 24 * 60 * 60_000;

const databases = async () => (await indexedDB.databases()).map(({ name }) => name);

describe('signing in', () => {
  it('says what is wrong and stays signed out', async () => {
    const engine = await openEngine(line.url);
    const attempt = engine.session.signIn({ userId: user.userId, password: 'wrong', remember: true });
    const error = await attempt.catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ errorName: 'wrong_credentials' });
    expect(engine.session.state.get()).toEqual({ phase: 'signed-out', userId: null });
  });

  it.each([
    ['cut', 'unreachable'],
    ['failing', 'server'],
    ['hotel', 'foreign'],
  ] as const)('over a line that is %s says %s', async (state, kind) => {
    const engine = await openEngine(line.url);
    line.state = state;
    const attempt = engine.session.signIn({ userId: user.userId, password: user.password, remember: true });
    await expect(attempt).rejects.toMatchObject({ kind });
  });

  it('is the same device every time', async () => {
    const first = await signedIn(line.url, user);
    const device = first.account.session.device.id;
    await first.engine.session.signOut();
    closeEngines();
    const { account } = await signedIn(line.url, user);
    expect(account.session.device.id).toBe(device);
  });
});

describe('a page that is opened again', () => {
  it('shows what was kept without any network', async () => {
    const { account } = await signedIn(line.url, user);
    await until(account.catalog.state, ({ savedAt }) => savedAt !== null);
    closeEngines();
    line.state = 'cut';
    const engine = await openEngine(line.url);
    expect(engine.session.state.get().phase).toBe('signed-in');
    expect(accountOf(engine).catalog.state.get().byId.has(application)).toBe(true);
  });

  it('asks for the password once the service says that the time of the session is up', async () => {
    await signedIn(line.url, user);
    closeEngines();
    await withoutGuard(service.platform.database.db)
      .updateTable('tokens')
      .set({ prune: new Date(0).toISOString() })
      .where('user', '=', user.id)
      .execute();
    const { session } = await openEngine(line.url);
    await until(session.state, ({ phase }) => phase === 'ended');
    expect(session.state.get()).toMatchObject({ reason: 'expired' });
  });

  it('goes on where its clock is a year ahead: only the service ends the session', async () => {
    const { account } = await signedIn(line.url, user);
    line.state = 'cut';
    await account.outbox.enqueue(reviewWrite, { application, like: 1 });
    await account.setSession({ ...account.session, expires: account.session.expires - year });
    closeEngines();
    line.state = 'open';
    const engine = await openEngine(line.url);
    expect(engine.session.state.get().phase).toBe('signed-in');
    await until(accountOf(engine).outbox.rows, ([row]) => row?.state === 'sent');
  });
});

describe('signing out', () => {
  it('ends the session at the service and deletes everything of the account', async () => {
    const { engine, account } = await signedIn(line.url, user);
    await until(account.catalog.state, ({ byId }) => byId.has(application));
    const { token, device } = account.session;
    expect(await databases()).toContain(account.name);
    await engine.session.signOut();
    expect(engine.session.state.get()).toEqual({ phase: 'signed-out', userId: null });
    expect(await databases()).not.toContain(account.name);
    const refused = await service.refused(listCatalog, { token: token ?? '', udid: device.id });
    expect(refused.status).toBe(401);
  });

  it('deletes everything without a network too', async () => {
    const { engine, account } = await signedIn(line.url, user);
    line.state = 'cut';
    await engine.session.signOut();
    expect(await databases()).not.toContain(account.name);
  });

  it('is over before the next person signs in, in any tab', async () => {
    const { engine, account } = await signedIn(line.url, user);
    const other = await openEngine(line.url);
    const stranger = await service.makeUser();
    const signedOut = engine.session.signOut();
    await until(engine.session.state, ({ phase }) => phase === 'signed-out');
    await other.session.signIn({ userId: stranger.userId, password: stranger.password, remember: true });
    expect(await databases()).not.toContain(account.name);
    await signedOut;
  });

  it('in one tab signs out the others', async () => {
    const { engine } = await signedIn(line.url, user);
    const other = await openEngine(line.url);
    expect(other.getAccount()).not.toBeNull();
    await engine.session.signOut();
    await until(other.session.state, ({ phase }) => phase === 'signed-out');
    expect(other.getAccount()).toBeNull();
  });
});

describe('two people on one device', () => {
  it('never see what the other one has, and lose nothing of their own', async () => {
    const first = await signedIn(line.url, user);
    await until(first.account.catalog.state, ({ byId }) => byId.has(application));
    line.state = 'cut';
    await first.account.outbox.enqueue(reviewWrite, { application, like: 1 });
    await service.call(endSession, { token: first.account.session.token ?? '' });
    closeEngines();
    line.state = 'open';
    const stranger = await service.makeUser();
    const second = await signedIn(line.url, stranger);
    expect(second.account.name).not.toBe(first.account.name);
    expect(second.account.catalog.state.get().entries).toEqual([]);
    expect(second.account.outbox.rows.get()).toEqual([]);
    await second.engine.session.signIn({ userId: user.userId, password: user.password, remember: true });
    const back = accountOf(second.engine);
    expect(back.name).toBe(first.account.name);
    await until(back.outbox.rows, ([row]) => row?.state === 'sent');
  });
});

describe('a session that ended', () => {
  it('keeps what is shown and goes on in the other tab too when the password was given', async () => {
    const { engine, account } = await signedIn(line.url, user);
    await until(account.catalog.state, ({ savedAt, isSyncing }) => savedAt !== null && !isSyncing);
    const other = await openEngine(line.url);
    await service.call(endSession, { token: account.session.token ?? '' });
    await account.catalog.refresh();
    await until(engine.session.state, ({ phase }) => phase === 'ended');
    await until(other.session.state, ({ phase }) => phase === 'ended');
    expect(accountOf(other).catalog.state.get().byId.has(application)).toBe(true);
    await engine.session.signInAgain(user.password);
    await until(other.session.state, ({ phase }) => phase === 'signed-in');
  });
});
