import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * The violations that axe finds, one line for each. All rules run, in the page itself: the other way is for frames of
 * other origins, and sends every element of the page back and forth. Rules that pass are not reported. That takes a
 * tenth of the time and has the same findings.
 */
export const violations = async (page: Page): Promise<string[]> => findings(await builder(page));

/**
 * The violations of colors that axe finds. Only these can differ in another appearance of a page that was already
 * checked in one.
 */
export const contrastViolations = async (page: Page): Promise<string[]> =>
  findings((await builder(page)).withRules(['color-contrast', 'link-in-text-block']));

/** The script of axe stays in a page: sending it again, twice for each check, costs as much as running it. */
async function builder(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in window);
  return new AxeBuilder({ page, ...(isThere && { axeSource: 'undefined' }) })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode();
}

async function findings(axe: AxeBuilder): Promise<string[]> {
  const { violations: found } = await axe.analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
