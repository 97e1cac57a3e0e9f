import { application, begin, link, openTab, top } from './steps.ts';
import type { Expected, Step, Walker } from './walker.ts';

const account = {
  heading: ({ words }: Walker) => words.app.account,
  address: /^\/account$/,
  tab: '/',
} satisfies Expected;
const appShown = { ...application, heading: ({ app }: Walker) => app, tab: '/search' } satisfies Expected;
const mine = {
  heading: ({ words }: Walker) => words.app.mine,
  address: /^\/mine$/,
  tab: '/mine',
} satisfies Expected;

const isOnPhone = ({ isDesk }: Walker) => !isDesk;
const button = ({ page }: Walker, name: string | RegExp) =>
  page.locator('main').getByRole('button', { name, exact: true });
const inDialog = (walker: Walker, name: string) =>
  walker.inDialog().getByRole('button', { name, exact: true });

const openApp: Step = {
  name: 'search for an app and tap it',
  act: async (walker) => {
    await walker.page.goto('about:blank');
    await walker.page.goto(`/search?q=${encodeURIComponent(walker.app)}`);
    await walker.tap(link(walker, walker.app));
  },
  leadsTo: { ...appShown, at: top },
};

/** Escape closes the dialog on top; what had opened the first one then has the focus. */
const escape = (leadsTo: Expected): Step => ({
  name: 'close the dialog with Escape',
  act: async ({ page }) => {
    const dialogs = page.locator('dialog:modal');
    const before = await dialogs.count();
    await page.keyboard.press('Escape');
    await dialogs.nth(before - 1).waitFor({ state: 'hidden' });
  },
  leadsTo: { focus: leadsTo.dialog === undefined ? 'opener' : 'dialog', ...leadsTo },
});

const openInstall = (leadsTo: Partial<Expected>): Step => ({
  name: 'tap Install',
  act: (walker) => {
    const { install, phone } = walker.words.downloads.word;
    const named = button(walker, `${walker.isDesk ? phone : install}: ${walker.app}`);
    // On a desk the row in the list beside the page has one too.
    return walker.open(named.and(walker.page.locator('.button')));
  },
  leadsTo: { ...appShown, ...leadsTo },
});
const isInstalling = ({ words, app, isDesk }: Walker) =>
  isDesk ? words.downloads.phoneTitle : words.downloads.sentTitle({ app });
const deviceIsDone: Step = {
  name: 'say that the device is done',
  where: isOnPhone,
  act: (walker) => inDialog(walker, walker.words.downloads.done).click(),
  leadsTo: {
    ...appShown,
    dialog: ({ words, app }) => words.downloads.askedTitle({ app }),
    focus: 'anything',
  },
};

/** The dialogs of the catalog, each opened and closed. */
export const dialogJourneys: Readonly<Record<string, readonly Step[]>> = {
  'screenshots and a review of an app': [
    begin,
    openApp,
    {
      name: 'enlarge a screenshot',
      act: async (walker) => {
        const opener = walker.page.locator('main .screenshots button').first();
        await walker.show(opener);
        await walker.open(opener);
      },
      leadsTo: { ...appShown, dialog: ({ words }) => words.catalog.screenshots },
    },
    {
      name: 'turn to the next one',
      act: (walker) => inDialog(walker, walker.words.common.shots.next).click(),
      leadsTo: { ...appShown, dialog: ({ words }) => words.catalog.screenshots },
    },
    escape(appShown),
    {
      name: 'begin a review',
      act: (walker) => walker.open(button(walker, walker.words.reviews.write)),
      leadsTo: { ...appShown, dialog: ({ words }) => words.reviews.write },
    },
    {
      name: 'send it with nothing in it',
      act: (walker) => inDialog(walker, walker.words.reviews.send).click(),
      leadsTo: { ...appShown, dialog: ({ words }) => words.reviews.write },
    },
    escape(appShown),
  ],
  'an install that needs help': [
    begin,
    openApp,
    openInstall({ dialog: isInstalling }),
    deviceIsDone,
    {
      name: 'say that help is needed',
      where: isOnPhone,
      act: (walker) => inDialog(walker, walker.words.downloads.no).click(),
      leadsTo: { ...appShown, dialog: ({ words, app }) => words.help.title({ app }), focus: 'anything' },
    },
    {
      name: 'say what is seen',
      where: isOnPhone,
      act: (walker) => inDialog(walker, walker.words.help.other).click(),
      leadsTo: { ...appShown, dialog: ({ words, app }) => words.help.title({ app }), focus: 'anything' },
    },
    {
      name: 'contact support',
      where: isOnPhone,
      act: (walker) => inDialog(walker, walker.words.support.title).click(),
      leadsTo: { ...appShown, dialog: ({ words }) => words.support.title },
    },
    {
      ...escape({ ...appShown, dialog: ({ words, app }) => words.help.title({ app }) }),
      where: isOnPhone,
    },
    escape(appShown),
  ],
  'an install, and its removal from the list': [
    { ...begin, where: isOnPhone },
    { ...openApp, where: isOnPhone },
    { ...openInstall({ dialog: isInstalling }), where: isOnPhone },
    deviceIsDone,
    {
      name: 'say that it is installed',
      where: isOnPhone,
      act: (walker) => inDialog(walker, walker.words.downloads.yes).click(),
      leadsTo: { ...appShown, focus: 'anything' },
    },
    {
      ...openTab(
        ({ words }) => words.app.mine,
        '/mine',
        ({ words }) => words.app.mine,
      ),
      where: isOnPhone,
    },
    {
      name: 'open what can be done with it',
      where: isOnPhone,
      act: (walker) => walker.open(button(walker, walker.words.inventory.options({ app: walker.app }))),
      leadsTo: { ...mine, dialog: ({ app }) => app },
    },
    {
      name: 'mark it as removed',
      where: isOnPhone,
      act: (walker) => inDialog(walker, walker.words.inventory.remove).click(),
      leadsTo: { ...mine, focus: 'anything' },
    },
  ],
  'dialogs of the account': [
    begin,
    {
      name: 'open the account',
      act: ({ page, words }) =>
        page
          .getByRole('link', { name: new RegExp(`^${words.app.account}`) })
          .first()
          .click(),
      leadsTo: account,
    },
    {
      name: 'begin to change the password',
      act: (walker) => walker.open(button(walker, walker.words.password.title)),
      leadsTo: { ...account, dialog: ({ words }) => words.password.title },
    },
    escape(account),
    {
      name: 'contact support',
      act: (walker) => walker.open(button(walker, walker.words.support.title)),
      leadsTo: { ...account, dialog: ({ words }) => words.support.title },
    },
    escape(account),
    {
      name: 'begin to sign out',
      act: (walker) => walker.open(button(walker, walker.words.identity.signOut.button)),
      leadsTo: { ...account, dialog: ({ words }) => words.identity.signOut.title },
    },
    escape(account),
  ],
};

