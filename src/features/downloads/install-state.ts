import { create } from 'zustand';
import type { CatalogEntry } from '../../../contract/catalog.ts';
import type { ClientError } from '../../data/http/errors.ts';
import type { Handover, Version } from '../../data/installs/install-record.ts';

/**
 * What the sheet shows: the steps after a link was passed to the system, that a tap is needed first, the code for a
 * phone, why it failed, or its place in the queue.
 */
export type InstallView =
  | { show: 'queued'; entry: CatalogEntry }
  | { show: 'ready'; entry: CatalogEntry; version: Version; handover: Handover }
  | { show: 'phone'; entry: CatalogEntry }
  | { show: 'sent'; entry: CatalogEntry; version: Version }
  /** What to do when it does not install. */
  | { show: 'help'; entry: CatalogEntry; version: Version }
  /** The application's terms have to be accepted first. */
  | { show: 'terms'; entry: CatalogEntry; version: Version }
  | { show: 'failed'; entry: CatalogEntry; version: Version; error: ClientError };

/** What the sheet of an install itself shows. */
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
