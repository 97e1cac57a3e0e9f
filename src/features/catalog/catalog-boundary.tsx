import type { ReactNode } from 'react';
import type { CatalogEntry } from '../../../contract/catalog.ts';
import { toErrorReason } from '../../data/http/errors.ts';
import { useAccount } from '../../engine-context.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Skeleton, SkeletonBanner, SkeletonRows, SkeletonShelf } from '../../ui/feedback/skeleton.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { useErrorText } from '../errors/error-text.ts';
import { catalogMessages } from './messages.ts';
import type { Shown } from './select.ts';

type CatalogBoundaryProps = {
  catalog: Shown;
  /** The list to show, null until it is known; by default all entries. */
  part?: readonly CatalogEntry[] | null;
  children: ReactNode;
  waiting?: ReactNode;
};

/**
 * Shows its children once the catalog, or the given list, is known; before that a skeleton, or why there is nothing.
 */
export function CatalogBoundary({
  catalog,
  part = catalog.entries,
  children,
  waiting,
}: CatalogBoundaryProps) {
  const account = useAccount();
  const words = useMessages(catalogMessages);
  const common = useMessages(commonMessages);
  const textOf = useErrorText();
  const isKnown = part !== null;
  if (isKnown && catalog.entries.length > 0) return children;
  if (isKnown && catalog.savedAt !== null)
    return <EmptyState title={words.emptyTitle}>{words.emptyWhy}</EmptyState>;
  // While it is tried again the reason stays: a skeleton in between would say that something comes.
  if (catalog.error !== null) {
    const { kind } = catalog.error;
    return (
      <ErrorState
        title={words.failedTitle}
        action={
          kind === 'other-version' ? (
            <Button onClick={() => location.reload()}>{words.reload}</Button>
          ) : (
            <Button busy={catalog.isSyncing} onClick={() => void account.catalog.refresh()}>
              {common.tryAgain}
            </Button>
          )
        }
      >
        {textOf(toErrorReason(catalog.error))}
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
