import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { updateOrganization } from '../../contract/organizations.ts';
import { ApplyBranding } from '../../src/features/organizations/apply-branding.tsx';
import { OrganizationMark, OrganizationName } from '../../src/features/organizations/organization-mark.tsx';
import { startBranding } from '../../src/features/organizations/start-branding.ts';
import { getPaletteVariables } from '../../src/ui/theme/palette.ts';
import { openService } from '../setup/open-service.ts';
import { openPage, type SimulatedPage } from '../setup/simulated-page/page.tsx';

const accent = '#7a2cf0';
let page: SimulatedPage;

const service = await openService();
await service.ok(updateOrganization, {
  token: service.admin.token,
  params: { org_id: service.admin.orgId },
  body: { accent_color: accent },
});

afterEach(async () => {
  await page.close();
  document.head.replaceChildren();
  document.documentElement.removeAttribute('style');
  localStorage.clear();
});

const accentOf = (color: string) => new Map(getPaletteVariables(color)).get('--accent');
const accentShown = () => document.documentElement.style.getPropertyValue('--accent');

describe('the organization’s branding', () => {
  it('colours the page and names the app before anybody has signed in', async () => {
    page = await openPage(service.url);
    page.draw(
      <>
        <ApplyBranding />
        <OrganizationName />
      </>,
    );
    expect(await screen.findByText('Test Organization')).toBeVisible();
    expect(accentShown()).toBe(accentOf(accent));
    const title = document.head.querySelector('meta[name="apple-mobile-web-app-title"]');
    expect(title).toHaveAttribute('content', 'Test Organization');
  });

  it('links the manifest of this organization, which the service answers', async () => {
    page = await openPage(service.url, await service.makeUser());
    page.draw(<ApplyBranding />);
    await waitFor(() => expect(document.head.querySelector('link[rel="manifest"]')).not.toBeNull());
    const links = document.head.querySelectorAll('link[rel="manifest"]');
    expect(links).toHaveLength(1);
    const { status, body } = await service.fetch(links[0]?.getAttribute('href') ?? '');
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'Test Organization', theme_color: accent });
  });

  it('is there before the service answered, the next time', async () => {
    page = await openPage(service.url);
    page.draw(<ApplyBranding />);
    await waitFor(() => expect(accentShown()).toBe(accentOf(accent)));
    document.documentElement.removeAttribute('style');
    startBranding();
    expect(accentShown()).toBe(accentOf(accent));
  });

  it('stands as a mark with its name for those who cannot see it', async () => {
    page = await openPage(service.url, await service.makeUser());
    page.draw(<OrganizationMark />);
    expect(await screen.findByText('Test Organization')).toHaveClass('visually-hidden');
  });
});
