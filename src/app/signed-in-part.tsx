import { lazyPart } from './lazy-part.tsx';

/** Everything behind the sign-in; loaded together with the page of the address, so that nothing is drawn piece by piece. */
export const SignedIn = lazyPart(async () => {
  const [part, pages] = await Promise.all([import('./signed-in.tsx'), import('./pages.tsx')]);
  await pages.preloadPage(location.pathname);
  return part.SignedIn;
});

/** Loads all pages, so that a tap never waits for one. */
export const preloadAllPages = async (): Promise<void> => (await import('./pages.tsx')).preloadAllPages();
