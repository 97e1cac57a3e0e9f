import { Suspense } from 'react';
import { EntryRow } from '../../features/catalog/entry-row.tsx';
import { AppButton } from '../../features/downloads/app-button.tsx';
import { lazyPart } from '../lazy-part.tsx';
import { useRequired } from './use-required.ts';

/** Loaded only for the few who have a deadline ahead. */
const UpcomingRequired = lazyPart(
  async () => (await import('../../features/inventory/upcoming-required.tsx')).UpcomingRequired,
);
const UpcomingRequiredNote = lazyPart(
  async () => (await import('../../features/inventory/upcoming-required.tsx')).UpcomingRequiredNote,
);

/** What has to be installed by a date that is still ahead; nothing while there is no such application. */
export function UpcomingRequiredPart() {
  const { upcoming } = useRequired();
  if (upcoming.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <UpcomingRequired
        entries={upcoming}
        row={(entry, line) => (
          <EntryRow entry={entry} line={line} trailing={() => <AppButton entry={entry} />} wrap />
        )}
      />
    </Suspense>
  );
}

/** The same on the page of one application. */
export function UpcomingRequiredOfApp({ application }: { application: string }) {
  const { upcoming } = useRequired();
  const entry = upcoming.find(({ id }) => id === application);
  if (entry === undefined) return null;
  return (
    <Suspense fallback={null}>
      <UpcomingRequiredNote entry={entry} />
    </Suspense>
  );
}
