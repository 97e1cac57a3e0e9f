import {
  application,
  apps,
  begin,
  firstRow,
  home,
  left,
  link,
  listLeft,
  listTop,
  openTab,
  rowInView,
  tapped,
  toApps,
  top,
} from './steps.ts';
import type { Step } from './walker.ts';

const firstWord = (name: string) => name.toLowerCase().split(' ', 1)[0] ?? name;

/** The ways through the catalog that are walked on every screen, each from its own beginning. */
export const journeys: Readonly<Record<string, readonly Step[]>> = {
  'home, a category, an app, and back to each': [
    begin,
    {
      name: 'tap a category',
      act: async (walker) => {
        const categories = walker.page.getByRole('navigation', { name: walker.words.catalog.categories });
        await walker.show(categories);
        await walker.tap(categories.getByRole('link').first());
        walker.category = walker.tapped;
      },
      leadsTo: { heading: tapped, address: /^\/apps\?category=\w+$/, tab: '/apps', at: top },
    },
    {
      name: 'tap the first app',
      act: async (walker) => walker.tap(firstRow(walker)),
      leadsTo: { ...application, tab: '/apps', at: top },
    },
    {
      name: 'go back to the category',
      act: (walker) => walker.back(),
      leadsTo: { heading: ({ category }) => category, address: /^\/apps\?category=\w+$/, tab: '/apps' },
    },
    { name: 'go back home', act: ({ page }) => page.goBack(), leadsTo: { ...home, at: left } },
    toApps(),
  ],
  'the list, an app, back to the place, and a reload': [
    begin,
    {
      name: 'scroll, then tap the tab of all apps',
      act: async (walker) => {
        await walker.scroll('page', 600);
        await walker.tab(walker.words.app.apps).click();
      },
      leadsTo: { ...apps, at: listTop },
    },
    {
      name: 'scroll, then tap an app',
      act: async (walker) => {
        await walker.scroll('list', 700);
        await walker.tap(await rowInView(walker));
      },
      leadsTo: { ...application, tab: '/apps', at: top },
    },
    { name: 'go back', act: (walker) => walker.back(), leadsTo: { ...apps, at: listLeft } },
    {
      name: 'load the page again',
      act: ({ page }) => page.reload(),
      leadsTo: { ...apps, at: listLeft, focus: 'anything' },
    },
    { name: 'go back home', act: ({ page }) => page.goBack(), leadsTo: { ...home, at: left } },
  ],
  'filters in the address': [
    begin,
    toApps(),
    {
      name: 'choose newest first',
      act: ({ page, words }) => page.getByLabel(words.catalog.sort).selectOption('newest'),
      leadsTo: { ...apps, address: /^\/apps\?sort=newest$/, focus: 'anything' },
    },
    {
      name: 'show what is installed',
      act: ({ page, words }) =>
        page.getByRole('button', { name: words.catalog.installed, exact: true }).click(),
      leadsTo: { ...apps, address: /^\/apps\?sort=newest&installed=true$/, focus: 'anything' },
    },
    {
      name: 'choose a category',
      act: ({ page }) => page.locator('.chip-select select').nth(1).selectOption({ index: 1 }),
      leadsTo: {
        ...apps,
        heading: 'Communication',
        address: /category=\w+&installed=true$/,
        focus: 'anything',
      },
    },
    {
      name: 'load the page again',
      act: ({ page }) => page.reload(),
      leadsTo: {
        ...apps,
        heading: 'Communication',
        address: /category=\w+&installed=true$/,
        focus: 'anything',
      },
    },
    {
      name: 'remove the category',
      act: ({ page, words }) => page.getByRole('button', { name: words.catalog.removeCategory }).click(),
      leadsTo: { ...apps, address: /^\/apps\?sort=newest&installed=true$/, focus: 'anything' },
    },
    toApps(),
    { name: 'go back', act: ({ page }) => page.goBack(), leadsTo: { ...apps, address: /installed=true$/ } },
  ],
  'search, an app, back to the search': [
    begin,
    openTab(
      ({ words }) => words.app.search,
      '/search',
      ({ words }) => words.app.search,
    ),
    {
      name: 'search',
      act: ({ page, app }) => page.getByRole('searchbox').fill(firstWord(app)),
      leadsTo: {
        heading: ({ words }) => words.app.search,
        address: /^\/search\?q=\w+$/,
        tab: '/search',
        focus: 'anything',
      },
    },
    {
      name: 'tap a result',
      act: (walker) => walker.tap(link(walker, walker.app)),
      leadsTo: { ...application, tab: '/search', at: top },
    },
    {
      name: 'go back',
      act: (walker) => walker.back(),
      leadsTo: {
        heading: ({ words }) => words.app.search,
        address: /^\/search\?q=\w+$/,
        tab: '/search',
        focus: 'anything',
      },
    },
    {
      name: 'what is typed is in the address at once',
      act: async (walker) => {
        await walker.page.getByRole('searchbox').fill(walker.app.toLowerCase().slice(0, -5));
        await walker.tap(link(walker, walker.app));
        await walker.page.getByRole('heading', { name: walker.app, level: 1 }).waitFor();
        await walker.back();
      },
      leadsTo: {
        heading: ({ words }) => words.app.search,
        address: /^\/search\?q=\w+\+\w+$/,
        tab: '/search',
        focus: 'anything',
      },
    },
  ],
  'an app from home, windows over it': [
    begin,
    {
      name: 'tap an app at the end of home',
      act: async (walker) => {
        await walker.scroll('page', 400);
        await walker.tap(walker.page.locator('main .list .app-row-name').last());
      },
      leadsTo: { ...application, tab: '/', at: top },
    },
    {
      name: 'open the code for a phone, and leave it with Escape',
      act: async ({ page, words }) => {
        const opener = page.getByRole('button', { name: words.catalog.onPhone });
        await opener.click();
        await page.getByRole('dialog', { name: words.catalog.onPhone }).waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
        await opener.and(page.locator(':focus')).waitFor();
      },
      leadsTo: { ...application, tab: '/', focus: 'anything' },
    },
    { name: 'go back', act: (walker) => walker.back(), leadsTo: { ...home } },
  ],
  'account, messages, and the pages above them': [
    begin,
    {
      name: 'tap the account',
      act: ({ page, words }) =>
        page
          .getByRole('link', { name: new RegExp(`^${words.app.account}`) })
          .first()
          .click(),
      leadsTo: { heading: ({ words }) => words.app.account, address: /^\/account$/, tab: '/', at: top },
    },
    { name: 'go back', act: (walker) => walker.back(), leadsTo: home },
    {
      name: 'tap the messages',
      act: ({ page, words }) =>
        page
          .getByRole('link', { name: new RegExp(`^${words.messages.title}`) })
          .first()
          .click(),
      leadsTo: { heading: ({ words }) => words.messages.title, address: /^\/messages$/, tab: '/', at: top },
    },
    { name: 'go back', act: (walker) => walker.back(), leadsTo: home },
    {
      name: 'open the changes by their address',
      act: ({ page }) => page.goto('/account/changes'),
      leadsTo: {
        heading: ({ words }) => words.changes.title,
        address: /^\/account\/changes$/,
        tab: '/',
        focus: 'anything',
      },
    },
    {
      name: 'go to the page above',
      act: (walker) => walker.back(),
      leadsTo: { heading: ({ words }) => words.app.account, address: /^\/account$/, tab: '/', at: top },
    },
  ],
  'updates and my apps': [
    begin,
    openTab(
      ({ words }) => words.app.updates,
      '/updates',
      ({ words }) => words.app.updates,
    ),
    openTab(
      ({ words }) => words.app.mine,
      '/mine',
      ({ words }) => words.app.mine,
    ),
    openTab(
      ({ words }) => words.app.home,
      '/',
      ({ words }) => words.app.home,
    ),
  ],
  'an address that is no page': [
    {
      name: 'open it',
      act: ({ page }) => page.goto('/no-such-page'),
      leadsTo: {
        heading: ({ words }) => words.app.notFound,
        address: /^\/no-such-page$/,
        tab: null,
        focus: 'anything',
      },
    },
    {
      name: 'go home',
      act: (walker) => link(walker, walker.words.app.toHome).click(),
      leadsTo: { ...home, at: top },
    },
  ],
};
