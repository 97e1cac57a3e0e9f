import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import {
  type CatalogApplication,
  type CatalogEntry,
  readCatalogApplication,
} from '../../../contract/catalog.ts';
import { catalogPages } from '../../../contract/common/catalog-pages.ts';
import { parseDeadline } from '../../data/catalog/deadline.ts';
import { getDeviceForm } from '../../data/device/device-system.ts';
import { type ClientError, toErrorReason } from '../../data/http/errors.ts';
import { useAccount } from '../../engine-context.tsx';
import { ApplicationContent } from '../../features/catalog/application-content.tsx';
import { isRateable } from '../../features/catalog/kinds.ts';
import { catalogMessages } from '../../features/catalog/messages.ts';
import { getIconProps } from '../../features/catalog/pictures.ts';
import { ShareActions } from '../../features/catalog/share-actions.tsx';
import { useCatalog } from '../../features/catalog/use-catalog.ts';
import { useInstalledVersion } from '../../features/catalog/use-installed-version.ts';
import { DiscardDialog } from '../../features/changes/discard-dialog.tsx';
import { AppButton } from '../../features/downloads/app-button.tsx';
import { ClosedNote } from '../../features/downloads/closed-reason.tsx';
import { VersionButton } from '../../features/downloads/version-button.tsx';
import { useErrorText } from '../../features/errors/error-text.ts';
import { PrivacySection } from '../../features/inspections/privacy-section.tsx';
import { ReviewsSection } from '../../features/reviews/reviews-section.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton, SkeletonPage } from '../../ui/feedback/skeleton.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';
import { useFormat, useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { Hero } from '../../ui/layout/hero.tsx';
import { SIDE_BY_SIDE, useMedia } from '../../ui/layout/media.ts';
import { Page } from '../../ui/layout/page.tsx';
import { TopBar } from '../../ui/layout/top-bar.tsx';
import { AppIcon } from '../../ui/pictures/app-icon.tsx';
import { getTab } from '../navigation/entry-state.ts';
import { useBack } from '../navigation/use-back.ts';
import { NetworkLine } from '../network-line.tsx';
import { UpcomingRequiredOfApp } from '../required/upcoming-required.tsx';

/** `/apps/<application>`: shows what the list already knows at once, and the rest as soon as it is loaded. */
export function ApplicationPage({ id }: { id: string }) {
  const { byId } = useCatalog();
  const { value, error } = useObservable(
    useAccount().openResource(readCatalogApplication, { params: { application: id } }).state,
  );
  const entry = byId.get(id) ?? value?.application;
  if (entry === undefined)
    return error === null ? <LoadingApplication /> : <MissingApplication error={error} />;
  return (
    <Page>
      <ApplicationHeader entry={entry} details={value?.application} />
      <NetworkLine />
      <ClosedNote entry={entry} />
      <UpcomingRequiredOfApp application={id} />
      {value ? (
        <CompleteApplication entry={entry} details={value.application} />
      ) : (
        <ApplicationDetails entry={entry} error={error} />
      )}
    </Page>
  );
}

/** The way back, unless that is to the list that is shown beside the application. */
function useBackOfApplication() {
  const back = useBack(catalogPages.apps);
  const isListBeside = useMedia(SIDE_BY_SIDE);
  const tab = getTab(useLocation());
  return isListBeside && tab === catalogPages.apps ? undefined : back;
}

function ApplicationHeader({
  entry,
  details,
}: {
  entry: CatalogEntry;
  details: CatalogApplication | undefined;
}) {
  const words = useMessages(catalogMessages);
  const format = useFormat();
  const deadline = details?.mandatory ? parseDeadline(details) : null;
  const note = details?.mandatory
    ? deadline === null
      ? words.required
      : words.requiredByDate({ date: format.longDate(deadline) })
    : undefined;
  return (
    <TopBar
      title={entry.version.app_name}
      back={useBackOfApplication()}
      actions={<ShareActions name={entry.version.app_name} />}
    >
      <Hero
        icon={<AppIcon {...getIconProps(entry, 'eager')} size={112} />}
        title={entry.version.app_name}
        line={entry.author}
        note={note}
      />
    </TopBar>
  );
}

/**
 * Prefers the entry's counts and likes to those of the details: they are newer and include the effects of unsent
 * writes.
 */
function CompleteApplication({ entry, details }: { entry: CatalogEntry; details: CatalogApplication }) {
  const { num_likes: likes, num_dislikes: dislikes } = entry.catalog_info;
  const application = { ...details, catalog_info: entry.catalog_info };
  const reviewed = isRateable(entry.type) && entry.reviews_enabled;
  return (
    <ApplicationContent
      application={application}
      form={getDeviceForm()}
      installed={useInstalledVersion(entry.id)}
      button={<AppButton entry={entry} place="page" />}
      privacy={<PrivacySection application={entry.id} />}
      reviews={
        reviewed && (
          <ReviewsSection
            application={entry.id}
            likes={likes}
            dislikes={dislikes}
            drawDiscardDialog={(id, onClose) => <DiscardDialog id={id} onClose={onClose} />}
          />
        )
      }
      versionAction={(version) => <VersionButton application={details} version={version} />}
    />
  );
}

/** What the list knows about an application, and that the rest is loading, or why it is missing. */
function ApplicationDetails({ entry, error }: { entry: CatalogEntry; error: ClientError | null }) {
  const common = useMessages(commonMessages);
  return (
    <>
      <AppButton entry={entry} place="page" />
      {entry.version.long_description && <p>{entry.version.long_description}</p>}
      {error === null ? (
        <Skeleton label={common.loading}>
          <SkeletonPage />
        </Skeleton>
      ) : (
        <NotAvailable error={error} />
      )}
    </>
  );
}

function LoadingApplication() {
  const common = useMessages(commonMessages);
  return (
    <Page>
      <NetworkLine />
      <Skeleton label={common.loading}>
        <SkeletonPage />
      </Skeleton>
    </Page>
  );
}

function MissingApplication({ error }: { error: ClientError }) {
  const words = useMessages(catalogMessages);
  return (
    <Page>
      <TopBar title={words.allApps} back={useBackOfApplication()} />
      <NetworkLine />
      <NotAvailable error={error} action={<ButtonLink href={catalogPages.apps}>{words.toApps}</ButtonLink>} />
    </Page>
  );
}

/** Why a page, or the rest of it, is missing. */
function NotAvailable({ error, action }: { error: ClientError; action?: ReactNode }) {
  const words = useMessages(catalogMessages);
  const textOf = useErrorText();
  switch (error.kind) {
    case 'refused':
      return (
        <EmptyState icon="inbox" title={words.gone} action={action}>
          {words.goneWhy}
        </EmptyState>
      );
    case 'offline':
    case 'unreachable':
      return (
        <EmptyState icon="offline" title={words.unknownOffline} action={action}>
          {words.unknownOfflineWhy}
        </EmptyState>
      );
    default:
      return (
        <EmptyState icon="offline" title={words.notLoaded} action={action}>
          {textOf(toErrorReason(error))}
        </EmptyState>
      );
  }
}
