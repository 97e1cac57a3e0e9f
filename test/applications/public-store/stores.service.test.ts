import { afterAll, describe, expect, test } from 'vitest';
import type { NewApplication, NewVersion } from '../../../contract/application-fields.ts';
import { setIcon, setPhoneScreenshot } from '../../../contract/application-media.ts';
import {
  addApplication,
  addVersion,
  listApplications,
  listVersions,
  updateApplication,
} from '../../../contract/applications.ts';
import { picture } from '../../fixtures/pictures.ts';
import { refusal } from '../../setup/answers.ts';
import { PublicStores, playData, playHtml } from '../../setup/servers/public-stores.ts';
import { startService } from '../../setup/service.ts';
import { codes } from '../../setup/world/publishing.ts';

const stores = await PublicStores.start();
const service = await startService(stores.config);
const { token } = service.admin;
afterAll(async () => {
  await service.stop();
  stores.stop();
});

let lastId = 1000;
const newId = () => String((lastId += 1));
const appleUrl = (id: string) => `https://apps.apple.com/de/app/some-name/id${id}`;
const playUrl = (id: string) => `https://play.google.com/store/apps/details?id=${id}&hl=de`;
const add = (body: NewApplication) => service.ok(addApplication, { token, body });
const refresh = (application: string, body: NewVersion = {}) =>
  service.ok(addVersion, { token, params: { application }, body });

/** The row of the list that shows an application with its pictures. */
async function listed(id: string) {
  const { applications } = await service.ok(listApplications, { token, query: { page: '0,1000' } });
  const row = applications.find((application) => application.id === id);
  if (row === undefined) throw new Error('The application is not listed.');
  return row;
}

async function image(colour: 'png' | 'jpeg', width: number) {
  return { type: `image/${colour}`, body: await picture(colour, { width, height: width }) };
}

const signal = {
  trackName: 'Signal – Private Messenger',
  bundleId: 'org.example.signal',
  version: '7.41',
  minimumOsVersion: '15.0',
  description: 'Say anything.\n\nState-of-the-art encryption.\nNo ads.',
  artistName: 'Signal',
  sellerName: 'Signal Messenger, LLC',
  releaseNotes: '* Faster\n* Smaller',
  features: ['iosUniversal'],
  supportedDevices: ['iPhone15-iPhone15', 'iPadAir-iPadAir'],
};

describe('an application of the App Store', () => {
  test('is made with all that the store says', async () => {
    const id = newId();
    const icon = stores.file(`/${id}/icon.jpg`, await image('jpeg', 600));
    const shots = [stores.file(`/${id}/1.png`, await image('png', 300))];
    const tablet = [stores.file(`/${id}/2.png`, await image('png', 400))];
    stores.apple(id, { ...signal, artworkUrl512: icon, screenshotUrls: shots, ipadScreenshotUrls: tablet });
    const { application, warnings } = await add({ url: appleUrl(id) });
    expect(warnings).toEqual([]);
    expect(application).toMatchObject({
      type: 2,
      name: 'Signal – Private Messenger',
      bundle_id: 'org.example.signal',
      form_factor: 3,
      url: appleUrl(id),
      version: {
        version_num: '7.41',
        version_note: '* Faster\n* Smaller',
        author: 'Signal Messenger, LLC',
        short_description: 'Say anything.',
        long_description: signal.description,
        min_os_version: '15.0',
        install_file: { path: appleUrl(id), size: 0 },
      },
    });
    const row = await listed(application.id);
    for (const path of [row.icon_path, row.screenshot_path1, row.tablet_screenshot_path1]) {
      const answer = await service.fetch(path ?? '');
      expect(answer.headers.get('content-type')).toBe('image/png');
    }
    expect(row.screenshot_path2).toBe(null);
    expect(stores.asked).toContain(`/apple/lookup?id=${id}&country=de`);
  });

  test('is asked for in the country of its address, else the United States', async () => {
    const id = newId();
    stores.apple(id, signal);
    await add({ url: `https://itunes.apple.com/app/id${id}?mt=8` });
    expect(stores.asked.at(-1)).toBe(`/apple/lookup?id=${id}&country=us`);
  });

  test.each([
    ['both', { features: ['iosUniversal'], supportedDevices: ['iPad1'] }, 3],
    ['phones', { features: [], supportedDevices: ['iPhone5s-iPhone5s', 'iPadAir-iPadAir'] }, 1],
    ['tablets', { features: [], supportedDevices: ['iPadAir-iPadAir', 'iPad23G-iPad23G'] }, 2],
    ['nothing it tells of', { features: null, supportedDevices: undefined }, 3],
  ])('is for %s', async (_, reported, form_factor) => {
    const id = newId();
    stores.apple(id, { ...signal, bundleId: `org.example.form${id}`, ...reported });
    expect((await add({ url: appleUrl(id) })).application).toMatchObject({ form_factor });
  });

  test('has the words of the request where there are any', async () => {
    const id = newId();
    stores.apple(id, { ...signal, bundleId: null });
    const own = {
      app_name: 'Messenger',
      version_num: '1.5',
      version_note: 'Use this one.',
      author: 'IT',
      short_description: 'Ours',
      long_description: '',
    };
    const { application } = await add({ url: appleUrl(id), ...own, form_factor_override: ['tablets'] });
    expect(application.version).toMatchObject(own);
    expect(application.form_factor_override).toEqual(['tablets']);
  });

  test('has the icon of the request, and the store’s is not asked for', async () => {
    const id = newId();
    const address = stores.file(`/${id}/icon.png`, await image('png', 100));
    stores.apple(id, { ...signal, bundleId: null, artworkUrl512: address });
    const icon_file = { bytes: await picture('png', { width: 32, height: 32 }), name: 'icon.png' };
    await service.uploaded(addApplication, { token, data: { url: appleUrl(id) }, files: { icon_file } });
    expect(stores.asked).not.toContain(`/${id}/icon.png`);
  });

  test('of a package that is there already is let in with a word', async () => {
    const [one, two] = [newId(), newId()];
    for (const id of [one, two]) stores.apple(id, { ...signal, bundleId: 'org.example.twice' });
    await add({ url: appleUrl(one) });
    expect(codes((await add({ url: appleUrl(two) })).warnings)).toEqual(['same_package']);
  });
});

