import { matchPath } from 'react-router-dom';
import { catalogPages, parseApplicationPath } from '../../contract/common/catalog-pages.ts';
import { ApplicationPage } from './application-part.tsx';
import { lazyPart } from './lazy-part.tsx';

const HomePage = lazyPart(async () => (await import('./pages/home-page.tsx')).HomePage);
const AppsPage = lazyPart(async () => (await import('./pages/apps-page.tsx')).AppsPage);
const SearchPage = lazyPart(async () => (await import('./pages/search-page.tsx')).SearchPage);
const UpdatesPage = lazyPart(async () => (await import('./pages/updates-page.tsx')).UpdatesPage);
const MinePage = lazyPart(async () => (await import('./pages/mine-page.tsx')).MinePage);
const AccountPage = lazyPart(async () => (await import('./pages/account-page.tsx')).AccountPage);
const ChangesPage = lazyPart(async () => (await import('./pages/changes-page.tsx')).ChangesPage);
const MessagesPage = lazyPart(async () => (await import('./pages/messages-page.tsx')).MessagesPage);
const NotFoundPage = lazyPart(async () => (await import('./pages/not-found-page.tsx')).NotFoundPage);

/** Every address of the catalog and its page; the last entry matches any other address. */
export const pages = [
  { path: catalogPages.home, Page: HomePage },
  { path: catalogPages.apps, Page: AppsPage },
  { path: catalogPages.application, Page: AppsPage },
  { path: catalogPages.search, Page: SearchPage },
  { path: catalogPages.updates, Page: UpdatesPage },
  { path: catalogPages.mine, Page: MinePage },
  { path: catalogPages.account, Page: AccountPage },
  { path: catalogPages.changes, Page: ChangesPage },
  { path: catalogPages.messages, Page: MessagesPage },
  { path: '*', Page: NotFoundPage },
] as const;

/** Loads everything that an address shows at once, so that the page is not drawn piece by piece. */
export async function preloadPage(address: string): Promise<void> {
  const page = pages.find(({ path }) => matchPath(path, address) !== null);
  const detail = parseApplicationPath(address) === null ? [] : [ApplicationPage.preload()];
  await Promise.all([page?.Page.preload(), ...detail]);
}

/** Loads all pages, so that a tap never waits for one. */
export async function preloadAllPages(): Promise<void> {
  await Promise.all([...pages.map(({ Page }) => Page.preload()), ApplicationPage.preload()]);
}
