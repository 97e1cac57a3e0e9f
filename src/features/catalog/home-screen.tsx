import type { ReactNode } from 'react';
import type { CatalogEntry } from '../../../contract/catalog.ts';
import { catalogPages, getApplicationPath, getAppsPath } from '../../../contract/common/catalog-pages.ts';
import { parseDeadline } from '../../data/catalog/deadline.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { ChipLinks } from '../../ui/controls/chips.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { useFormat, useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { Section } from '../../ui/layout/section.tsx';
import { Banner, BannerCarousel } from '../../ui/lists/banner-carousel.tsx';
import { List } from '../../ui/lists/list.tsx';
import { Shelf, ShelfItem } from '../../ui/lists/shelf.tsx';
import { CatalogBoundary } from './catalog-boundary.tsx';
import { EntryRow, type Trailing } from './entry-row.tsx';
import { catalogMessages } from './messages.ts';
import { getIconProps, getImageProps } from './pictures.ts';
import { listEntries, listNewest, listPopular, type Shown } from './select.ts';
import { useCatalog } from './use-catalog.ts';

const shelfLength = 20;
const listLength = 10;

/** The home page: banners, available updates, popular applications, categories, new applications. */
export function HomeContent({ trailing }: { trailing: Trailing }) {
  const catalog = useCatalog();
  return (
    <CatalogBoundary catalog={catalog}>
      <Featured entries={listEntries(catalog, 'featured')} />
      <PendingUpdates entries={listEntries(catalog, 'updates')} catalog={catalog} />
      <Popular entries={listPopular(catalog, shelfLength)} />
      <Categories catalog={catalog} />
      <NewestApps entries={listNewest(catalog.entries, listLength)} trailing={trailing} />
    </CatalogBoundary>
  );
}

function Featured({ entries }: { entries: readonly CatalogEntry[] }) {
  const words = useMessages(catalogMessages);
  const common = useMessages(commonMessages);
  if (entries.length === 0) return null;
  return (
    <BannerCarousel label={words.featured} labels={common.arrows}>
      {entries.map((entry, at) => (
        <Banner
          key={entry.id}
          href={getApplicationPath(entry.id)}
          kicker={entry.version.app_name}
          title={entry.version.short_description || entry.version.app_name}
          first={at === 0}
          {...(entry.banner_image_url && { image: getImageProps(entry.banner_image_url, [768, 1024, 1536]) })}
        />
      ))}
    </BannerCarousel>
  );
}

function PendingUpdates({ entries, catalog }: { entries: readonly CatalogEntry[]; catalog: Shown }) {
  const words = useMessages(catalogMessages);
  const format = useFormat();
  if (entries.length === 0) return null;
  const pressing = findUrgentUpdate(catalog, entries);
  return (
    <Note
      tone="warn"
      icon="download"
      title={words.updatesWaiting({ count: entries.length })}
      action={
        <ButtonLink href={catalogPages.updates} size="pill" variant="strong">
          {words.show}
        </ButtonLink>
      }
    >
      {pressing && words.requiredBy({ app: pressing.name, date: format.date(pressing.by) })}
      {!pressing && format.list(entries.slice(0, 3).map((entry) => entry.version.app_name))}
    </Note>
  );
}

/** The update whose deadline comes first. */
function findUrgentUpdate(
  catalog: Shown,
  entries: readonly CatalogEntry[],
): { name: string; by: number } | null {
  const waiting = new Set(entries.map((entry) => entry.id));
  const dated = (catalog.mandatory ?? []).flatMap((entry) => {
    const by = waiting.has(entry.id) ? parseDeadline(entry) : null;
    return by === null ? [] : [{ name: entry.version.app_name, by }];
  });
  return dated.toSorted((a, b) => a.by - b.by)[0] ?? null;
}

function Popular({ entries }: { entries: readonly CatalogEntry[] }) {
  const words = useMessages(catalogMessages);
  const common = useMessages(commonMessages);
  if (entries.length === 0) return null;
  return (
    <Section
      title={words.popular}
      more={{
        href: getAppsPath({ sort: 'popular' }),
        text: common.seeAll,
        label: common.seeAllOf({ title: words.popular }),
      }}
    >
      <Shelf label={words.popular} labels={common.arrows}>
        {entries.map((entry) => (
          <ShelfItem key={entry.id} href={getApplicationPath(entry.id)} icon={getIconProps(entry)} />
        ))}
      </Shelf>
    </Section>
  );
}

function Categories({ catalog }: { catalog: Shown }): ReactNode {
  const words = useMessages(catalogMessages);
  const categories = catalog.categories ?? [];
  if (categories.length === 0) return null;
  const links = categories.map((category) => ({
    href: getAppsPath({ category: category.id }),
    label: category.name,
  }));
  return <ChipLinks label={words.categories} links={links} />;
}

function NewestApps({ entries, trailing }: { entries: readonly CatalogEntry[]; trailing: Trailing }) {
  const words = useMessages(catalogMessages);
  const common = useMessages(commonMessages);
  return (
    <Section
      title={words.fresh}
      more={{
        href: getAppsPath({ sort: 'newest' }),
        text: common.seeAll,
        label: common.seeAllOf({ title: words.fresh }),
      }}
    >
      <List columns label={words.fresh}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <EntryRow entry={entry} trailing={trailing} />
          </li>
        ))}
      </List>
    </Section>
  );
}
