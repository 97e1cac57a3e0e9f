import type { Locator } from 'playwright-core';
import type { Expected, Step, Walker } from './walker.ts';

export const link = ({ page }: Walker, name: string) =>
  page.locator('main').getByRole('link', { name, exact: true });
export const firstRow = ({ page }: Walker) => page.locator('main .app-row-name').first();

/** A row in the middle of the screen, which a tap need not scroll to. */
export async function rowInView({ page }: Walker): Promise<Locator> {
  const at = await page
    .locator('main .virtual-list .app-row-name')
    .evaluateAll((rows) => rows.findIndex((row) => row.getBoundingClientRect().top > innerHeight / 2 - 60));
  return page.locator('main .virtual-list .app-row-name').nth(at);
}

export const home = {
  address: /^\/$/,
  tab: '/',
  heading: ({ words }: Walker) => words.app.home,
} satisfies Expected;
export const apps = {
  address: /^\/apps$/,
  tab: '/apps',
  heading: ({ words }: Walker) => words.catalog.allApps,
} satisfies Expected;
export const tapped = ({ tapped: name }: Walker) => name;
export const application = { address: /^\/apps\/\w+$/, heading: tapped } satisfies Omit<Expected, 'tab'>;
export const top = { area: 'page', place: 'top' } as const;
export const left = { area: 'page', place: 'left' } as const;
export const listLeft = { area: 'list', place: 'left' } as const;
export const listTop = { area: 'list', place: 'top' } as const;

export const begin: Step = {
  name: 'begin at home',
  act: async ({ page }) => {
    // The same address again would be a reload, which keeps the place.
    await page.goto('about:blank');
    await page.goto('/');
  },
  leadsTo: { ...home, at: top, focus: 'anything' },
};
export const toApps = (step: Partial<Expected> = {}): Step => ({
  name: 'tap the tab of all apps',
  act: (walker) => walker.tab(walker.words.app.apps).click(),
  leadsTo: { ...apps, at: listTop, ...step },
});
export const openTab = (
  name: (walker: Walker) => string,
  path: string,
  heading: (walker: Walker) => string,
): Step => ({
  name: `tap the tab ${path}`,
  act: (walker) => walker.tab(name(walker)).click(),
  leadsTo: { heading, address: new RegExp(`^${path}$`), tab: path, at: top, focus: 'anything' },
});
