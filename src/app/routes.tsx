import { lazy, Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { ErrorBoundary } from './error-boundary.tsx';

const HomePage = lazy(async () => ({ default: (await import('./pages/home-page.tsx')).HomePage }));
const AppsPage = lazy(async () => ({ default: (await import('./pages/apps-page.tsx')).AppsPage }));
const SearchPage = lazy(async () => ({ default: (await import('./pages/search-page.tsx')).SearchPage }));
const UpdatesPage = lazy(async () => ({ default: (await import('./pages/updates-page.tsx')).UpdatesPage }));
const MinePage = lazy(async () => ({ default: (await import('./pages/mine-page.tsx')).MinePage }));
const AccountPage = lazy(async () => ({ default: (await import('./pages/account-page.tsx')).AccountPage }));
const NotFoundPage = lazy(async () => ({
  default: (await import('./pages/not-found-page.tsx')).NotFoundPage,
}));

/** Every address of the catalog and its page. */
export function AppRoutes() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={null}>
        <Routes>
          <Route path="/" element={<HomePage />} />
          <Route path="/apps" element={<AppsPage />} />
          <Route path="/apps/:application" element={<AppsPage />} />
          <Route path="/search" element={<SearchPage />} />
          <Route path="/updates" element={<UpdatesPage />} />
          <Route path="/mine" element={<MinePage />} />
          <Route path="/account" element={<AccountPage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}
