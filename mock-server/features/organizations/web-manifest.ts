import type { FastifyInstance } from 'fastify';
import { catalogPages } from '../../../contract/common/catalog-pages.ts';
import type { Platform } from '../../platform/services.ts';
import { readBranding } from './organizations.ts';

const toIcon = (src: string, sizes: string, purpose: string) => ({ src, sizes, type: 'image/png', purpose });

const toShortcut = (name: string, url: string) => ({
  name,
  url,
  icons: [toIcon('/icons/icon-192.png', '192x192', 'any')],
});

/** The web app manifest, with the organization's name and colour for the icon on the home screen. */
export function registerWebManifest(app: FastifyInstance, platform: Platform): void {
  app.get<{ Querystring: { organization?: string } }>('/manifest.webmanifest', async (request, reply) => {
    const { organization } = request.query;
    const branding = await readBranding(
      platform.database.db,
      typeof organization === 'string' ? organization : undefined,
    );
    reply.type('application/manifest+json').header('cache-control', 'no-cache');
    return JSON.stringify({
      id: '/',
      name: branding.name,
      short_name: branding.name.split(/\s+/)[0]?.slice(0, 12) ?? branding.name,
      description: `The app store of ${branding.name}`,
      start_url: catalogPages.home,
      scope: '/',
      display: 'standalone',
      theme_color: branding.accent_color,
      background_color: '#ffffff',
      icons: [
        toIcon('/icons/icon-192.png', '192x192', 'any'),
        toIcon('/icons/icon-512.png', '512x512', 'any'),
        toIcon('/icons/icon-maskable-512.png', '512x512', 'maskable'),
      ],
      screenshots: [
        { src: '/screenshots/phone.png', sizes: '720x1560', type: 'image/png', form_factor: 'narrow' },
        { src: '/screenshots/tablet.png', sizes: '1280x800', type: 'image/png', form_factor: 'wide' },
      ],
      shortcuts: [toShortcut('Updates', catalogPages.updates), toShortcut('Search', catalogPages.search)],
    });
  });
}
