import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { updateApplication } from '../../contract/applications.ts';
import { buildDirectLink, checkLink } from '../../src/features/downloads/direct-link.ts';
import { DirectPage } from '../../src/features/downloads/direct-page.tsx';
import { openService } from '../setup/open-service.ts';
import { openPage, type SimulatedPage } from '../setup/simulated-page/page.tsx';
import { publishAndroid, publishIos } from '../setup/world/publishing.ts';

let page: SimulatedPage;

const service = await openService();
beforeEach(async () => {
  page = await openPage(service.url);
});
afterEach(() => page.close());

const macintosh =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15';
const allowDirect = (application: string) =>
  service.ok(updateApplication, {
    token: service.admin.token,
    params: { application },
    body: { no_auth_delivery_enabled: true },
  });
const linkOf = (application: string) => `${service.url}/v1/downloads/direct/applications/${application}/`;

describe('a direct-install link', () => {
  it('is open for an application that allows it, refused for any other, unknown when nobody answers', async () => {
    const allowed = await publishAndroid(service, 'org.example.direct');
    const closed = await publishAndroid(service, 'org.example.closed');
    await allowDirect(allowed.id);
    expect(await checkLink(linkOf(allowed.id))).toBe('open');
    expect(await checkLink(linkOf(closed.id))).toBe('refused');
    expect(await checkLink(linkOf('nothing'))).toBe('refused');
    expect(await checkLink('http://127.0.0.1:9/')).toBe('unknown');
  });
});

describe('an iPad, whose browser says that it is a Mac', () => {
  it('gets the system’s installer when the page says what it is', async () => {
    const app = await publishIos(service, 'org.example.pad');
    await allowDirect(app.id);
    const { pathname, search } = new URL(buildDirectLink(app.id, 'ios'));
    const { headers } = await service.fetch(pathname + search, { headers: { 'user-agent': macintosh } });
    expect(headers.get('location')).toMatch(/^itms-services:/);
    const plain = await service.fetch(pathname, { headers: { 'user-agent': macintosh } });
    expect(plain.headers.get('location')).toBe(`/direct/${app.id}`);
  });
});

describe('the page behind it', () => {
  it('on a desk shows a code of its own address, and nothing to press in vain', async () => {
    page.draw(<DirectPage application="any" />, { path: '/direct/any' });
    expect(await screen.findByText('Test Organization')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Install the app' })).toBeVisible();
    expect(screen.getByText('QR code with the address of this page')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Install' })).toBeNull();
  });
});
