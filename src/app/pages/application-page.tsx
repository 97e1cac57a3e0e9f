import {
  type CatalogApplication,
  type CatalogEntry,
  readCatalogApplication,
} from '../../../contract/catalog.ts';
import { catalogPages } from '../../../contract/common/catalog-pages.ts';
import { account, engine } from '../../data/current.ts';
import { deviceForm } from '../../data/device/device-system.ts';
import { ApplicationContent } from '../../features/catalog/application-content.tsx';
import { deadlineOf, isRateable } from '../../features/catalog/kinds.ts';
import { catalogMessages } from '../../features/catalog/messages.ts';
import { iconOf } from '../../features/catalog/pictures.ts';
import { ShareActions } from '../../features/catalog/share-actions.tsx';
import { useCatalog } from '../../features/catalog/use-catalog.ts';
import { AppButton } from '../../features/downloads/app-button.tsx';
import { VersionButton } from '../../features/downloads/version-button.tsx';
import { ReviewsSection } from '../../features/reviews/reviews-section.tsx';
import { AppIcon } from '../../ui/app-icon.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Hero } from '../../ui/hero.tsx';
import { useFormat, useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { SIDE_BY_SIDE, useMedia } from '../../ui/media.ts';
import { Page } from '../../ui/page.tsx';
import { Skeleton, SkeletonPage } from '../../ui/skeleton.tsx';
import { TopBar } from '../../ui/top-bar.tsx';
import { useObservable } from '../../ui/use-observable.ts';
import { NetworkLine } from '../network-line.tsx';

/** `/apps/<application>`: shows what the list already knows at once, and the rest as soon as it is loaded. */
export function ApplicationPage({ id }: { id: string }) {
  const { byId } = useCatalog();
  const { value, error } = useObservable(
    account().resource(readCatalogApplication, { params: { application: id } }).state,
  );
  const entry = byId.get(id) ?? value?.application;
  if (entry === undefined) return error === null ? <Waiting /> : <Missing />;
  return (
    <Page>
      <Head entry={entry} details={value?.application} />
      <NetworkLine />
      {value ? <Whole entry={entry} details={value.application} /> : <WaitingBelow entry={entry} />}
    </Page>
  );
}

/** The way back to the list, where the list is not shown beside the application. */
function useBack() {
  const words = useMessages(catalogMessages);
  return useMedia(SIDE_BY_SIDE) ? undefined : { href: catalogPages.apps, label: words.back };
}

function Head({ entry, details }: { entry: CatalogEntry; details: CatalogApplication | undefined }) {
  const words = useMessages(catalogMessages);
  const format = useFormat();
  const deadline = details?.mandatory ? deadlineOf(details.required_by) : null;
  const note = details?.mandatory
    ? deadline === null
      ? words.required
      : words.requiredByDate(format.longDate(deadline))
    : undefined;
  return (
    <TopBar
      title={entry.version.app_name}
      back={useBack()}
      actions={<ShareActions name={entry.version.app_name} />}
    >
      <Hero
        icon={<AppIcon {...iconOf(entry, 'eager')} size={112} />}
        title={entry.version.app_name}
        line={entry.author}
        note={note}
      />
    </TopBar>
  );
}

/** Takes the entry's counts and likes over the details': they are newer and include the effects of unsent writes. */
function Whole({ entry, details }: { entry: CatalogEntry; details: CatalogApplication }) {
  const { num_likes: likes, num_dislikes: dislikes } = entry.catalog_info;
  const application = { ...details, catalog_info: entry.catalog_info };
  const reviewed = isRateable(entry.type) && entry.reviews_enabled;
  return (
    <ApplicationContent
      application={application}
      form={deviceForm()}
      button={<AppButton entry={entry} place="page" />}
      reviews={reviewed && <ReviewsSection application={entry.id} likes={likes} dislikes={dislikes} />}
      versionAction={(version) => <VersionButton application={details} version={version} />}
    />
  );
}

function WaitingBelow({ entry }: { entry: CatalogEntry }) {
  const words = useMessages(catalogMessages);
  const network = useObservable(engine().connectivity.state);
  const common = useMessages(commonMessages);
  return (
    <>
      <AppButton entry={entry} place="page" />
      {entry.version.long_description && <p>{entry.version.long_description}</p>}
      {network === 'online' ? (
        <Skeleton label={common.loading}>
          <SkeletonPage />
        </Skeleton>
      ) : (
        <EmptyState icon="offline" title={words.unknownOffline}>
          {words.unknownOfflineWhy}
        </EmptyState>
      )}
    </>
  );
}

function Waiting() {
  const common = useMessages(commonMessages);
  return (
    <Page>
      <Skeleton label={common.loading}>
        <SkeletonPage />
      </Skeleton>
    </Page>
  );
}

function Missing() {
  const words = useMessages(catalogMessages);
  const network = useObservable(engine().connectivity.state);
  const known = network === 'online';
  return (
    <Page>
      <TopBar title={words.allApps} back={useBack()} />
      <EmptyState
        icon={known ? 'inbox' : 'offline'}
        title={known ? words.gone : words.unknownOffline}
        action={<ButtonLink href={catalogPages.apps}>{words.toApps}</ButtonLink>}
      >
        {known ? words.goneWhy : words.unknownOfflineWhy}
      </EmptyState>
    </Page>
  );
}
