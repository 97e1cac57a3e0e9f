import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { updateApplication } from '../../contract/applications.ts';
import { checkLink } from '../../src/features/downloads/direct-link.ts';
import { DirectPage } from '../../src/features/downloads/direct-page.tsx';
import { closePage, draw, openEngine } from '../setup/page.tsx';
import { publishAndroid } from '../setup/publishing.ts';
import { startService, type TestService } from '../setup/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
beforeEach(() => openEngine(service.url));
afterEach(closePage);
afterAll(() => service.stop());

const linkOf = (application: string) => `${service.url}/v1/downloads/direct/applications/${application}/`;

describe('a direct-install link', () => {
  it('is open for an application that allows it, refused for any other, unknown when nobody answers', async () => {
    const allowed = await publishAndroid(service, 'org.example.direct');
    const closed = await publishAndroid(service, 'org.example.closed');
    await service.ok(updateApplication, {
      token: service.admin.token,
      params: { application: allowed.id },
      body: { no_auth_delivery_enabled: true },
    });
    expect(await checkLink(linkOf(allowed.id))).toBe('open');
    expect(await checkLink(linkOf(closed.id))).toBe('refused');
    expect(await checkLink(linkOf('nothing'))).toBe('refused');
    expect(await checkLink('http://127.0.0.1:9/')).toBe('unknown');
  });
});

describe('the page behind it', () => {
  it('on a desk shows a code of its own address, and nothing to press in vain', async () => {
    draw(
      <Routes>
        <Route path="/direct/:application" element={<DirectPage />} />
      </Routes>,
      { path: '/direct/any' },
    );
    expect(await screen.findByText('Test Organization')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Install the app' })).toBeVisible();
    expect(screen.getByText('A code that holds the address of this page')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Install' })).toBeNull();
  });
});
