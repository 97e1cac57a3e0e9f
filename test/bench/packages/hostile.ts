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
import { limited, type Measurement } from '../measurement.ts';
import type { UploadService } from './upload-service.ts';

/** Most milliseconds for which the event loop is blocked, and most megabytes that the service keeps. */
const limits = { stillness: 300, megabytes: 32 };
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
/** One of so many files is sent before anything is measured. */
const firstOf = 500;
/** Files between two checks of the service's memory: a check takes longer than most files. */
const filesBetweenLooks = 10;

/** Publishing files that were made to exhaust the service, of less than 1 MB each. */
export const hostile: Measurement = {
  name: 'hostile',
  async run() {
    const service = await startChild<UploadService>('packages/upload-service.ts', null, littleGarbage);
    const client = new Requests(service.ready.url);
    const send = ({ bytes, name }: HostileFile) =>
      client.upload(addApplication, {
        token: service.ready.token,
        files: { app_file: { bytes, name } },
      });
    try {
      const files = await hostileFiles();
      // Loading and compiling code for the first files is not a cost of hostile files.
      for (const file of files.filter((_file, at) => at % firstOf === 0)) await send(file);
      await setTimeout(500);
      await service.stillness();
      const before = await service.memory();
      let memory = before;
      let stillness = 0;
      for (const [at, file] of files.entries()) {
        let blocked = Number.POSITIVE_INFINITY;
        // A file that did not block for longest in its first round can't become the worst.
        for (let round = 0; round < rounds && blocked > stillness; round++) {
          await send(file);
          blocked = Math.min(blocked, await service.stillness());
        }
        stillness = Math.max(stillness, blocked);
        if (at % filesBetweenLooks !== 0) continue;
        memory = Math.max(memory, await service.memory());
        // Checking the memory blocks the event loop too.
        await service.stillness();
      }
      memory = Math.max(memory, await service.memory());
      const work = `publishing ${files.length} hostile packages`;
      return [
        limited(`${work}: longest block of the event loop`, stillness, 'ms', limits.stillness),
        limited(`${work}: memory that the service keeps`, (memory - before) / 1e6, 'MB', limits.megabytes),
      ];
    } finally {
      await service.stop();
    }
  },
};

interface HostileFile {
  bytes: Uint8Array;
  name: string;
}

async function hostileFiles(): Promise<HostileFile[]> {
  const made = hostilePackages.map(
    async ({ fileName, make }): Promise<HostileFile> => ({
      bytes: await make(),
      name: fileName,
    }),
  );
  const missing = vectorsMissing();
  if (missing !== null) process.stdout.write(`Left out are ${missing}.\n`);
  const paths = missing === null ? globSync('*.apk', { cwd: vectors }) : [];
  const read = paths.map(
    async (path): Promise<HostileFile> => ({
      bytes: await readFile(join(vectors, path)),
      name: path,
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
      files.push({ bytes: changed, name });
  }
  return files;
}
