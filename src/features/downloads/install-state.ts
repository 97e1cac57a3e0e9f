import { create } from 'zustand';
import type { CatalogEntry } from '../../../contract/catalog.ts';
import type { ClientError } from '../../data/http/errors.ts';
import type { Handover, Version } from '../../data/installs/install-record.ts';

/**
 * What the sheet shows: the steps after a link was given to the system, that it needs a tap before, the code for a phone, why it
 * failed, or where it stands in the queue.
 */
export type InstallView =
  | { show: 'queued'; entry: CatalogEntry }
  | { show: 'ready'; entry: CatalogEntry; version: Version; handover: Handover }
  | { show: 'phone' | 'offline' | 'closed' | 'unavailable'; entry: CatalogEntry }
  | { show: 'sent'; entry: CatalogEntry; version: Version }
  /** Terms of the application come before it. */
  | { show: 'terms'; entry: CatalogEntry; version: Version }
  | { show: 'failed'; entry: CatalogEntry; version: Version; error: ClientError };

/** What is shown by the sheet of an installation itself. */
export type SheetView = Exclude<InstallView, { show: 'terms' }>;

interface InstallState {
  view: InstallView | null;
  /** The application whose link is being fetched. */
  busy: string | null;
  open(view: InstallView): void;
  close(): void;
  setBusy(application: string | null): void;
}

/** The installation that the sheet is about; there is at most one. */
export const useInstall = create<InstallState>()((set) => ({
  view: null,
  busy: null,
  open: (view) => set({ view }),
  close: () => set({ view: null }),
  setBusy: (busy) => set({ busy }),
}));
