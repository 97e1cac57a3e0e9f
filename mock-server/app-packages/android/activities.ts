import type { Manifest } from './manifest.ts';
import type { XmlElement } from './resources/axml.ts';

const viewAction = 'android.intent.action.VIEW';
const browsable = 'android.intent.category.BROWSABLE';
const launcher = 'android.intent.category.LAUNCHER';
/** Schemes that other apps handle too, so that they can't be used to open this one. */
const sharedSchemes: ReadonlySet<string> = new Set([
  'http',
  'https',
  'content',
  'file',
  'mailto',
  'tel',
  'sms',
  'geo',
]);
/** RFC 3986, section 3.1. */
const schemePattern = /^[A-Za-z][A-Za-z0-9+.-]{0,99}$/;

/** The first scheme of the app's own that opens it from a link in a browser; null when there is none. */
export function browsableScheme(manifest: Manifest): string | null {
  for (const filter of activities(manifest).flatMap((activity) => childrenOf(activity, 'intent-filter'))) {
    if (!names(manifest, filter, 'action').includes(viewAction)) continue;
    if (!names(manifest, filter, 'category').includes(browsable)) continue;
    const schemes = childrenOf(filter, 'data').map((data) => manifest.text(data, 'scheme') ?? '');
    const own = schemes.find((scheme) => schemePattern.test(scheme) && !sharedSchemes.has(scheme));
    if (own !== undefined) return own;
  }
  return null;
}

/** The activity that the home screen's icon starts. */
export function launcherActivity(manifest: Manifest): XmlElement | null {
  const starts = (filter: XmlElement) => names(manifest, filter, 'category').includes(launcher);
  return activities(manifest).find((activity) => childrenOf(activity, 'intent-filter').some(starts)) ?? null;
}

function activities(manifest: Manifest): XmlElement[] {
  const children = manifest.application()?.children ?? [];
  return children.filter(({ name }) => name === 'activity' || name === 'activity-alias');
}

function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

function names(manifest: Manifest, filter: XmlElement, kind: string): string[] {
  return childrenOf(filter, kind).map((element) => manifest.text(element, 'name') ?? '');
}
