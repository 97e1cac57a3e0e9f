import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * What axe finds wrong, a line each. Every rule runs, in the page itself (the other way is for frames of other origins, and
 * carries every element of the page to and fro), and what is right is not reported: a tenth of the time, the same findings.
 */
export const violations = async (page: Page): Promise<string[]> => findings(await builder(page));

/** What axe finds wrong with colors: all that another appearance of a page, which has been looked at in one, can change. */
export const contrastViolations = async (page: Page): Promise<string[]> =>
  findings((await builder(page)).withRules(['color-contrast', 'link-in-text-block']));

/** The checker's script stays in a page: to send it again, twice for each look, costs as much as what it does there. */
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
