import type { Account } from '../../../data/account/account.ts';
import { useInstall } from '../install-state.ts';

/**
 * Opens the question about an install whose sheet was closed, once the person comes back to the page. Several that were
 * installed together are answered in their list. Returns a function that stops this.
 */
export function watchForReturn({ installs, catalog }: Account): () => void {
  const checkReturn = () => {
    if (document.visibilityState !== 'visible' || useInstall.getState().view !== null) return;
    for (const { application, attempt, wish } of installs.records.get().values()) {
      const entry = catalog.state.get().byId.get(application);
      if (attempt?.state !== 'sent' || wish !== undefined || entry === undefined) continue;
      void installs.recordQuestion(application);
      const version = { id: attempt.version, version_num: attempt.number };
      useInstall.getState().open({ kind: 'sent', entry, version });
      return;
    }
  };
  document.addEventListener('visibilitychange', checkReturn);
  return () => document.removeEventListener('visibilitychange', checkReturn);
}
