import { lazyPart } from './lazy-part.tsx';

/** The page of one application: part of the apps page, which shows it beside or in place of its list. */
export const ApplicationPage = lazyPart(
  async () => (await import('./pages/application-page.tsx')).ApplicationPage,
);
