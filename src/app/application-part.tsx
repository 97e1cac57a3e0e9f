import { lazyPart } from './lazy-part.tsx';

/** The page of one application, which the apps page shows beside its list or in place of it. */
export const ApplicationPage = lazyPart(
  async () => (await import('./pages/application-page.tsx')).ApplicationPage,
);
