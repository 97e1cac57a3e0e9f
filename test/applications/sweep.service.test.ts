import { createHash, randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import * as media from '../../contract/application-media.ts';
import { addApplication, deleteApplication, readApplication } from '../../contract/applications.ts';
import { openContext } from '../../mock-server/context.ts';
import { sweepBlobs } from '../../mock-server/features/applications/sweep.ts';
import { picture } from '../fixtures/pictures.ts';
import { ageBlob, aged, keptBlobs, oldAge } from '../setup/bucket/kept-files.ts';
import { openService } from '../setup/open-service.ts';
import { apk, publish } from '../setup/world/publishing.ts';
import * as uploads from '../setup/world/uploads.ts';

/** On servers whose times are whole seconds, what was just stored may have the time of the next second. */
const noGrace = -2_000;
/** A bucket answers far more slowly than a disk, and each round sends it a hundred requests. */
const rounds = process.env.TEST_BLOBS === 'bucket' ? 5 : 25;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const made = (bundleId: string) =>
  apk(bundleId, 1, { files: [{ name: 'padding', data: randomBytes(2000), stored: true }] });

const service = await openService();
const own = { service, token: service.admin.token };
beforeEach(() => sweepBlobs(service.platform, noGrace));

const blobs = (...names: string[]) => join(service.platform.config.dataDir, 'blobs', ...names);

/** Everything in the store, and the smaller copies of pictures. */
async function kept(): Promise<string[]> {
  const cache = join(service.platform.config.dataDir, 'cache');
  const files = await readdir(cache, { recursive: true, withFileTypes: true }).catch(() => []);
  const copies = files.flatMap((file) => (file.isFile() ? file.name : []));
  return [...(await keptBlobs(service.platform)), ...copies.sort()];
}

const publishOne = (bytes: Uint8Array) => publish(service, {}, { bytes, name: 'a.apk' });
const remove = (id: string) =>
  service.ok(deleteApplication, { token: own.token, params: { application: id } });
const has = async (bytes: Uint8Array) => (await service.platform.blobs.size('files', sha256(bytes))) !== null;

describe('the sweep', () => {
  test('takes what a deleted application leaves, pictures and their smaller copies too', async () => {
    const before = await kept();
    const application = await publishOne(made('org.example.deleted'));
    const params = { application: application.id };
    const file = (name: string, bytes: Uint8Array) => ({
      token: own.token,
      params,
      files: { [name]: { bytes, name } },
    });
    const { path } = await service.uploaded(
      media.setIcon,
      file('icon_file', await picture('png', { width: 90, height: 90 })),
    );
    await service.uploaded(
      media.setBanner,
      file('banner_file', await picture('png', { width: 300, height: 100 })),
    );
    const shot = file('screenshot_file', await picture('jpeg', { width: 100, height: 200 }));
    await service.uploaded(media.setPhoneScreenshot, { ...shot, params: { ...params, slot: 1 } });
    expect((await service.fetch(path.replace('.png', '-64.webp'))).status).toBe(200);
    const full = await kept();
    expect(full.length).toBe(before.length + 5);

    expect(await sweepBlobs(service.platform, noGrace)).toEqual({ files: 0, images: 0 });
    expect(await kept()).toEqual(full);

    await remove(application.id);
    expect(await sweepBlobs(service.platform, noGrace)).toEqual({ files: 1, images: 3 });
    expect(await kept()).toEqual(before);
  });

  test('takes a picture that was replaced, and leaves one that two applications share', async () => {
    const image = await picture('png', { width: 77, height: 77 });
    const applications = [
      await publishOne(made('org.example.one')),
      await publishOne(made('org.example.two')),
    ];
    const setIcon = (id: string | undefined, bytes: Uint8Array) =>
      service.uploaded(media.setIcon, {
        token: own.token,
        params: { application: id ?? '' },
        files: { icon_file: { bytes, name: 'icon.png' } },
      });
    const shared = await setIcon(applications[0]?.id, image);
    await setIcon(applications[1]?.id, image);
    await setIcon(applications[0]?.id, await picture('png', { width: 78, height: 78 }));
    expect(await sweepBlobs(service.platform, noGrace)).toEqual({ files: 0, images: 0 });
    expect((await service.fetch(shared.path)).status).toBe(200);
    await setIcon(applications[1]?.id, await picture('png', { width: 78, height: 78 }));
    expect(await sweepBlobs(service.platform, noGrace)).toEqual({ files: 0, images: 1 });
    expect((await service.fetch(shared.path)).status).toBe(404);
  });

  test('leaves a file of which another application, in any organization, has the same bytes', async () => {
    const bytes = made('org.example.same');
    const child = await service.makeOrganization();
    const [first] = [await publishOne(bytes), await publishOne(bytes)];
    const args = { token: child.token, data: {}, files: { app_file: { bytes, name: 'a.apk' } } };
    const { application } = await service.uploaded(addApplication, args);
    await remove(first.id);
    expect((await sweepBlobs(service.platform, noGrace)).files).toBe(0);
    expect(await has(bytes)).toBe(true);
    await service.ok(deleteApplication, { token: child.token, params: { application: application.id } });
    expect((await sweepBlobs(service.platform, noGrace)).files).toBe(0);
  });

  test('leaves alone what is younger than its grace: rows may be about to name it', async () => {
    const stored = await service.platform.blobs.put('files', randomBytes(100));
    expect((await sweepBlobs(service.platform, oldAge)).files).toBe(0);
    expect(await service.platform.blobs.size('files', stored.sha256)).toBe(100);
    await ageBlob(service.platform, 'files', stored.sha256);
    expect((await sweepBlobs(service.platform, oldAge)).files).toBe(1);
  });

  test('throws away files that were received and never stored, once they are old', async () => {
    await writeFile(blobs('incoming', 'abandoned'), 'half');
    await writeFile(blobs('incoming', 'running'), 'half');
    await aged(blobs('incoming', 'abandoned'));
    await sweepBlobs(service.platform, oldAge);
    expect(await readdir(blobs('incoming'))).toEqual(['running']);
  });

  test('keeps smaller copies of images that are there, and throws away halves of them', async () => {
    const application = await publishOne(made('org.example.copies'));
    const { path } = await service.uploaded(media.setIcon, {
      token: own.token,
      params: { application: application.id },
      files: { icon_file: { bytes: await picture('png', { width: 99, height: 99 }), name: 'icon.png' } },
    });
    await service.fetch(path.replace('.png', '-64.webp'));
    const folder = join(
      service.platform.config.dataDir,
      'cache',
      'media',
      new URL(path).pathname.slice(7, 9),
    );
    const copies = await readdir(folder);
    await writeFile(join(folder, `${copies[0]}.half`), 'half');
    for (const name of await readdir(folder)) await aged(join(folder, name));
    await sweepBlobs(service.platform, oldAge);
    expect(await readdir(folder)).toEqual(copies);
  });
});

describe('of resumable uploads the sweep', () => {
  test('leaves those that are open, and those that wait to be published', async () => {
    const file = made('org.example.waiting');
    const open = await uploads.started(own, file.length);
    await uploads.append(own, open, 0, file.subarray(0, 100));
    const whole = await uploads.sent(own, file);
    await sweepBlobs(service.platform, noGrace);
    expect(await uploads.offsetOf(own, open)).toBe(100);
    await service.ok(addApplication, { token: own.token, body: { upload_id: whole } });
    await sweepBlobs(service.platform, noGrace);
    expect(await has(file)).toBe(true);
  });

  test('takes those that have expired, with their bytes', async () => {
    const file = made('org.example.expired');
    const open = await uploads.started(own, file.length);
    await uploads.append(own, open, 0, file.subarray(0, 100));
    const whole = await uploads.sent(own, file);
    const past = new Date(Date.now() - 1000).toISOString();
    await service.platform.database.db.updateTable('uploads').set({ expires: past }).execute();
    expect((await uploads.head(own, open)).status).toBe(410);
    const named = await service.call(addApplication, { token: own.token, body: { upload_id: whole } });
    expect(named.status).toBe(410);
    await sweepBlobs(service.platform, noGrace);
    for (const id of [open, whole]) expect(await service.platform.blobs.partial.getSize(id)).toBe(0);
    expect(await has(file)).toBe(false);
    expect((await uploads.head(own, open)).status).toBe(404);
  });
});

describe('while files are published', () => {
  test('the same file sent many times at once, in every way, costs its space once', async () => {
    const bytes = made('org.example.once');
    const byUpload = async () => {
      const id = await uploads.sent(own, bytes);
      await service.ok(addApplication, { token: own.token, body: { upload_id: id } });
    };
    const before = await keptBlobs(service.platform);
    await Promise.all([publishOne(bytes), byUpload(), publishOne(bytes), byUpload()]);
    expect(await keptBlobs(service.platform)).toHaveLength(before.length + 1);
    expect(await readdir(blobs('incoming'))).toEqual([]);
  });

  test('two processes sweep again and again, and nothing that was published is ever lost', async () => {
    const other = await openContext(service.platform.config);
    try {
      for (let round = 0; round < rounds; round++) {
        // The worst case: the same bytes are already stored, old and without a row.
        const bytes = made(`org.example.race${round}`);
        await service.platform.blobs.put('files', bytes);
        await ageBlob(service.platform, 'files', sha256(bytes));
        const sweeps = [
          sweepBlobs(service.platform, oldAge),
          sweepBlobs(other, oldAge),
          sweepBlobs(service.platform, oldAge),
        ];
        const [application] = await Promise.all([publishOne(bytes), ...sweeps]);
        await sweepBlobs(other, oldAge);
        expect(await has(bytes)).toBe(true);
        await service.ok(readApplication, { token: own.token, params: { application: application.id } });
        await remove(application.id);
      }
    } finally {
      await other.database.close();
    }
  });
});
