import { describe, expect, test } from 'vitest';
import { readCatalogApplication } from '../../../contract/catalog.ts';
import { postInstalled } from '../../../contract/inventory.ts';
import { rateApplication } from '../../../contract/reviews.ts';
import { openService } from '../../setup/open-service.ts';
import { apk, publishAndroid, publishVersion } from '../../setup/world/publishing.ts';
import { addKind } from '../kinds.ts';
import { personWith } from './people.ts';

/** Document 3, Catalog application entry, `catalog_info`: the meaning of its values. */
const service = await openService();

describe('catalog_info', () => {
  const fresh = async () => {
    const { application } = await addKind(service, 'androidNative', { enabled: true });
    const { session, user } = await personWith(service, [{ id: application.psk }]);
    const params = { application: application.id };
    const read = async () =>
      (await service.ok(readCatalogApplication, { ...session, params })).application.catalog_info;
    return { application, session, user, params, read };
  };

  test('user_liked: null or the like value; num_likes and num_dislikes count', async () => {
    const { session, params, read } = await fresh();
    expect(await read()).toMatchObject({ user_liked: null, num_likes: 0, num_dislikes: 0 });
    for (const like of [1, 0]) {
      await service.ok(rateApplication, { ...session, params, body: { like } });
      expect(await read()).toMatchObject({ user_liked: like, num_likes: like, num_dislikes: 1 - like });
    }
  });

  test('review_quote is from a review, empty without any', async () => {
    const { session, params, read } = await fresh();
    expect((await read()).review_quote).toBe('');
    const body = { like: 1, title: 'Good', comment: 'Found every bolt.' };
    await service.ok(rateApplication, { ...session, params, body });
    expect((await read()).review_quote).toBe('Found every bolt.');
  });

  test('num_downloads, and the last version and install file that were downloaded', async () => {
    const { application, read } = await fresh();
    const none = { last_version_downloaded_id: null, last_install_file_downloaded_id: null };
    expect(await read()).toMatchObject({ num_downloads: 0, ...none });
    const redirect = await service.fetch((await read()).install_uri);
    await service.fetch(redirect.headers.get('location') ?? '');
    expect(await read()).toMatchObject({
      num_downloads: 1,
      last_version_downloaded_id: application.latest_version_id,
      last_install_file_downloaded_id: application.version?.install_file?.id,
    });
  });

  test('has_update while an older version is installed than is available', async () => {
    const application = await publishAndroid(service, 'org.example.has.update');
    const { session } = await personWith(service, [{ id: application.psk }]);
    const params = { application: application.id };
    const hasUpdate = async () =>
      (await service.ok(readCatalogApplication, { ...session, params })).application.catalog_info.has_update;
    const report = { applications: [{ id: application.id, version_num: '1.0' }] };
    expect(await hasUpdate()).toBe(false);
    await service.ok(postInstalled, { ...session, body: report });
    expect(await hasUpdate()).toBe(false);
    const file = { bytes: apk('org.example.has.update', 2), name: 'a.apk' };
    await publishVersion(service, application, {}, file);
    expect(await hasUpdate()).toBe(true);
  });
});