const gateHelp = (walker: Walker) => button(walker, new RegExp(`^${walker.words.downloads.help}: `)).first();
const gate = {
  heading: ({ words, due }: Walker) => words.inventory.requiredTitle({ count: due }),
  address: /^\/$/,
  tab: null,
} satisfies Expected;
const closedByTerms = {
  heading: ({ words }: Walker) => words.terms.title,
  address: /^\/$/,
  tab: null,
} satisfies Expected;
const opened = {
  heading: ({ words }: Walker) => words.app.home,
  address: /^\/$/,
  tab: '/',
} satisfies Expected;

/** Of a person who must install an application first. */
export const gateJourney: readonly Step[] = [
  {
    name: 'come to the gate',
    act: async (walker) => {
      const cards = walker.page.locator('.required-cards > li');
      await cards.first().waitFor();
      walker.due = await cards.count();
      const help = await gateHelp(walker).getAttribute('aria-label');
      walker.tapped = help?.replace(`${walker.words.downloads.help}: `, '') ?? '';
    },
    leadsTo: { ...gate, focus: 'anything' },
  },
  {
    name: 'contact support',
    act: (walker) => walker.open(button(walker, walker.words.support.title)),
    leadsTo: { ...gate, dialog: ({ words }) => words.support.title },
  },
  {
    name: 'send the message',
    act: (walker) => inDialog(walker, walker.words.support.send).click(),
    leadsTo: { ...gate, dialog: ({ words }) => words.support.title, focus: 'anything' },
  },
  escape(gate),
  {
    name: 'ask for help',
    act: (walker) => walker.open(gateHelp(walker)),
    leadsTo: { ...gate, dialog: ({ words, tapped }) => words.help.title({ app: tapped }) },
  },
  escape(gate),
  {
    name: 'ask for help again, and continue for a day',
    where: isOnPhone,
    act: async (walker) => {
      await button(walker, new RegExp(`^${walker.words.downloads.help}`))
        .first()
        .click();
      await inDialog(walker, walker.words.support.defer).click();
    },
    leadsTo: opened,
  },
  {
    name: 'continue at the desk',
    where: ({ isDesk }) => isDesk,
    act: (walker) => button(walker, walker.words.inventory.goOn).click(),
    leadsTo: opened,
  },
];

/** Of a person whose organization has new terms. */
export const termsJourney: readonly Step[] = [
  {
    name: 'come to the terms',
    act: async ({ page }) => {
      await page.goto('about:blank');
      await page.goto('/');
    },
    leadsTo: { ...closedByTerms, focus: 'anything' },
  },
  {
    name: 'decline them',
    act: (walker) => button(walker, walker.words.terms.decline).click(),
    leadsTo: { ...closedByTerms, focus: 'anything' },
  },
  {
    name: 'accept them',
    act: (walker) => button(walker, walker.words.terms.accept).click(),
    leadsTo: opened,
  },
];
