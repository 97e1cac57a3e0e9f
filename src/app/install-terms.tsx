import { getAccount } from '../data/current.ts';
import { install } from '../features/downloads/install.ts';
import { useInstall } from '../features/downloads/install-state.ts';
import { InstallTerms } from '../features/terms/install-terms.tsx';

/** The terms of the application that is to be installed; after they are accepted, the install continues. */
export function InstallTermsSheet() {
  const { view, close } = useInstall();
  if (view?.kind !== 'terms') return null;
  const { entry, version } = view;
  const goOn = () => {
    close();
    const isQueued = getAccount().installs.records.get().get(entry.id)?.wish != null;
    void (isQueued ? getAccount().queue.retry(entry.id) : install(entry, version));
  };
  return (
    <InstallTerms
      key={entry.id}
      application={{ id: entry.id, name: entry.version.app_name }}
      onAccepted={goOn}
      onClose={close}
    />
  );
}
