/** The pages of the catalog with their addresses, in the form that its router takes. The last two need no sign-in. */
export const catalogPages = {
  home: '/',
  apps: '/apps',
  application: '/apps/:application',
  search: '/search',
  updates: '/updates',
  mine: '/mine',
  account: '/account',
  changes: '/account/changes',
  messages: '/messages',
  direct: '/direct/:application',
  welcome: '/welcome',
} as const;

/** The page of one application, by its id. */
export const getApplicationPath = (application: string): string =>
  catalogPages.application.replace(':application', encodeURIComponent(application));

/** The list of all applications in an order, or the list of one category, named by its id. */
export const getAppsPath = (choice: { sort: 'newest' | 'popular' } | { category: string }): string =>
  catalogPages.apps + toQuery(choice);

/** The page that installs an application without signing in, named by the application's id. */
export const getDirectPath = (application: string): string =>
  catalogPages.direct.replace(':application', encodeURIComponent(application));

/** The page of an invitation. The secret is behind the #, so browsers never send it to a server. */
export const getWelcomePath = (organization: string, secret: string): string =>
  `${catalogPages.welcome}${toQuery({ organization })}#${secret}`;

/** The page of a password reset link: the page of invitations, with other words. */
export const getResetPath = (organization: string, secret: string): string =>
  `${catalogPages.welcome}${toQuery({ organization, reset: '1' })}#${secret}`;

/** The page where people who have forgotten their password ask for a link. */
export const forgottenPath = `${catalogPages.welcome}#forgotten`;

/** The id of the application, if the path is the page of one; else null. */
export const parseApplicationPath = (pathname: string): string | null =>
  findId(catalogPages.application, pathname);

/** The id of the application, if the path is the page that installs one without signing in; else null. */
export const parseDirectPath = (pathname: string): string | null => findId(catalogPages.direct, pathname);

const findId = (page: string, pathname: string): string | null =>
  new RegExp(`^${page.replace(':application', '([0-9A-Za-z]+)')}/?$`).exec(pathname)?.[1] ?? null;

const toQuery = (values: Readonly<Record<string, string>>): string =>
  `?${Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`;
