import type { ReactNode } from 'react';
import { account } from '../../data/current.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { Skeleton, SkeletonBanner, SkeletonRows, SkeletonShelf } from '../../ui/skeleton.tsx';
import { catalogMessages } from './messages.ts';
import type { Shown } from './select.ts';

type CatalogStateProps = { catalog: Shown; children: ReactNode; waiting?: ReactNode };

/** The catalog as soon as any of it is known; before that its shape, or why there is none. */
export function CatalogState({ catalog, children, waiting }: CatalogStateProps) {
  const words = useMessages(catalogMessages);
  const common = useMessages(commonMessages);
  if (catalog.entries.length > 0) return children;
  if (catalog.savedAt !== null) return <EmptyState title={words.emptyTitle}>{words.emptyWhy}</EmptyState>;
  if (catalog.error !== null && !catalog.syncing) {
    return (
      <ErrorState
        title={words.failedTitle}
        action={<Button onClick={() => void account().catalog.refresh()}>{common.tryAgain}</Button>}
      >
        {words.failedHelp}
      </ErrorState>
    );
  }
  return <Skeleton label={common.loading}>{waiting ?? <HomeShape />}</Skeleton>;
}

function HomeShape() {
  return (
    <>
      <SkeletonBanner />
      <SkeletonShelf />
      <SkeletonRows />
    </>
  );
}
