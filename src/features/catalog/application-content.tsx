import type { ReactNode } from 'react';
import type { CatalogApplication } from '../../../contract/catalog.ts';
import { getAppsPath } from '../../../contract/common/catalog-pages.ts';
import { iosTypes } from '../../../contract/common/codes.ts';
import { getVersionNote } from '../../data/catalog/version-note.ts';
import { ChipLinks } from '../../ui/controls/chips.tsx';
import { Expandable } from '../../ui/controls/expandable.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { useFormat, useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { StickyAction } from '../../ui/layout/page.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Details, type Fact, Facts } from '../../ui/lists/facts.tsx';
import { Screenshots } from '../../ui/pictures/screenshots.tsx';
import { catalogMessages } from './messages.ts';
import { getImageProps } from './pictures.ts';
import { type VersionAction, VersionHistory } from './version-history.tsx';

type ApplicationContentProps = {
  application: CatalogApplication;
  /** Which screenshots suit this device. */
  form: 'phone' | 'tablet';
  /** The number of the version on this device, where it is known. */
  installed: string | null;
  button: ReactNode;
  privacy: ReactNode;
  reviews: ReactNode;
  versionAction: VersionAction;
};

/** Everything about one application, under its head. */
export function ApplicationContent({
  application,
  form,
  installed,
  button,
  privacy,
  reviews,
  versionAction,
}: ApplicationContentProps) {
  const words = useMessages(catalogMessages);
  const common = useMessages(commonMessages);
  const { version, categories } = application;
  const note = getVersionNote(version);
  return (
    <>
      <ShortFacts application={application} installed={installed} />
      <StickyAction>{button}</StickyAction>
      {application.other_certificate === true && <Note>{words.otherCertificate}</Note>}
      {note !== null && (
        <Section title={words.whatsNew({ version: version.version_num })}>
          <Expandable labels={common.fold}>{note}</Expandable>
        </Section>
      )}
      <Shots application={application} form={form} />
      {version.long_description && (
        <Section title={words.description}>
          <Expandable labels={common.fold}>{version.long_description}</Expandable>
        </Section>
      )}
      {categories.length > 0 && (
        <ChipLinks
          label={words.categories}
          links={categories.map((category) => ({
            href: getAppsPath({ category: category.id }),
            label: category.name,
          }))}
        />
      )}
      {privacy}
      {reviews}
      <VersionHistory application={application} action={versionAction} />
      <LongFacts application={application} />
    </>
  );
}

type ShortFactsProps = { application: CatalogApplication; installed: string | null };

function ShortFacts({ application, installed }: ShortFactsProps) {
  const words = useMessages(catalogMessages);
  const format = useFormat();
  const now = useNow();
  const { num_likes: likes, num_dislikes: dislikes } = application.catalog_info;
  const { version } = application;
  const { install_file: file } = version;
  const votes = likes + dislikes;
  const facts: Fact[] = [
    votes > 0
      ? { value: format.percent(likes / votes), label: words.likeIt({ count: votes }) }
      : { value: '–', label: words.noLikes },
    {
      value:
        installed === null || installed === version.version_num
          ? version.version_num
          : words.fromTo({ from: installed, to: version.version_num }),
      label: words.version,
    },
    ...(file.size > 0 ? [{ value: format.bytes(file.size), label: words.size }] : []),
    { value: format.shortRelative(Date.parse(version.release_date), now), label: words.age },
  ];
  return <Facts facts={facts} />;
}

/** The screenshots for this form of device, or the other ones where there are none. */
function Shots({ application, form }: { application: CatalogApplication; form: 'phone' | 'tablet' }) {
  const words = useMessages(catalogMessages);
  const common = useMessages(commonMessages);
  const { phone, tablet } = application.screenshots;
  const wanted = form === 'tablet' ? tablet : phone;
  const paths = wanted.length > 0 ? wanted : [...phone, ...tablet];
  if (paths.length === 0) return null;
  const landscape = paths === tablet || (wanted.length === 0 && phone.length === 0);
  const shots = paths.map((path, at) => ({
    ...getImageProps(path, [384, 768, 1536]),
    width: landscape ? 1280 : 720,
    height: landscape ? 960 : 1440,
    alt: words.screenshot({ position: at + 1, total: paths.length }),
  }));
  return <Screenshots label={words.screenshots} labels={common.shots} shots={shots} />;
}

function LongFacts({ application }: { application: CatalogApplication }) {
  const words = useMessages(catalogMessages);
  const format = useFormat();
  const { version, min_os_version: oldest } = application;
  const { checksum } = version.install_file;
  const signer = application.signed_by ?? null;
  const needs = iosTypes.includes(application.type) ? words.needsIos : words.needsAndroid;
  const facts: Fact[] = [
    { label: words.needs, value: oldest ? needs({ version: oldest }) : words.anySystem },
    { label: words.released, value: format.longDate(Date.parse(version.release_date)) },
    { label: words.author, value: application.author },
    { label: words.downloads, value: format.number(application.catalog_info.num_downloads) },
    ...(application.bundle_id ? [{ label: words.bundle, value: application.bundle_id }] : []),
    ...(signer === null
      ? []
      : [
          {
            label: words.signedBy,
            value: words.signedUntil({ name: signer.name, date: format.longDate(Date.parse(signer.until)) }),
          },
        ]),
    ...(checksum === '' ? [] : [{ label: words.checksum, value: checksum }]),
  ];
  return (
    <Section title={words.details}>
      <Details facts={facts} />
    </Section>
  );
}
