import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Child, startChild } from '../child.ts';
import type { Measurement, Row } from '../measurement.ts';
import { writeLargePackage } from './large-package.ts';
import type { Sending } from './upload-client.ts';
import type { UploadService } from './upload-service.ts';

const run = promisify(execFile);
const bytes = 2 * 1024 ** 3;
const warmUp = 64 * 1024 ** 2;
const rounds = 5;

const ways = [
  { way: 'form', how: 'in one request' },
  { way: 'pieces', how: 'resumable, in pieces of 256 MiB' },
] as const;

interface Round {
  ours: number;
  theirs: number;
}

/** Publishing a package of 2 GiB, in one request and in several, compared with writing it to the same disk. */
export const upload: Measurement = {
  name: 'upload',
  async run() {
    const service = await startChild<UploadService>('packages/upload-service.ts', null);
    const file = join(service.ready.dataDir, 'package.apk');
    try {
      // Loading and compiling code for the first file is not memory that a large file costs.
      await writeLargePackage(file, 'org.example.warm', warmUp);
      for (const { way } of ways) await send(service, file, way);
      const rows: Row[] = [];
      for (const { way, how } of ways) rows.push(rowOf(how, await measure(service, file, way)));
      return rows;
    } finally {
      await service.stop();
    }
  },
};

async function measure(service: Child<UploadService>, file: string, way: Sending['way']): Promise<Round[]> {
  const measured: Round[] = [];
  while (measured.length < rounds) {
    await writeLargePackage(file, `org.example.${way}${measured.length}`, bytes);
    // The disk is sometimes busy: so writing the file is measured just before and just after.
    const before = await copied(file);
    const ours = await send(service, file, way);
    const after = await copied(file);
    measured.push({ ours, theirs: (before + after) / 2 });
  }
  return measured;
}

/** The row of the median round. */
function rowOf(how: string, measured: readonly Round[]): Row {
  const inOrder = measured.toSorted((one, other) => one.ours / one.theirs - other.ours / other.theirs);
  const { ours = 0, theirs = 0 } = inOrder[Math.floor(rounds / 2)] ?? {};
  return {
    work: `upload and publish 2 GiB, ${how} (median of ${rounds})`,
    ours,
    unit: 's',
    peer: { name: 'dd, fsync', value: theirs },
    bound: { atMost: 1.5 },
  };
}

/** Seconds that it takes to write the file once more, down to the disk. */
async function copied(file: string): Promise<number> {
  await run('sync');
  const started = performance.now();
  await run('dd', [`if=${file}`, `of=${file}.copy`, 'bs=1M', 'conv=fsync']);
  const seconds = (performance.now() - started) / 1000;
  await rm(`${file}.copy`);
  await run('sync');
  return seconds;
}

/** Seconds that it takes to send the file, measured by the sender. Error: when it was refused. */
async function send({ ready }: Child<UploadService>, file: string, way: Sending['way']): Promise<number> {
  const sending: Sending = { url: ready.url, token: ready.token, file, way };
  const client = join(import.meta.dirname, 'upload-client.ts');
  const { stdout } = await run(process.execPath, [client, JSON.stringify(sending)]);
  return (JSON.parse(stdout) as { seconds: number }).seconds;
}
