import { useEffect } from 'react';
import { matchThemeColor } from '../../ui/theme/appearance.ts';
import { applyPalette } from '../../ui/theme/palette.ts';
import { keepAccent } from './last-accent.ts';
import { type Branding, useBranding } from './use-branding.ts';

/** Gives the page the organization's colour, and the app on the home screen its name. Draws nothing. */
export function ApplyBranding() {
  const branding = useBranding();
  useEffect(() => {
    if (branding !== null) apply(branding);
  }, [branding]);
  return null;
}

function apply({ id, name, accent_color }: Branding): void {
  applyPalette(document.documentElement, accent_color);
  matchThemeColor(document);
  keepAccent(accent_color);
  linkManifest(id);
  nameOnHomeScreen(name);
}

/** Links the organization's own web app manifest, which the browser reads when the person installs the catalog. */
function linkManifest(organization: string): void {
  const address = `/manifest.webmanifest?organization=${encodeURIComponent(organization)}`;
  inHead('link[rel="manifest"]', () => {
    const link = document.createElement('link');
    link.rel = 'manifest';
    return link;
  }).setAttribute('href', address);
}

/** Sets the name that iOS proposes on the home screen. */
function nameOnHomeScreen(name: string): void {
  inHead('meta[name="apple-mobile-web-app-title"]', () => {
    const meta = document.createElement('meta');
    meta.name = 'apple-mobile-web-app-title';
    return meta;
  }).setAttribute('content', name);
}

function inHead(selector: string, make: () => HTMLElement): Element {
  const found = document.head.querySelector(selector);
  if (found !== null) return found;
  const made = make();
  document.head.append(made);
  return made;
}
