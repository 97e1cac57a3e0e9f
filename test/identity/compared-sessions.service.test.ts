import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endOwnSession, listSessions } from '../../contract/sessions.ts';
import { changedSessions } from '../../mock-server/features/identity/sessions/found-session-store.ts';
import { hashToken } from '../../mock-server/features/identity/sessions/tokens.ts';
import { connect } from '../../mock-server/platform/database/connect.ts';
import { now } from '../../mock-server/platform/database/identifiers.ts';
import { unguarded } from '../../mock-server/platform/database/unguarded.ts';
import type { DeviceCaller } from '../../mock-server/platform/http/contexts.ts';
import { startService, type TestService } from '../setup/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

type Session = Pick<Awaited<ReturnType<TestService['signIn']>>, 'token' | 'udid'>;

const signedIn = async () => service.signIn(await service.makeUser());

/** The texts of the sessions that the server returns, by device, when it is sent these known texts. */
async function told(known: readonly (Session & { text: string })[]): Promise<Map<string, string | null>> {
  const { db } = service.platform.database;
  const asked = known.map(({ token, udid, text }) => [hashToken(token), udid, text] as const);
  const rows = await changedSessions(db, service.admin.orgId, asked, now());
  return new Map(rows.flatMap((row) => (row.askedDevice === null ? [] : [[row.askedDevice, row.text]])));
}

/** Finds the caller as a request does; null where the request has to be refused. */
const asked = ({ token, udid }: Session): Promise<DeviceCaller | null> =>
  new Promise((resolve, reject) => {
    service.server.gatekeeper.known(token, udid, (error, caller) =>
      error === null ? resolve(caller) : reject(error),
    );
  });

async function signOut(session: Session): Promise<void> {
  const { token } = session;
  const { sessions } = await service.ok(listSessions, { token });
  const own = sessions.find(({ current }) => current);
  await service.ok(endOwnSession, { token, params: { session: own?.id ?? '' } });
}

test('the server tells only of sessions that are not known, are another, or are over', async () => {
  const sessions = [await signedIn(), await signedIn(), await signedIn()] as const;
  const [same, other, over] = sessions;
  const first = await told(sessions.map((session) => ({ ...session, text: '' })));
  expect([...first.keys()].sort()).toEqual(sessions.map(({ udid }) => udid).sort());
  const known = sessions.map((session) => ({ ...session, text: first.get(session.udid) ?? '' }));
  expect(await told(known)).toEqual(new Map());
  await signOut(over);
  const swapped = known.map((session) => (session.udid === other.udid ? { ...session, text: 'x' } : session));
  const text = first.get(other.udid);
  expect(text).toContain(other.udid);
  expect(await told(swapped)).toEqual(
    new Map([
      [other.udid, text],
      [over.udid, null],
    ]),
  );
  expect(await asked(same)).not.toBeNull();
});

test('no device that others name beside it keeps a session that is over, or ends one that goes on', async () => {
  const [kept, over] = [await signedIn(), await signedIn()];
  for (const session of [kept, over]) expect(await asked(session)).not.toBeNull();
  await signOut(over);
  const names = [
    '',
    ' ',
    '"',
    '\\',
    '\\"',
    '","',
    '"},{"',
    '{',
    '}',
    'NULL',
    'null',
    ',',
    'ä€😀',
    '\t\n',
    '(,)',
  ];
  for (const name of names) {
    const strange = { token: kept.token, udid: name };
    const answers = await Promise.all([strange, over, strange, kept, over].map(asked));
    expect(answers.map((answer) => answer?.device.id ?? null)).toEqual([null, null, null, kept.udid, null]);
  }
});

test('the server keeps one plan, however few are asked for', async () => {
  const { token, udid } = await signedIn();
  const { database } = service.platform.config;
  if (!('url' in database)) throw new Error('This is a test of PostgreSQL.');
  const line = await connect({ url: database.url, poolSize: 1 });
  try {
    for (let time = 0; time < 40; time++)
      await changedSessions(line.db, service.admin.orgId, [[hashToken(token), udid, '']], now());
    const { rows } = await sql<{ planned: number; kept: number }>`
      select custom_plans as planned, generic_plans as kept
      from pg_prepared_statements
      where statement like '%json_array_elements%'`.execute(unguarded(line.db));
    // The driver names a statement from its fifth run on.
    expect(rows).toEqual([{ planned: 5, kept: 31 }]);
  } finally {
    await line.close();
  }
});
