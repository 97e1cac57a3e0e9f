import { Suspense } from 'react';
import { EntryRow } from '../../features/catalog/entry-row.tsx';
import { AppButton } from '../../features/downloads/app-button.tsx';
import { lazyPart } from '../lazy-part.tsx';
import { useRequired } from './use-required.ts';

/** Loaded only for the few who have a deadline ahead. */
const RequiredSoon = lazyPart(
  async () => (await import('../../features/inventory/required-soon.tsx')).RequiredSoon,
);
const RequiredSoonNote = lazyPart(
  async () => (await import('../../features/inventory/required-soon.tsx')).RequiredSoonNote,
);

/** What has to be installed by a date that is still ahead; nothing while there is no such application. */
export function RequiredSoonPart() {
  const { soon } = useRequired();
  if (soon.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <RequiredSoon
        entries={soon}
        row={(entry, line) => (
          <EntryRow entry={entry} line={line} trailing={() => <AppButton entry={entry} />} wrap />
        )}
      />
    </Suspense>
  );
}

/** The same on the page of one application. */
export function RequiredSoonOf({ application }: { application: string }) {
  const { soon } = useRequired();
  const entry = soon.find(({ id }) => id === application);
  if (entry === undefined) return null;
  return (
    <Suspense fallback={null}>
      <RequiredSoonNote entry={entry} />
    </Suspense>
  );
}
