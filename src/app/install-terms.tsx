import { useAccount } from '../engine-context.tsx';
import { install } from '../features/downloads/install.ts';
import { useInstall } from '../features/downloads/install-state.ts';
import { InstallTerms } from '../features/terms/install-terms.tsx';

/** The terms of the application that is to be installed; after they are accepted, the install continues. */
export function InstallTermsSheet() {
  const account = useAccount();
  const { view, close } = useInstall();
  if (view?.kind !== 'terms') return null;
  const { entry, version } = view;
  const goOn = () => {
    close();
    const isQueued = account.installs.records.get().get(entry.id)?.wish != null;
    void (isQueued ? account.queue.retry(entry.id) : install(account, entry, version));
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