describe('an application of the Play store', () => {
  const maps = {
    name: 'Maps & more',
    description: 'Find your way',
    author: { '@type': 'Person', name: 'Example LLC' },
  };
  const meta = (name: string, content: string) => `<meta property="${name}" content="${content}">`;

  test('is made with all that its page says', async () => {
    const id = 'org.example.maps';
    const icon = stores.file(`/${id}/icon.png`, await image('png', 512));
    const shots = [1, 2, 3].map((at) => `<img data-screenshot-index="${at}" src="/${id}/${at}.png" alt>`);
    for (const at of [1, 2, 3]) stores.file(`/${id}/${at}.png`, await image('png', 200 + at));
    const head = `${meta('og:title', 'Maps &amp; more - Apps on Google Play')}
      <meta content='${icon}' property='og:image'><META NAME=description CONTENT="Short">
      ${meta('og:description', 'Find your way &#8211; &quot;fast&quot;')}${playData(maps)}`;
    const long = `<div><meta itemprop="description" content="Find your way.&#10;Traffic &lt;live&gt;."></div>`;
    stores.play(id, playHtml(head, long + shots.join('<br>')));
    const { application, warnings } = await add({ url: playUrl(id) });
    expect(warnings).toEqual([]);
    expect(application).toMatchObject({
      type: 5,
      name: 'Maps & more',
      bundle_id: id,
      version: {
        version_num: '1.0',
        author: 'Example LLC',
        short_description: 'Find your way – "fast"',
        long_description: 'Find your way.\nTraffic <live>.',
      },
    });
    expect(application.version?.version_note).toMatch(/^Maps & more - \d{4}-\d\d-\d\d - 1\.0$/);
    const row = await listed(application.id);
    expect([row.icon_path, row.screenshot_path1, row.screenshot_path3]).not.toContain(null);
    expect(row.tablet_screenshot_path1).toBe(null);
    expect(stores.asked).toContain(`/play/store/apps/details?id=${id}&hl=de`);
  });

  test('is read without JSON-LD too', async () => {
    const head = meta('og:title', 'Karten – Apps bei Google Play') + meta('og:description', 'Kurz');
    stores.play('org.example.plain', playHtml(head));
    const { application, warnings } = await add({ url: playUrl('org.example.plain') });
    expect(warnings).toEqual([]);
    expect(application).toMatchObject({ name: 'Karten', version: { short_description: 'Kurz' } });
  });

  test('by an address of market: is kept as the page that it means, with a word', async () => {
    stores.play('org.example.market', playHtml(playData({ name: 'Market' })));
    const { application, warnings } = await add({ url: 'market://details?id=org.example.market' });
    expect(application).toMatchObject({
      type: 5,
      name: 'Market',
      url: 'https://play.google.com/store/apps/details?id=org.example.market',
    });
    expect(codes(warnings)).toEqual(['market_address']);
  });

  test.each(['market://search?q=maps', 'market://details', 'market://details?id=..', 'market:'])(
    'is not made from %s, which names none',
    async (url) => {
      const body = { url };
      expect(await service.refused(addApplication, { token, body })).toMatchObject({
        status: 400,
        code: 1000,
      });
    },
  );
});

