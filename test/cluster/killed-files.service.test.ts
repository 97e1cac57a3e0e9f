import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApplication, deleteApplication, listApplications } from '../../contract/applications.ts';
import { installApplication } from '../../contract/downloads.ts';
import { Bucket } from '../../mock-server/platform/blobs/bucket/bucket.ts';
import { pieceSize } from '../../mock-server/platform/blobs/bucket/partial-objects.ts';
import { connect } from '../../mock-server/platform/database/connect.ts';
import { getNow } from '../../mock-server/platform/database/identifiers.ts';
import { FailingBucket } from '../setup/bucket/failing-bucket.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import type { People } from '../setup/world/people.ts';
import { apk, assign, makeGroup, publish } from '../setup/world/publishing.ts';
import * as uploads from '../setup/world/uploads.ts';
import { type Cluster, startCluster } from './instances.ts';
import { killsAt } from './killing.ts';

/** After a process dies while files are being stored or removed, another process can continue. */

let cluster: Cluster;
let proxy: FailingBucket;
let bucket: Bucket;
let group: number;
let session: { token: string; udid: string };
beforeAll(async () => {
  cluster = await startCluster({
    before: async (endpoint) => {
      proxy = new FailingBucket(endpoint);
      return proxy.start();
    },
  });
  bucket = new Bucket(cluster.place);
  const { people } = cluster.one;
  const user = await people.makeUser();
  group = await makeGroup(people, 'Crew', { users: [user] });
  session = await people.signIn(user);
});
afterAll(async () => {
  await cluster?.stop();
  await proxy?.stop();
});

const made = (bundleId: string, bytes: number) =>
  apk(bundleId, 1, { files: [{ name: 'padding', data: randomBytes(bytes), stored: true }] });
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The file that a device gets when it installs the application. */
async function delivered(at: People, application: string): Promise<Buffer> {
  const install = { params: { application }, query: session };
  const location = (await at.call(installApplication, install)).headers.get('location') ?? '';
  return Buffer.from(await (await fetch(location)).arrayBuffer());
}

/** Makes enough time pass that another instance may write what the dead one held. */
async function endLease(upload: string): Promise<void> {
  const database = await connect(cluster.database);
  await database.db.updateTable('uploads').set({ held_until: getNow() }).where('id', '=', upload).execute();
  await database.close();
}

test('killed in the middle of a part of a resumable upload, an instance leaves what had arrived, and the other goes on from there', async () => {
  const { one, other } = cluster;
  const [here, there] = [other, one].map(({ people: service }) => ({ service, token: service.admin.token }));
  if (here === undefined || there === undefined) throw new Error('There are two.');
  const bytes = made('org.example.resumed', 3 * pieceSize);
  const id = await uploads.started(here, bytes.length);
  let pieces = 0;
  const isSecondPiece = ({ method, url = '' }: IncomingMessage) =>
    method === 'PUT' && url.includes('/partial/') && (pieces += 1) === 2;
  killsAt(proxy, other.process.kill, isSecondPiece);
  const line = uploads.openLine(here, id, { offset: 0, length: bytes.length });
  line.send(bytes.subarray(0, bytes.length - 1_000));
  expect(await line.ended).toBeNull();
  proxy.fault = null;
  expect((await uploads.append(there, id, 0, bytes)).status).not.toBe(204);
  await endLease(id);
  const offset = await uploads.offsetOf(there, id);
  expect(offset).toBeGreaterThanOrEqual(pieceSize);
  expect(offset).toBeLessThan(bytes.length);
  expect((await uploads.append(there, id, offset, bytes.subarray(offset))).status).toBe(204);
  const { token } = one.people.admin;
  const added = await one.people.ok(addApplication, { token, body: { upload_id: id, enabled: true } });
  await assign(one.people, group, { id: added.application.psk });
  expect((await delivered(one.people, added.application.id)).equals(Buffer.from(bytes))).toBe(true);
  await other.process.start();
  expect((await delivered(other.people, added.application.id)).equals(Buffer.from(bytes))).toBe(true);
});

/** Sweeps in a separate process, which is killed at a request that `hits`; returns how it ended. */
async function sweeps(hits: (request: IncomingMessage) => boolean): Promise<number | string | null> {
  const { environment } = cluster.one;
  const DATA_DIR = `${environment.DATA_DIR}-sweeper`;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'sweeper.ts')], {
    env: { ...process.env, ...environment, DATA_DIR },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  killsAt(proxy, () => child.kill('SIGKILL'), hits, true);
  const [code, signal] = await once(child, 'exit');
  proxy.fault = null;
  return signal ?? code;
}

async function keysIn(folder: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of bucket.list(folder)) keys.push(key);
  return keys;
}

/** Makes enough time pass since removals began that they count as interrupted. */
async function ageRemovals(): Promise<void> {
  for await (const { key, size } of bucket.list('aside/')) {
    const earlier = key.replace(/-\d+-([0-9a-f-]{36})$/, '-1-$1');
    expect(earlier).not.toBe(key);
    await bucket.copy(key, earlier, size);
    await bucket.delete(key);
  }
}

const never = () => false;

/** The requests that delete a file in a folder of the cluster. */
const deletionIn =
  (folder: 'files' | 'aside') =>
  ({ method, url = '' }: IncomingMessage) =>
    method === 'DELETE' && url.includes(`/${cluster.place.prefix}${folder}/`);

test.each([
  ['has put a file aside', deletionIn('files')],
  ['is about to forget it', deletionIn('aside')],
])(
  'killed when it %s, a sweep has taken nothing that anybody needs, and the next one does the rest',
  async (_, hits) => {
    const { people } = cluster.one;
    const { token } = people.admin;
    const [stored, gone] = [
      made(`org.example.kept${Date.now()}`, 2_000),
      made(`org.example.gone${Date.now()}`, 2_000),
    ];
    const stays = await publish(people, {}, { bytes: stored, name: 'a.apk' });
    await assign(people, group, { id: stays.psk });
    const goes = await publish(people, {}, { bytes: gone, name: 'a.apk' });
    await people.ok(deleteApplication, { token, params: { application: goes.id } });
    expect(await sweeps(hits)).toBe('SIGKILL');
    expect((await keysIn('aside/')).length).toBeGreaterThan(0);

    // A person who publishes the same file meanwhile keeps it, whatever happens to the removal.
    const again = await publish(people, {}, { bytes: gone, name: 'a.apk' });
    await assign(people, group, { id: again.psk });
    await ageRemovals();
    expect(await sweeps(never)).toBe(0);
    expect((await delivered(people, stays.id)).equals(Buffer.from(stored))).toBe(true);
    expect((await delivered(people, again.id)).equals(Buffer.from(gone))).toBe(true);
    expect(await keysIn('aside/')).toEqual([]);

    await people.ok(deleteApplication, { token, params: { application: again.id } });
    expect(await sweeps(never)).toBe(0);
    expect(await keysIn(`files/${sha256(gone)}`)).toEqual([]);
    const { applications } = await people.ok(listApplications, { token });
    expect(await keysIn('files/')).toHaveLength(applications.length);
  },
  timeouts.test,
);
