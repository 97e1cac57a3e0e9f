import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { addApplication } from '../../../contract/applications.ts';
import { hostilePackages } from '../../fixtures/hostile-packages.ts';
import { mutationSources, mutationsOf } from '../../fixtures/mutated-packages.ts';
import { vectors, vectorsMissing } from '../../fixtures/signature-vectors.ts';
import { Requests } from '../../setup/requests.ts';
import { startChild } from '../child.ts';
import type { Measurement } from '../measurement.ts';
import type { UploadService } from './upload-service.ts';

/**
 * Limits in milliseconds and megabytes. Test vectors of signatures are ordinary packages with odd signatures, so they
 * get less time than files that were made to exhaust the service.
 */
const limits = { made: 300, vector: 100, mutation: 300, stillness: 20, megabytes: 32 };
/** Files of more bytes may take longer. */
const largest = 1_000_000;
/**
 * V8 lets the memory for new objects and garbage grow with the number of requests, whatever they send: by 70 MB and
 * more. This keeps it small, and it is emptied before each check, so that only the cost of the files is measured.
 */
const littleGarbage = ['--max-semi-space-size=2', '--expose-gc'];
/** How often each file is sent. The fastest time counts: the machine is sometimes busy with other work. */
const rounds = 3;
/** The number of packages, of all kinds together, that are changed at places that a seed determines. */
const mutations = 2400;
/** Files between two checks of the service's memory: a check takes longer than most files. */
const filesBetweenLooks = 10;

/** Publishing files that were made to exhaust the service, of less than 1 MB each. */
export const hostile: Measurement = {
  name: 'hostile',
  async run() {
    const service = await startChild<UploadService>('packages/upload-service.ts', null, littleGarbage);
    const client = new Requests(service.ready.url);
    const send = async ({ bytes, name }: HostileFile): Promise<number> => {
      const begun = performance.now();
      await client.upload(addApplication, {
        token: service.ready.token,
        files: { app_file: { bytes, name } },
      });
      return performance.now() - begun;
    };
    try {
      const files = await hostileFiles();
      // Loading and compiling code for the first files is not a cost of hostile files.
      for (const file of [...files.slice(0, 3), ...kinds.flatMap((kind) => firstOf(files, kind))])
        await send(file);
      await setTimeout(500);
      await service.stillness();
      const before = await service.memory();
      const slowest: Record<Kind, number> = { made: 0, vector: 0, mutation: 0 };
      let most = before;
      let stillness = 0;
      for (const [at, file] of files.entries()) {
        let [time, stood] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
        // A file that is not the slowest in its first round can't become the slowest.
        for (let round = 0; round < rounds && (time > slowest[file.kind] || stood > stillness); round++) {
          time = Math.min(time, await send(file));
          stood = Math.min(stood, await service.stillness());
        }
        slowest[file.kind] = Math.max(slowest[file.kind], time);
        stillness = Math.max(stillness, stood);
        if (at % filesBetweenLooks !== 0) continue;
        most = Math.max(most, await service.memory());
        // Checking the memory blocks the event loop too.
        await service.stillness();
      }
      most = Math.max(most, await service.memory());
      const row = (work: string, ours: number, unit: string, value: number) =>
        ({ work, ours, unit, against: { name: 'limit', value }, target: { atMost: 1 } }) as const;
      const times = kinds
        .map((kind) => ({ kind, count: files.filter((file) => file.kind === kind).length }))
        .filter(({ count }) => count > 0)
        .map(({ kind, count }) =>
          row(`the slowest answer to ${count} ${words[kind]}`, slowest[kind], 'ms', limits[kind]),
        );
      return [
        ...times,
        row('all of these, longest stillness of the event loop', stillness, 'ms', limits.stillness),
        row('all of these, memory that the service keeps', (most - before) / 1e6, 'MB', limits.megabytes),
      ];
    } finally {
      await service.stop();
    }
  },
};

const kinds = ['made', 'vector', 'mutation'] as const;
type Kind = (typeof kinds)[number];
const words: Readonly<Record<Kind, string>> = {
  made: 'hostile files',
  vector: 'vectors of signatures',
  mutation: 'packages that were changed at places that a seed tells',
};

interface HostileFile {
  bytes: Uint8Array;
  name: string;
  kind: Kind;
}

const firstOf = (files: readonly HostileFile[], kind: Kind): HostileFile[] =>
  files.filter((file) => file.kind === kind).slice(0, 1);

async function hostileFiles(): Promise<HostileFile[]> {
  const made = hostilePackages.map(
    async ({ fileName, make }): Promise<HostileFile> => ({
      bytes: await make(),
      name: fileName,
      kind: 'made',
    }),
  );
  const missing = vectorsMissing();
  if (missing !== null) process.stdout.write(`Left out are ${missing}.\n`);
  const paths = missing === null ? globSync('*.apk', { cwd: vectors }) : [];
  const read = paths.map(
    async (path): Promise<HostileFile> => ({
      bytes: await readFile(join(vectors, path)),
      name: path,
      kind: 'vector',
    }),
  );
  const files = await Promise.all([...made, ...read]);
  return [...files, ...(await changedPackages())].filter(({ bytes }) => bytes.length < largest);
}

async function changedPackages(): Promise<HostileFile[]> {
  const files: HostileFile[] = [];
  for (const [source, bytes] of mutationSources) {
    const name = source.endsWith('.apk') ? source : 'changed.ipa';
    for (const changed of mutationsOf(await bytes(), mutations / mutationSources.length))
      files.push({ bytes: changed, name, kind: 'mutation' });
  }
  return files;
}