describe('a refresh', () => {
  test('takes what is new in the store, in the one version', async () => {
    const id = newId();
    const icon = stores.file(`/${id}/icon.png`, await image('png', 128));
    const shot = stores.file(`/${id}/shot.png`, await image('png', 210));
    const bundleId = `org.example.fresh${id}`;
    stores.apple(id, { ...signal, bundleId, artworkUrl512: icon, screenshotUrls: [shot] });
    const { application: before } = await add({ url: appleUrl(id), author: 'IT' });
    stores.file(`/${id}/icon.png`, await image('png', 140));
    const second = stores.file(`/${id}/shot2.png`, await image('png', 220));
    stores.apple(id, {
      ...signal,
      bundleId,
      artworkUrl512: icon,
      screenshotUrls: [shot, second],
      version: '8.0',
      releaseNotes: 'Calls',
      minimumOsVersion: '16.2',
      features: [],
    });
    const { application, warnings } = await refresh(before.id);
    expect(warnings).toEqual([]);
    expect(application).toMatchObject({ latest_version_id: before.latest_version_id, form_factor: 1 });
    expect(application.version).toMatchObject({
      version_num: '8.0',
      version_note: 'Calls',
      author: 'IT',
      min_os_version: '16.2',
    });
    expect(application.version?.icon_path).not.toBe(before.version?.icon_path);
    const row = await listed(before.id);
    expect(row.screenshot_path2).not.toBe(null);
    expect(row.screenshot_path3).toBe(null);
    const { versions } = await service.ok(listVersions, { token, params: { application: before.id } });
    expect(versions).toHaveLength(1);
  });

  test('leaves what people wrote and uploaded since', async () => {
    const id = newId();
    const icon = stores.file(`/${id}/icon.png`, await image('png', 60));
    stores.apple(id, { ...signal, bundleId: null, artworkUrl512: icon });
    const { application: before } = await add({ url: appleUrl(id) });
    const params = { application: before.id };
    const icon_file = { bytes: await picture('png', { width: 48, height: 48 }), name: 'icon.png' };
    const { path } = await service.uploaded(setIcon, { token, params, files: { icon_file } });
    await service.ok(updateApplication, { token, params, body: { short_description: 'Ours' } });
    stores.apple(id, { ...signal, bundleId: null, artworkUrl512: icon, description: 'New.\nAll of it.' });
    for (const _ of ['once', 'twice']) {
      const { version } = (await refresh(before.id)).application;
      expect(version).toMatchObject({
        icon_path: path,
        short_description: 'Ours',
        long_description: 'New.\nAll of it.',
      });
    }
  });

  test('leaves a screenshot where people put one', async () => {
    const id = newId();
    const shot = stores.file(`/${id}/shot.png`, await image('png', 230));
    stores.apple(id, { ...signal, bundleId: null });
    const { application } = await add({ url: appleUrl(id) });
    const screenshot_file = { bytes: await picture('png', { width: 50, height: 90 }), name: 'shot.png' };
    const params = { application: application.id, slot: 1 };
    const { path } = await service.uploaded(setPhoneScreenshot, {
      token,
      params,
      files: { screenshot_file },
    });
    stores.apple(id, { ...signal, bundleId: null, screenshotUrls: [shot] });
    await refresh(application.id);
    const row = await listed(application.id);
    expect(row.screenshot_path1).toBe(path);
    expect(row.screenshot_path2).not.toBe(null);
  });

  test('loses nothing when the store cannot be asked, and says so', async () => {
    const id = newId();
    stores.apple(id, { ...signal, bundleId: `org.example.kept${id}` });
    const { application: before } = await add({ url: appleUrl(id) });
    stores.appleAnswers(id, (_, response) => response.writeHead(503).end());
    const { application, warnings } = await refresh(before.id, { enabled: true });
    expect(codes(warnings)).toEqual(['store_not_reached']);
    expect(application).toEqual({ ...before, enabled: true, status: 1 });
  });

  test('fills in what the store could not be asked for at first', async () => {
    const id = newId();
    stores.appleAnswers(id, (_, response) => response.writeHead(500).end());
    const first = await add({ url: appleUrl(id), short_description: 'Ours' });
    expect(codes(first.warnings)).toEqual(['store_not_reached']);
    expect(first.application).toMatchObject({ type: 2, bundle_id: '', name: appleUrl(id).slice(0, 50) });
    stores.apple(id, { ...signal, bundleId: `org.example.late${id}` });
    const { application, warnings } = await refresh(first.application.id);
    expect(warnings).toEqual([]);
    expect(application).toMatchObject({
      name: signal.trackName,
      bundle_id: `org.example.late${id}`,
      version: { version_num: '7.41', author: signal.sellerName, short_description: 'Ours' },
    });
  });

  test('with another application’s address is refused before any store is asked', async () => {
    const [id, other] = [newId(), newId()];
    stores.apple(id, { ...signal, bundleId: null });
    const { application } = await add({ url: appleUrl(id) });
    const before = stores.asked.length;
    const body = { url: appleUrl(other) };
    const params = { application: application.id };
    expect(await service.refused(addVersion, { token, params, body })).toMatchObject({ code: 1016 });
    expect(stores.asked).toHaveLength(before);
  });
});

test('applications of other kinds ask nobody', async () => {
  const before = stores.asked.length;
  await add({ url: 'https://wiki.example.org/' });
  await add({ hybrid: { url: 'https://shop.example.org/', platform: 'iOS' } });
  const answer = await service.upload(addApplication, { token, data: { url: 'javascript:1' } });
  expect(refusal(answer)).toMatchObject({ code: 1000 });
  expect(stores.asked).toHaveLength(before);
});
