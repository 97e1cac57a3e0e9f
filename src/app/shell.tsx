import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { catalogPages } from '../../contract/common/catalog-pages.ts';
import { listEntries } from '../features/catalog/select.ts';
import { useCatalog } from '../features/catalog/use-catalog.ts';
import { useSearchKeys } from '../features/catalog/use-search-focus.ts';
import { OrganizationMark } from '../features/organizations/organization-mark.tsx';
import { useSlash } from '../features/settings/search-key-setting.tsx';
import { useMessages } from '../ui/i18n/context.tsx';
import { commonMessages } from '../ui/i18n/messages.ts';
import { Frame, type NavItem } from '../ui/layout/frame.tsx';
import { AccountLink } from './account-link.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { appMessages } from './messages.ts';
import { getTab, type Tab } from './navigation/entry-state.ts';

/** The frame of every page, with the navigation, or an error in its place when it can't be drawn. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary place={useLocation().pathname}>
      <NavigatedFrame>{children}</NavigatedFrame>
    </ErrorBoundary>
  );
}

function NavigatedFrame({ children }: { children: ReactNode }) {
  useSearchKeys(useSlash());
  const words = useMessages(appMessages);
  const common = useMessages(commonMessages);
  return (
    <Frame
      nav={useNavigation()}
      labels={{ nav: words.nav, skip: common.skipToContent }}
      railStart={<OrganizationMark />}
      railEnd={<AccountLink />}
    >
      {children}
    </Frame>
  );
}

function useNavigation(): NavItem[] {
  const words = useMessages(appMessages);
  const common = useMessages(commonMessages);
  const location = useLocation();
  const lit = getTab(location);
  const updates = listEntries(useCatalog(), 'updates').length;
  useEffect(() => void navigator.setAppBadge?.(updates).catch(() => undefined), [updates]);
  const badge =
    updates > 0 ? { text: String(updates), label: common.updates({ count: updates }) } : undefined;
  const current = (tab: Tab) => lit === tab && (location.pathname === tab ? 'page' : true);
  return [
    { href: catalogPages.home, label: words.home, icon: 'home', current: current(catalogPages.home) },
    { href: catalogPages.apps, label: words.apps, icon: 'apps', current: current(catalogPages.apps) },
    { href: catalogPages.search, label: words.search, icon: 'search', current: current(catalogPages.search) },
    {
      href: catalogPages.updates,
      label: words.updates,
      icon: 'download',
      current: current(catalogPages.updates),
      badge,
    },
    { href: catalogPages.mine, label: words.mine, icon: 'phone', current: current(catalogPages.mine) },
  ];
}
