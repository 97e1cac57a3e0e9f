import { useEffect } from 'react';
import { matchThemeColor } from '../../ui/theme/appearance.ts';
import { applyPalette } from '../../ui/theme/palette.ts';
import { saveAccent } from './last-accent.ts';
import { type Branding, useBranding } from './use-branding.ts';

/** Gives the page the organization's colour, and the app on the home screen its name. Draws nothing. */
export function ApplyBranding() {
  const branding = useBranding();
  useEffect(() => {
    if (branding !== null) applyBranding(branding);
  }, [branding]);
  return null;
}

function applyBranding({ id, name, accent_color }: Branding): void {
  applyPalette(document.documentElement, accent_color);
  matchThemeColor(document);
  saveAccent(accent_color);
  setManifestLink(id);
  setHomeScreenName(name);
}

/** Links the organization's own web app manifest, which the browser reads when the person installs the catalog. */
function setManifestLink(organization: string): void {
  const address = `/manifest.webmanifest?organization=${encodeURIComponent(organization)}`;
  findOrCreateInHead('link[rel="manifest"]', () => {
    const link = document.createElement('link');
    link.rel = 'manifest';
    return link;
  }).setAttribute('href', address);
}

/** Sets the name that iOS proposes on the home screen. */
function setHomeScreenName(name: string): void {
  findOrCreateInHead('meta[name="apple-mobile-web-app-title"]', () => {
    const meta = document.createElement('meta');
    meta.name = 'apple-mobile-web-app-title';
    return meta;
  }).setAttribute('content', name);
}

function findOrCreateInHead(selector: string, make: () => HTMLElement): Element {
  const found = document.head.querySelector(selector);
  if (found !== null) return found;
  const made = make();
  document.head.append(made);
  return made;
}
