/**
 * `npm run test:object-store`: the tests of files with a real S3 server in place of the one in JavaScript, one after the other
 * with each that is installed, or with those that are named: `-- radosgw swift`. It starts them itself, in a temporary
 * directory on loopback, and ends them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { testBucket } from '../setup/bucket/bucket-server.ts';
import { type Counts, runTests, sum, summary } from '../vitest.ts';
import { ceph } from './ceph.ts';
import type { ObjectStore, RunningStore } from './object-store.ts';
import { swift } from './swift.ts';

for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(1));
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function makeBucket({ endpoint }: RunningStore): Promise<void> {
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: testBucket }));
  client.destroy();
}

/** Tests that start a bucket themselves, which are not in the project of those with a bucket. */
const withOwnBucket = [
  'platform/blobs/blobs',
  'platform/blobs/move-blobs',
  'bucket-failures',
  'handing-over',
  'test/cluster/',
];

const runOnBucket = async (words: string[]): Promise<Counts> =>
  sum([
    await runTests({ words, project: ['object-store'] }),
    await runTests({ project: ['service-bucket'] }),
    await runTests({ words: withOwnBucket, project: ['platform', 'service-sqlite', 'service-postgres'] }),
  ]);

async function runOn(store: ObjectStore): Promise<Counts> {
  const directory = await mkdtemp(join(tmpdir(), `appshelf-${store.name}-`));
  try {
    const running = await store.start(directory);
    try {
      Object.assign(process.env, running.keys, { TEST_OBJECT_STORE: running.endpoint });
      await makeBucket(running);
      say(`\nWith ${store.name} at ${running.endpoint}`);
      return await runOnBucket([
        'object-store/bucket',
        ...(store.encrypts ? ['object-store/encryption'] : []),
      ]);
    } finally {
      await running.stop();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const wanted = process.argv.slice(2);
const known = [ceph, swift].filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const here = known.filter((store) => store.isInstalled());
const counts: Counts[] = [];
for (const store of here) counts.push(await runOn(store));
const total = sum(counts);
say(`\n${summary(total)}`);
for (const { name, packages } of known.filter((store) => !here.includes(store)))
  say(`Left out: ${name}, which is not installed (Debian: apt-get install ${packages}).`);
if (known.length === 0) say('Name radosgw, swift, or nothing for both.');
process.exit(here.length > 0 && total.failed === 0 ? 0 : 1);
