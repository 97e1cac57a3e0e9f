import { useEffect } from 'react';
import { useBranding } from '../../features/organizations/use-branding.ts';

/**
 * Names the browser's window after the heading of what is shown and whose catalog it is, before signing in too. It is read
 * from the page, so that no screen can forget it. Draws nothing.
 */
export function DocumentTitle() {
  const organization = useBranding()?.name ?? 'Appshelf';
  useEffect(() => {
    const name = () => {
      const heading = document.querySelector('main h1')?.textContent ?? '';
      const title = `${heading} · ${organization}`;
      // While a page is loading there is no heading: the title stays.
      if (heading !== '' && document.title !== title) document.title = title;
    };
    name();
    const watcher = new MutationObserver(name);
    watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
    return () => watcher.disconnect();
  }, [organization]);
  return null;
}
