/** The pages of the catalog by their addresses, as its router takes them. The last two are open to everybody. */
export const catalogPages = {
  home: '/',
  apps: '/apps',
  application: '/apps/:application',
  search: '/search',
  updates: '/updates',
  mine: '/mine',
  account: '/account',
  direct: '/direct/:application',
  welcome: '/welcome',
} as const;

/** The page of one application, by its id. */
export const applicationPath = (application: string): string =>
  catalogPages.application.replace(':application', encodeURIComponent(application));

/** The list of all applications: in an order, or of one category by its id. */
export const appsPath = (choice: { sort: 'newest' | 'popular' } | { category: string }): string =>
  catalogPages.apps + queryOf(choice);

/** The page that installs an application without signing in, by its id. */
export const directPath = (application: string): string =>
  catalogPages.direct.replace(':application', encodeURIComponent(application));

/** The page of an invitation. The secret stands behind the #, so that it never travels to a server. */
export const welcomePath = (organization: string, secret: string): string =>
  `${catalogPages.welcome}${queryOf({ organization })}#${secret}`;

/** The id of the application whose page a path is; null for any other path. */
export const applicationOf = (pathname: string): string | null => idIn(catalogPages.application, pathname);

/** The id of the application that a path installs without signing in; null for any other path. */
export const directApplicationOf = (pathname: string): string | null => idIn(catalogPages.direct, pathname);

const idIn = (page: string, pathname: string): string | null =>
  new RegExp(`^${page.replace(':application', '([0-9A-Za-z]+)')}/?$`).exec(pathname)?.[1] ?? null;

const queryOf = (values: Readonly<Record<string, string>>): string =>
  `?${Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`;
